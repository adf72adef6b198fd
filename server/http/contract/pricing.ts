// Prices tried on one article before they are saved.
import {z} from 'zod';
import {highestAmount} from '#domain/catalogue/article.ts';
import {shippingCountedWords} from '#domain/margins/shipping-counted.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import type {PriceStep} from '#domain/pricing/price-trace.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';

/** POST /api/pricing/try: an article of the catalogue, or any cost in euro cents. */
export const PriceTryInput = z
  .object({
    pricing: PricingSettings,
    articleId: z.string().min(1).max(200).optional(),
    cost: z.number().int().min(1, 'Enter a cost above 0.').max(highestAmount, 'Enter a smaller cost.').optional(),
  })
  .refine(({articleId, cost}) => (articleId === undefined) !== (cost === undefined), {
    message: 'Name an article or a cost.',
    path: ['articleId'],
  });
export type PriceTryInput = z.input<typeof PriceTryInput>;

/** What is checked of a step of a price calculation. */
const AnyStep = z.object({step: z.string(), amount: z.number()});
/** One step of a price calculation. Only `step` and `amount` are checked; the type of the other fields is in domain/pricing/price-trace. */
export const TraceStep = z.custom<PriceStep>((value) => AnyStep.safeParse(value).success);

const NullableAmount = z.number().nullable();

/** Amounts in minor units of the store's currency; `cost` and some amounts of `trace` in euro cents. */
export const PriceTry = z.object({
  /** Null: a cost was tried. */
  article: z.object({id: z.string(), name: z.string(), brand: z.string(), category: z.string()}).nullable(),
  /** The cost in euro cents; null: neither `a=stock` nor the supplier's list states one, as far as they were read. */
  cost: z.number().nullable(),
  /** Whether the cost is the one of the supplier's list, because the article's details were not read yet. */
  isListCost: z.boolean(),
  currency: z.string().nullable(),
  /** Null if no price can be calculated; `reason` then says why. */
  price: NullableAmount,
  compareAt: NullableAmount,
  reason: z.string().nullable(),
  /** The steps of the calculation. */
  trace: z.array(TraceStep),
  /** The lowest price at which one piece loses money in no zone the store sells to; null: not known, or no such zone. */
  leastPrice: NullableAmount,
  /** Whether `zones` and `leastPrice` count what the store charges for shipping. */
  shipping: z.enum(shippingCountedWords),
  /** What is left of one piece, and of three in one parcel. */
  zones: z.array(
    z.object({
      zone: z.enum(zoneCodes),
      fee: NullableAmount,
      transit: z.string(),
      one: NullableAmount,
      three: NullableAmount,
      /** What the shopper or the merchant pays at the border; null: nothing. */
      duty: z.string().nullable(),
    }),
  ),
});
export type PriceTry = z.infer<typeof PriceTry>;

/** GET /api/pricing/examples: up to three chosen articles to try prices on, the cheapest first. */
export const PriceExamples = z.object({
  examples: z
    .array(z.object({articleId: z.string(), name: z.string(), brand: z.string(), picture: z.string().nullable()}))
    .max(3),
});
export type PriceExamples = z.infer<typeof PriceExamples>;
