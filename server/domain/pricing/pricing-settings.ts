// The schema of the merchant's price settings. Percentages are as people write them (60 is 60 %), amounts are in minor units.
import {z} from 'zod';
import {CurrencyCode} from '#domain/ids.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {amountRange, bufferRange, markupRange, paymentFixedRange, priceSettings} from '#domain/settings/pricing.ts';
import {numberSchema, storedShape} from '#domain/settings/schemas.ts';

const WordList = z.array(z.string().min(1).max(500)).max(5_000);
const MinorAmount = z
  .number()
  .int()
  .min(0)
  .max(100 * amountRange.most);

/** Markup and add-on for some articles. The first rule whose conditions all hold applies; if none does, the general markup. */
export const PriceRule = z.object({
  id: z.string().min(1).max(60),
  brands: WordList.default([]),
  categories: WordList.default([]),
  /** Limits of the article's cost in euro cents; the lower limit is included, the upper one is not. */
  costFrom: MinorAmount.nullable().default(null),
  costTo: MinorAmount.nullable().default(null),
  markupPercent: numberSchema({range: markupRange, isWhole: false}),
  /** Minor units of the store's currency, added to the net price. */
  addOn: MinorAmount.default(0),
});
export type PriceRule = z.infer<typeof PriceRule>;

/** The merchant's exchange rate from euro to the store's currency. */
const ExchangeRate = z.object({
  currency: CurrencyCode,
  /** How many units of the currency one euro buys, as decimal text. */
  perEuro: z.string().regex(/^\d{1,7}(\.\d{1,8})?$/),
  /** The day of the merchant's rate, YYYY-MM-DD. */
  asOf: z.iso.date(),
  /** Per cent added to the rate, in case it moves. */
  bufferPercent: numberSchema({range: bufferRange, isWhole: false}).default(0),
});

/**
 * Prices are raised to the next amount with one of these endings, e.g. 95 and 99 in cents; whole thousands for currencies without
 * decimals.
 */
const RoundingRule = z
  .object({
    currency: CurrencyCode,
    /** The wanted endings in minor units, each less than `step`. */
    endings: z.array(z.number().int().min(0).max(99_999)).min(1).max(10),
    /** Minor units after which endings repeat: 100 for .99, 1000 for 9.99. */
    step: z.number().int().min(1).max(100_000),
  })
  .refine(({endings, step}) => endings.every((ending) => ending < step), 'An ending must be smaller than its step.');

const {markupPercent, vatPercent, paymentPercent, compareAt, capAtRrp, floorMarginPercent} = storedShape(priceSettings);

/** Fingerprints of stored prices depend on the order of these names, but for those that `decidingPrices` leaves out. */
export const PricingSettings = z.object({
  rules: z.array(PriceRule).max(500).default([]),
  markupPercent,
  addOn: MinorAmount.default(0),
  vatPercent,
  rate: ExchangeRate.nullable().default(null),
  rounding: z.array(RoundingRule).max(20).default([]),
  compareAt,
  capAtRrp,
  floorMarginPercent,
  paymentPercent,
  /** What the payment provider keeps of each payment besides the percentage, in minor units of the store's currency. */
  paymentFixed: z
    .number()
    .int()
    .min(0, paymentFixedRange.tooLittle)
    .max(1_000 * paymentFixedRange.most, paymentFixedRange.tooMuch)
    .default(0),
  /**
   * The zone whose shipping fee is part of every price; left out: none. It has no default, so that stored settings without it
   * keep their fingerprints.
   */
  carryZone: z.enum(zoneCodes).optional(),
});
export type PricingSettings = z.infer<typeof PricingSettings>;

/** What prices depend on: payment fees only change what is left of them. */
export function decidingPrices(pricing: PricingSettings): Omit<PricingSettings, 'paymentPercent' | 'paymentFixed'> {
  const {paymentPercent: _percent, paymentFixed: _fixed, ...deciding} = pricing;
  return deciding;
}
