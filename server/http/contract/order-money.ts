// What store orders and products leave. Amounts in minor units of the currency named beside them, fees of zones in euro cents.
import {z} from 'zod';
import {leftOutWhys} from '#domain/margins/store-order-margin.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {zoneCodes} from '#domain/orders/zone.ts';

const Amount = z.number().nullable();

/** One dropship order of a store order: one article, one shipping fee. */
const MoneyLine = z.object({
  id: z.string(),
  articleName: z.string(),
  quantity: z.number(),
  state: z.enum(dropshipStates),
  zone: z.string().nullable(),
  /** What its pieces bring, after discounts and refunds, without tax; 0 for what is not charged. */
  revenue: Amount,
  /** In the store's currency; null where not known, or where no exchange rate is set. */
  cost: Amount,
  fee: Amount,
  /** Price and fee are those the supplier stated last, because the order was not sent yet. */
  estimated: z.boolean(),
  /** False for what was never sent, was taken back, or was refunded by the supplier: it costs nothing, and brings nothing. */
  charged: z.boolean(),
});

/** GET /api/store-orders/:gid/money */
export const StoreOrderMoney = z.object({
  orderGid: z.string(),
  orderName: z.string(),
  currency: z.string(),
  /** Lines of ours, and their part of the shipping, after discounts and refunds, without tax; without what is left out. */
  revenue: z.number(),
  shipping: z.number(),
  cost: Amount,
  fees: Amount,
  /** How many dropship orders carry a fee: three articles, three fees. */
  feesCharged: z.number(),
  margin: Amount,
  /** Whether the margin is below 0; null while that is not known. */
  losesMoney: z.boolean().nullable(),
  /** Dropship orders whose price or fee is not known: the margin is still without them. */
  unknown: z.number(),
  /** What the buyer is charged and the margin does not count, because what it costs is not known here; `text` says why. */
  leftOut: z.array(z.object({why: z.enum(leftOutWhys), amount: z.number(), text: z.string()})),
  lines: z.array(MoneyLine),
  /** What has to be said with the figures, in sentences. */
  notes: z.array(z.string()),
  readAt: z.iso.datetime(),
});
export type StoreOrderMoney = z.infer<typeof StoreOrderMoney>;

const ZoneTerms = z.object({
  zone: z.enum(zoneCodes),
  deliversTo: z.string(),
  /** Working days from dispatch, without time in customs. */
  transit: z.string(),
  notes: z.array(z.string()),
});

/** GET /api/articles/:id/margins */
export const ArticleMargins = z.object({
  articleId: z.string(),
  name: z.string(),
  currency: z.string().nullable(),
  /** Whether the price is the store's own, or what the settings would make of the cost. */
  priceFrom: z.enum(['store', 'settings']),
  /** One entry for each price the article's variants have. */
  prices: z.array(
    z.object({
      price: z.number(),
      zones: z.array(ZoneTerms.extend({fee: Amount, one: Amount, three: Amount})),
    }),
  ),
  /** Why there are no figures, in words. */
  reason: z.string().nullable(),
  notes: z.array(z.string()),
});
export type ArticleMargins = z.infer<typeof ArticleMargins>;

/** GET /api/shipping */
export const Shipping = z.object({
  zones: z.array(ZoneTerms.extend({/** Euro cents per dropship order. */ fee: z.number()})),
  /** Countries the store sells to and the supplier does not deliver to; null where Shopify could not be asked. */
  unserved: z.array(z.string()).nullable(),
  notes: z.array(z.string()),
});
export type Shipping = z.infer<typeof Shipping>;
