import {expect, test} from 'vitest';
import {estimateSizes} from '#domain/catalogue/estimate-sizes.ts';

test.each([
  ['S–XXL', 'Shirts', 5],
  ['XXS-4XL', 'Shirts', 9],
  ['XS, S, M', 'Shirts', 3],
  ['S/M/L', 'Shirts', 3],
  ['44–54', 'Coats', 6],
  ['EU 36 - 42', 'Dresses', 4],
  ['36–41', 'Sneakers', 6],
  ['36–40', 'Boots', 5],
  ['34 36 38', 'Trousers', 3],
  ['W28–W34 / L32', 'Jeans', 7],
  ['W28–W31 / L30 L32 L34', 'Jeans', 12],
  ['One size', 'Bags', 1],
] as const)('"%s" of %s counts about %i sizes', (text, category, sizes) => {
  expect(estimateSizes(text, category)).toHaveLength(sizes);
});

test.each([
  ['W28–W30 / L32', 'Jeans', ['W28/L32', 'W29/L32', 'W30/L32']],
  ['S–3XL', 'Shirts', ['S', 'M', 'L', 'XL', 'XXL', '3XL']],
  ['XL-XXXL', 'Shirts', ['XL', 'XXL', 'XXXL']],
] as const)('"%s" of %s is counted in the words that the text uses', (text, category, words) => {
  expect(estimateSizes(text, category)).toEqual(words);
});

test.each([
  '',
  '2S 4M 4L 2XL per pack',
  '12 pcs: 3S 3M 3L 3XL',
  'box of 10, sizes mixed',
  '36–40 / 41–45, 12 pairs per box',
])('"%s" names nothing to choose from', (text) => {
  expect(estimateSizes(text, 'Shirts')).toEqual([]);
});
