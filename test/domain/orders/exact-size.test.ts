// When the catalogue's free text for sizes names exactly one size: strict, since a wrong size is a parcel that comes back.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {exactSize} from '#domain/orders/exact-size.ts';

const one = [
  'One size',
  'one size',
  'ONE SIZE',
  'One-Size',
  'OS',
  'O/S',
  'U',
  'TU',
  'T.U.',
  'Einheitsgröße',
  'Taille unique',
  'Taglia unica',
  'Talla única',
  'XL',
  'xl',
  'XXS',
  'M',
  '3XL',
  '42',
  '42,5',
  '42.5',
  '37½',
  '37 2/3',
  '0',
  '110',
  'EU 42',
  'EU42',
  'IT 48',
  '8 UK',
  'US 8.5',
  'Size M',
  'Gr. 42',
  'Größe: 42',
  'T.38',
  'TG 50',
  'W32',
  'W32/L34',
  'W32 L34',
  '75B',
  '80 DD',
  '6 years',
  '8 ans',
  '85 cm',
  '100 ml',
  '30 x 40 x 12 cm',
  '30×40 cm',
];

const notOne = [
  'S–XXL',
  'S-XXL',
  'S — XXL',
  '44-54',
  '44–54',
  'EU 36–41',
  'S/M',
  'M/L',
  'S, M',
  'S,M',
  'S M',
  'S;M',
  'S+M',
  'S|M',

  'S to XL',
  'S bis XL',
  'from S',
  'ab 44',
  '42 44',
  '42/44',
  '42,43',
  '42.43',
  '98/104',
  '32/34',
  'W28–W36 / L32',
  '6 pcs 2S 2M 2L',
  '6 pcs',
  '12 pcs: 3S 3M',
  '2S 4M 4L 2XL per pack',
  '1S 2M 2L 1XL',
  'pack',
  'box',
  'box of 10',
  'size run 2-4-4-2',
  '6-12 months',
  '12 M',
  '2x40',
  '6x100 ml',
  '2 x M',
  'M (2)',
  '3 M',
  'XL*',
  'XL or L',
  '44+',

  'One size (S–L)',
  'one size / XL',
  'one size or two',
  '',
  ' ',
  '-',
  'n/a',
  'various',
  'see picture',
  'kids',
  '2X',

  '421',
  '999',
  '1-2-3-3-2-1',
  '50 %',
  'sizes 42',
  'all sizes',
  'S M L XL',
  '36 38 40',
  '4 2',
  '٤٢',
  'XXXXXL',
  '75AB',
];

describe('a text for sizes', () => {
  test.each(one)('%j is one size, and is ordered as it is written', (text) => {
    expect(exactSize(text, 'pc')).toBe(text);
    expect(exactSize(`  ${text} `, 'pc')).toBe(text);
  });

  test.each(notOne)('%j is asked', (text) => {
    expect(exactSize(text, 'pc')).toBeNull();
  });

  test.each(['pcs', 'Stk', 'Stk.', 'pair', 'STU\u0308CK', 'Paar'])('of what is sold by the %j it is taken', (unit) => {
    for (const text of one) expect(exactSize(text, unit)).toBe(text);
  });

  test.each(['pack', 'box', 'set', 'carton', 'dozen', ''])('of what is sold by the %j nothing is taken', (unit) => {
    for (const text of one) expect(exactSize(text, unit)).toBeNull();
  });

  const sizes = fc.constantFrom(...one);
  const between = fc.constantFrom(
    '-',
    '–',
    ' - ',
    '—',
    '/',
    ' / ',
    ',',
    ', ',
    ';',
    ' ',
    ' to ',
    ' bis ',
    ' à ',
    '+',
    '|',
    '\n',
    ' or ',
    ' & ',
  );

  test('two sizes with anything between them are never one', () => {
    const letters = fc.constantFrom('XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL');
    const whole = fc.integer({min: 28, max: 60}).map(String);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(letters, letters), fc.tuple(whole, whole)), between, ([first, second], mark) => {
        expect(exactSize(`${first}${mark}${second}`, 'pc')).toBeNull();
      }),
    );
  });

  test('one size with a count or a word for packs around it is never one', () => {
    const rule = fc.constantFrom(
      'pcs',
      'pieces',
      'per pack',
      'box',
      'pack',
      'set of 3',
      'mixed',
      'assorted',
      'x 2',
      '× 3',
      'each',
    );
    fc.assert(
      fc.property(sizes, rule, fc.boolean(), (size, word, isFirst) => {
        expect(exactSize(isFirst ? `${word} ${size}` : `${size} ${word}`, 'pc')).toBeNull();
      }),
    );
  });

  test('whatever the text is, it is taken as it is written or not at all', () => {
    const part = fc.constantFrom(
      'S',
      'M',
      'XL',
      '42',
      '4',
      '5',
      ',',
      '.',
      '-',
      '–',
      '/',
      ' ',
      'x',
      'cm',
      'EU',
      'pcs',
      '½',
      'ml',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, {maxLength: 6}).map((parts) => parts.join('')),
        ),
        (text) => {
          expect([null, text.trim().replaceAll(/\s+/g, ' ')]).toContain(exactSize(text, 'pc'));
        },
      ),
      {numRuns: 500},
    );
  });
});
