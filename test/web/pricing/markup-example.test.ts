// The example under the markup follows what is typed.
import {expect, test} from 'vitest';
import {markupExample} from '../../../web/shared/pricing/pricing-fields.ts';

test.each([
  ['60', '60 % turns a cost of €10.00 into €16.00 before tax.'],
  ['120', '120 % turns a cost of €10.00 into €22.00 before tax.'],
  ['62,5 %', '62.5 % turns a cost of €10.00 into €16.25 before tax.'],
  ['', '60 % turns a cost of €10.00 into €16.00 before tax.'],
  ['much', '60 % turns a cost of €10.00 into €16.00 before tax.'],
])('a markup of "%s" is explained with its own numbers, or with the usual ones', (typed, said) => {
  expect(markupExample(typed)).toBe(said);
});
