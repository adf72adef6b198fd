// The price that a merchant sets for one article, as requests and answers name it.
import {z} from 'zod';
import {highestOwnAmount} from '#domain/pricing/own-prices/own-price.ts';
import {markupRange} from '#domain/settings/pricing.ts';

/** Minor units of the currency, or per cent of the cost with two decimals. */
export const OwnPrice = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('fixed'),
      amount: z
        .int('Give the price in whole minor units.')
        .min(1, 'Enter a price above 0.')
        .max(highestOwnAmount, 'Enter a smaller price.'),
      currency: z.string().regex(/^[A-Z]{3}$/, 'Name the currency.'),
    }),
    z.strictObject({
      kind: z.literal('markup'),
      percent: z
        .number('Enter the markup in per cent.')
        .min(markupRange.least, markupRange.tooLittle)
        .max(markupRange.most, markupRange.tooMuch)
        .multipleOf(0.01, 'Give at most two decimals.'),
    }),
  ],
  {error: 'Say fixed or markup.'},
);
