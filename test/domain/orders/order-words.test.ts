// Which colour and size are ordered, and where each comes from.
import {describe, expect, test} from 'vitest';
import {noDetails} from '#domain/orders/merchant-overrides.ts';
import {
  type CatalogueTexts,
  derivedWords,
  planWords,
  type SoldLine,
  withoutTypedWords,
} from '#domain/orders/order-words.ts';
import type {OrderRules} from '#domain/orders/plan-dropship.ts';
import {readProperties} from '#domain/orders/properties/line-properties.ts';
import {toStoreNote} from '#domain/orders/store-note.ts';
import {newShopSettings, Settings} from '#domain/settings/settings.ts';
import {blueShirt, orderRules} from '../builders.ts';

const article = {...blueShirt, colour: null, size: null};
const nothing = {colours: [], sizes: []};

type Case = {
  sold?: Partial<SoldLine>;
  stated?: {colours?: readonly string[]; sizes?: readonly string[]};
  texts?: Partial<CatalogueTexts>;
  rules?: Partial<OrderRules>;
  typed?: {colour?: string; size?: string};
};

const plan = ({sold, stated, texts, rules, typed}: Case) =>
  planWords(
    {article, properties: [], ...sold},
    {...nothing, ...stated},
    {category: 'Shirts', sizes: '', unit: 'pc', defined: null, ...texts},
    {...orderRules, ...rules},
    {details: {...noDetails, ...typed}},
  );
const entered = (...pairs: readonly (readonly [string, string | null])[]): Partial<SoldLine> => ({
  properties: pairs.map(([key, value]) => ({key, value})),
});
const numberedNotes = (count: number) =>
  Array.from({length: count}, (_, index): readonly [string, string] => [`Note ${index}`, 'x']);
const asked = {kind: 'needs_details'};

describe('an unstated size', () => {
  test('is taken from the catalogue’s text where that names one, and asked where it names more or the unit is a pack', () => {
    expect(plan({texts: {sizes: 'One size'}}).size).toEqual({word: 'One size', from: 'catalogue'});
    expect(plan({texts: {sizes: 'S–XXL'}}).size).toMatchObject({...asked, reason: {code: 'size_missing'}});
    expect(plan({texts: {sizes: 'One size', unit: 'pack'}}).size).toMatchObject(asked);
    expect(plan({texts: {sizes: null, unit: null}}).size).toMatchObject(asked);
  });

  test('is what the merchant answers for the article or its category, before the text, and for the shop, after it', () => {
    const answer = {articleId: null, category: null, colour: null, size: null};
    const texts = {sizes: '42'};
    const rules = {standingSize: 'any', standingAnswers: [{...answer, category: 'shirts', size: '44'}]};
    expect(plan({texts, rules}).size).toEqual({word: '44', from: 'standing'});
    expect(plan({texts, rules: {standingSize: 'any'}}).size).toEqual({word: '42', from: 'catalogue'});
    expect(plan({rules: {standingSize: 'any'}}).size).toEqual({word: 'any', from: 'standing'});
  });

  test('is asked for each order where the merchant wants that for the article, whatever else is answered', () => {
    const answer = {articleId: null, category: null, colour: null, size: null};
    const asks = {...answer, articleId: article.articleId, asks: ['size' as const]};
    const rules = {standingSize: 'any', standingAnswers: [{...answer, category: 'Shirts', size: '44'}, asks]};
    expect(plan({texts: {sizes: '42'}, rules}).size).toMatchObject({...asked, reason: {code: 'size_missing'}});
    expect(plan({texts: {sizes: '42'}, rules, typed: {size: '43'}}).size).toEqual({word: '43', from: 'typed'});
  });

  test('is never taken from the text where the supplier states sizes', () => {
    expect(plan({texts: {sizes: '42'}, stated: {sizes: ['42', '44']}}).size).toMatchObject(asked);
  });
});

