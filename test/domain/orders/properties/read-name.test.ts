// Which names of line properties are read as the colour or size of the article.
import {describe, expect, test} from 'vitest';
import {type LineProperty, listProperties, readProperties} from '#domain/orders/properties/line-properties.ts';
import {foldName, readName} from '#domain/orders/properties/read-name.ts';

const size = [
  'Select size',
  'Choose your size:',
  'Please select a size *',
  'Size (EU)',
  'EU size',
  'Size - US',
  'Shoe size',
  'Shoe Size (UK)',
  'T-shirt size',
  'Ring size',
  'Size of the shoes',
  'Size / Größe / Taille',
  'Schuhgröße',
  'Schuhgröße (EU)',
  'Kleidergröße',
  'Konfektionsgröße',
  'Ringgröße',
  'Ihre Größe',
  'Bitte Größe wählen',
  'Wähle deine Größe aus',
  'Größenauswahl',
  'Choisissez votre taille',
  'Taille de la robe',
  'Pointure (EU)',
  'Elige tu talla',
  'Talla de zapato',
  'Seleziona la taglia',
  'Taglia scarpe',
  'Schoenmaat',
  'Kies je maat',
  'Maatkeuze',
  'Escolha o tamanho',
  'Tamanho do sapato',
  'Wybierz rozmiar',
  'Rozmiar buta',
  'Välj storlek',
  'Skostorlek',
  'Vælg størrelse',
  'Skostørrelse',
  'Velg størrelse',
  'Valitse koko',
  'Kengän koko',
  'Vyberte velikost',
  'Válassz méretet',
  'Cipőméret',
  'Alege mărimea',
  'Επιλέξτε μέγεθος',
  'Beden seçin',
  'Выберите размер',
  'サイズを選択してください',
  '靴のサイズ',
  '사이즈 선택',
  '신발 사이즈',
  '请选择尺码',
  '鞋码',
];

const colour = [
  'Select colour',
  'Choose a color',
  'Your colour',
  'Shirt colour',
  'Farbe wählen',
  'Wunschfarbe',
  'Farbauswahl',
  'Farbe / Colour',
  'Choisir la couleur',
  'Couleur du sac',
  'Elige el color',
  'Scegli il colore',
  'Kies een kleur',
  'Kleurkeuze',
  'Escolha a cor',
  'Wybierz kolor',
  'Wybór koloru',
  'Välj färg',
  'Vælg farve',
  'Velg farge',
  'Valitse väri',
  'Vyberte barvu',
  'Válassz színt',
  'Alege culoarea',
  'Επιλέξτε χρώμα',
  'RENK SEÇİMİ',
  'Выберите цвет',
  'カラーを選択',
  'お色',
  '색상을 선택하세요',
  '请选择颜色',
  '選擇顏色',
];

/** Names of something else, of both, or of one of several. */
const unread = [
  'Size of the box',
  'Box size',
  'Gift size',
  'Gift wrap colour',
  'Colour of the ribbon',
  'Thread colour',
  'Engraving colour',
  'Font size',
  'Schriftgröße',
  'Schriftfarbe',
  'Garnfarbe',
  'Größe des Bilderrahmens',
  'Couleur du ruban',
  'Couleur de la broderie',
  'Color del hilo',
  'Colore del nastro',
  '文字の色',
  '箱のサイズ',
  '포장 색상',
  '包装颜色',
  'Colour/Size',
  'Größe & Farbe',
  'Size chart',
  'Size 1',
  'Colour 2',
  'sizes',
  'Size (cm)',
  'Dog size',
  'Style',
  'Modell',
  'Engraving',
  'Gift note',
  'Delivery date',
  'Order note',
  '',
];

test.each(size)('%j is read as the size', (name) => {
  expect(readName(name)).toMatchObject({what: 'size'});
});

test.each(colour)('%j is read as the colour', (name) => {
  expect(readName(name)).toMatchObject({what: 'colour'});
});

test.each(unread)('%j is read as neither', (name) => {
  expect(readName(name)).toBeNull();
});

describe('the properties of a line', () => {
  const one = (key: string, value: string | null): LineProperty => ({key, value});
  const none = {colour: [], size: [], unread: [], always: []};

  test('that are hidden or empty are ignored, and one without a name is not', () => {
    const ignored = [one('_size', 'L'), one('_Engraving', 'Ada'), one('Engraving', ' \u200b'), one('Size', null)];
    expect(readProperties(ignored, [])).toEqual(none);
    expect(readProperties([one('', 'L')], [])).toEqual({...none, unread: ['']});
  });

  test('mean what the merchant answered for the name, however it is written, also where the name could be read', () => {
    const answers = [
      {name: 'Schnitt', meaning: 'size'},
      {name: 'Gravur:', meaning: 'always'},
      {name: 'Delivery date', meaning: 'never'},
      {name: 'Size', meaning: 'never'},
    ] as const;
    const given = [one('SCHNITT *', 'M'), one('gravur', 'Ada'), one('delivery-date', 'Monday'), one('Size', 'box')];
    expect(readProperties(given, answers)).toEqual({...none, size: ['M'], always: ['gravur']});
  });

  test.each([
    ['Size (UK)', '8', 'UK 8'],
    ['US shoe size', ' 9.5 ', 'US 9.5'],
    ['Size (UK)', 'UK 8', 'UK 8'],
    ['Size (US)', 'M', 'M'],
    ['Size (EU)', '38', '38'],
    ['Talla de zapato', '38', '38'],
  ])('named %j with %j is the size %j: a number of one system is not taken for that of another', (key, value, word) => {
    expect(readProperties([one(key, value)], []).size).toEqual([word]);
  });

  test('are listed as they were entered, with what each means', () => {
    const given = [one('Size', 'L'), one('_hidden', 'x'), one('Engraving', 'Ada')];
    expect(listProperties(given, [])).toEqual([
      {key: 'Size', value: 'L', meaning: 'size'},
      {key: 'Engraving', value: 'Ada', meaning: 'unread'},
    ]);
  });

  test('with other accents, signs and case have one name, and those without letters keep theirs', () => {
    expect(foldName('  GRÖSSE (EU):')).toBe(foldName('größe eu'));
    expect(foldName('**')).not.toBe(foldName('?'));
  });
});
