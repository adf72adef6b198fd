// The merchant's price settings. Percentages as people write them, amounts in minor units.
import {z} from 'zod';
import {CurrencyCode} from '#domain/ids.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {amountRange, bufferRange, markupRange, priceSettings} from '#domain/settings/pricing.ts';
import {numberSchema, storedShape} from '#domain/settings/schemas.ts';

const Words = z.array(z.string().min(1).max(500)).max(5_000);
const Cents = z
  .number()
  .int()
  .min(0)
  .max(100 * amountRange.most);

/** The first rule whose conditions all hold is applied; without one, the default. */
export const PriceRule = z.object({
  id: z.string().min(1).max(60),
  brands: Words.default([]),
  categories: Words.default([]),
  /** Euro cents of cost; lower limit included, upper limit excluded. */
  costFrom: Cents.nullable().default(null),
  costTo: Cents.nullable().default(null),
  markupPercent: numberSchema({range: markupRange, isWhole: false}),
  /** Minor units of the store's currency, added to the net price. */
  addOn: Cents.default(0),
});
export type PriceRule = z.infer<typeof PriceRule>;

const ExchangeRate = z.object({
  currency: CurrencyCode,
  /** How many units of the currency one euro buys, as decimal text. */
  perEuro: z.string().regex(/^\d{1,7}(\.\d{1,8})?$/),
  /** The date of the merchant's rate, YYYY-MM-DD. */
  asOf: z.iso.date(),
  /** Per cent added to the rate, in case it moves. */
  bufferPercent: numberSchema({range: bufferRange, isWhole: false}).default(0),
});

/**
 * Prices are raised to the next amount with one of these endings, e.g. 95 and 99 in cents; whole thousands for currencies without
 * decimals.
 */
const Rounding = z
  .object({
    currency: CurrencyCode,
    /** Minor units below `step`. */
    endings: z.array(z.number().int().min(0).max(99_999)).min(1).max(10),
    /** Minor units after which endings repeat: 100 for .99, 1000 for 9.99. */
    step: z.number().int().min(1).max(100_000),
  })
  .refine(({endings, step}) => endings.every((ending) => ending < step), 'An ending must be smaller than its step.');

const {markupPercent, vatPercent, compareAt, capAtRrp, floorMarginPercent} = storedShape(priceSettings);

/** Fingerprints of stored prices depend on the order of these names. */
export const PricingSettings = z.object({
  rules: z.array(PriceRule).max(500).default([]),
  markupPercent,
  addOn: Cents.default(0),
  vatPercent,
  rate: ExchangeRate.nullable().default(null),
  rounding: z.array(Rounding).max(20).default([]),
  compareAt,
  capAtRrp,
  floorMarginPercent,
  /**
   * The zone whose shipping fee is part of every price; left out: none. It has no default, so that stored settings without it
   * keep their fingerprints.
   */
  carryZone: z.enum(zoneCodes).optional(),
});
export type PricingSettings = z.infer<typeof PricingSettings>;