describe('what the buyer entered with the line', () => {
  test.each([
    ['Colour', 'colour'],
    ['COLOR:', 'colour'],
    ['Farbe', 'colour'],
    ['couleur *', 'colour'],
    ['Färg', 'colour'],
    ['farg', 'colour'],
    ['色', 'colour'],
    ['Size', 'size'],
    ['Größe', 'size'],
    ['GROSSE', 'size'],
    ['Groesse', 'size'],
    ['Taille', 'size'],
    ['tamano', 'size'],
    ['Størrelse', 'size'],
    ['サイズ', 'size'],
  ] as const)('is read where it is named %j', (key, what) => {
    const none = {colour: [], size: [], unread: [], always: []};
    expect(readProperties([{key, value: ' 42 '}], [])).toEqual({...none, [what]: ['42']});
  });

  test('is ordered where the supplier states none, before any standing answer', () => {
    const sold = entered(['Farbe', 'Dunkelblau'], ['Größe', 'EU 42']);
    const rules = {standingColour: 'as pictured', standingSize: 'one size'};
    expect(plan({sold, rules, texts: {sizes: '44'}})).toEqual({
      colour: {word: 'Dunkelblau', from: 'property'},
      size: {word: 'EU 42', from: 'property'},
    });
  });

  test('must be one of the words the supplier states, else the merchant is asked', () => {
    const stated = {colours: ['Red', 'Blue'], sizes: ['M']};
    expect(plan({sold: entered(['Colour', ' blue'], ['Size', 'm']), stated})).toEqual({
      colour: {word: 'Blue', from: 'property'},
      size: {word: 'M', from: 'property'},
    });
    const other = plan({sold: entered(['Colour', 'Ada Beispiel'], ['Size', 'L']), stated});
    expect(other).toMatchObject({
      colour: {...asked, reason: {code: 'colour_missing', text: expect.stringContaining('Red, Blue')}},
      size: {...asked, reason: {code: 'size_missing', text: expect.stringContaining('order: M.')}},
    });
    expect(JSON.stringify(other)).not.toContain('Ada');
  });

  test.each([
    ['two colours', entered(['Colour', 'Red'], ['Farbe', 'Blau'])],
    ['a sentence', entered(['Colour', 'red; please call me at ada@shopper.example'])],
    ['a text of eighty letters', entered(['Colour', 'r'.repeat(80)])],
  ])('is asked where it is %s, though there is a standing answer', (_what, sold) => {
    expect(plan({sold, rules: {standingColour: 'as pictured'}}).colour).toMatchObject(asked);
  });

  test('is asked where its size is a range, though the catalogue names one', () => {
    expect(plan({sold: entered(['Size', 'S-L']), texts: {sizes: '42'}}).size).toMatchObject(asked);
  });

  test('is one word where two properties say the same, and none where it is blank', () => {
    expect(plan({sold: entered(['Size', 'M'], ['Größe', 'm'])}).size).toEqual({word: 'M', from: 'property'});
    expect(plan({sold: entered(['Size', '\u200b'], ['Größe', null]), texts: {sizes: 'M'}}).size).toEqual({
      word: 'M',
      from: 'catalogue',
    });
  });

  test.each([
    ['more properties than are read', entered(...numberedNotes(100), ['Size', 'L'])],
    ['a name that is longer than is read', entered([`Size${' '.repeat(10_000)}`, 'L'])],
    ['a size that is longer than is read', entered(['Size', ' '.repeat(10_000)])],
  ])('is asked where it is %s: that may name a colour or size', (_what, sold) => {
    const rules = {standingColour: 'as pictured', standingSize: 'one size'};
    const {size} = plan({sold, rules, stated: {sizes: ['M']}});
    expect(size).toMatchObject({...asked, reason: {code: 'size_missing', text: expect.stringContaining('order: M.')}});
    expect(plan({sold, rules, typed: {size: 'M'}}).size).toEqual({word: 'M', from: 'typed'});
    expect(plan({sold: {...sold, article: {...article, size: 'S'}}, rules}).size).toEqual({word: 'S', from: 'variant'});
  });

  test('is read beside as many long properties as an app hides, and up to a hundred others', () => {
    const hidden = Array.from({length: 500}, (_, index) => [`_part ${index} ${'x'.repeat(900)}`, 'x'] as const);
    const sold = entered(...hidden, ...numberedNotes(98), ['Engraving', 'x'.repeat(9_000)], ['Size', 'L']);
    expect(plan({sold}).size).toEqual({word: 'L', from: 'property'});
  });

  test('stands back behind the variant’s word and the merchant’s', () => {
    const sold = {...entered(['Colour', 'Red'], ['Size', 'L']), article: {...article, colour: 'Blue'}};
    expect(plan({sold, typed: {size: 'M'}})).toEqual({
      colour: {word: 'Blue', from: 'variant'},
      size: {word: 'M', from: 'typed'},
    });
  });
});

describe('a shop that is installed now', () => {
  const {orders} = Settings.parse(newShopSettings);

  test('orders an unstated colour as pictured, and asks where the supplier states colours', () => {
    expect(plan({rules: orders}).colour).toEqual({word: 'as pictured', from: 'standing'});
    expect(plan({rules: orders, stated: {colours: ['Red', 'Blue']}}).colour).toMatchObject(asked);
    expect(plan({rules: orders}).size).toMatchObject(asked);
  });

  test('differs from one that has set nothing in this answer and the delay alone', () => {
    const earlier = Settings.parse({});
    expect(plan({rules: earlier.orders}).colour).toMatchObject(asked);
    expect({...orders, standingColour: null, delayMinutes: 0}).toEqual(earlier.orders);
  });
});

test('what was taken is told to the merchant and in the store’s note, and what the variant says is not', () => {
  const {colour, size} = plan({
    sold: {article: {...article, colour: 'Blue'}},
    texts: {sizes: 'One size'},
  });
  if (!('word' in colour) || !('word' in size)) throw new Error('both are known');
  const words = {colour, size};
  const text = 'Size “One size”: taken from the size text in the supplier’s catalogue.';
  expect(derivedWords(words)).toEqual([{what: 'size', word: 'One size', from: 'catalogue', text}]);
  const noted = {line_gid: 'l', article_name: 'Cap', quantity: 1, reference: 'r', ref: null, flags: [], flags_seen: []};
  const value = (of: typeof words | null) => toStoreNote([{...noted, state: 'waiting', words: of}]).value;
  expect(value(words)).toMatchObject({orders: [{taken: [{what: 'size', word: 'One size', from: 'catalogue'}]}]});
  expect(JSON.stringify(value(null))).not.toContain('taken');
});

test('what the merchant typed is not kept in the clear before it is sent', () => {
  const typed = {word: 'M', from: 'typed'} as const;
  const colour = {word: 'Blue', from: 'variant'} as const;
  expect(withoutTypedWords({colour, size: typed})).toEqual({colour, size: null});
});
