// Margins of store orders and products. Amounts in minor units of the currency beside them, zone fees in euro cents.
import {z} from 'zod';
import {shippingCountedWords} from '#domain/margins/shipping-counted.ts';
import {leftOutReasons} from '#domain/margins/store-order-margin.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {zoneCodes} from '#domain/orders/zone.ts';

const NullableAmount = z.number().nullable();

/** One dropship order of a store order: one article, one shipping fee. */
const MoneyLine = z.object({
  id: z.string(),
  articleName: z.string(),
  quantity: z.number(),
  state: z.enum(dropshipStates),
  zone: z.string().nullable(),
  /** Revenue of its pieces, after discounts and refunds, without tax; 0 if not charged, null if not known. */
  revenue: NullableAmount,
  /** The cost of the goods in the store's currency, also where `charged` is false; null if unknown, or if no exchange rate is set. */
  cost: NullableAmount,
  fee: NullableAmount,
  /** True: the order was not sent yet, or its price or fee was not stored. A missing amount is then the supplier's latest, if known. */
  estimated: z.boolean(),
  /** False if cancelled before sending, dismissed, refunded by the supplier, or without pieces: the margin leaves it out. */
  charged: z.boolean(),
});

/** GET /api/store-orders/:gid/money: revenue, cost and margin of our lines of one store order. */
export const StoreOrderMoney = z.object({
  orderGid: z.string(),
  orderName: z.string(),
  currency: z.string(),
  /** Revenue of our lines and their share of the shipping, after discounts and refunds, without tax; excludes `leftOut`. */
  revenue: z.number(),
  shipping: z.number(),
  /** The tax really charged on `revenue` and `shipping`; tax is no revenue. */
  tax: z.number(),
  /** Payment fees on revenue, shipping and tax, by the merchant's settings. */
  payment: z.number(),
  cost: NullableAmount,
  fees: NullableAmount,
  /** Number of charged dropship orders whose price and fee are known: three articles, three fees. */
  feesCharged: z.number(),
  margin: NullableAmount,
  /** In per cent of revenue and shipping; null as the margin, or if nothing is charged. */
  marginPercent: NullableAmount,
  /** Whether the margin is below 0; null while unknown. */
  losesMoney: z.boolean().nullable(),
  /** Dropship orders whose price or fee is not known; the margin includes their revenue, but not their cost. */
  unknown: z.number(),
  /** Amounts the buyer is charged but the margin excludes, because no charged dropship order serves them; `text` says why. */
  leftOut: z.array(z.object({why: z.enum(leftOutReasons), amount: z.number(), text: z.string()})),
  lines: z.array(MoneyLine),
  /** Notes on the figures, in sentences. */
  notes: z.array(z.string()),
  /** `settings`: the stored settings cannot be read, and amounts that need them are null. */
  settingsUnreadable: z.literal('settings').nullable(),
  readAt: z.iso.datetime(),
});
export type StoreOrderMoney = z.infer<typeof StoreOrderMoney>;

/** A zone of the supplier: where and how fast it delivers. */
const ZoneTerms = z.object({
  zone: z.enum(zoneCodes),
  deliversTo: z.string(),
  /** Working days from dispatch, without time in customs. */
  transit: z.string(),
  notes: z.array(z.string()),
});

/** Whether the store sells to the zone; null: the countries it sells to are not known. */
const IsSoldThere = z.boolean().nullable();

/** GET /api/articles/:id/margins: what is left of the article's prices in each zone. */
export const ArticleMargins = z.object({
  articleId: z.string(),
  name: z.string(),
  currency: z.string().nullable(),
  /** Whether the price is the store's own, or calculated from the cost with the settings. */
  priceFrom: z.enum(['store', 'settings']),
  /** The brand's recommended price in the store's currency, tax included; null: none, or no rate. */
  rrp: NullableAmount,
  /** One entry for each price the article's variants have in the store; else one for the calculated price, if there is one. */
  prices: z.array(
    z.object({
      price: z.number(),
      /** Whether the price is above the recommended one. */
      aboveRrp: z.boolean(),
      zones: z.array(
        ZoneTerms.extend({sold: IsSoldThere, fee: NullableAmount, one: NullableAmount, three: NullableAmount}),
      ),
    }),
  ),
  /** The product's variants as the store has them now; empty if the article is not in the store, or `currency` is null. */
  variants: z.array(z.object({gid: z.string(), sku: z.string().nullable(), price: NullableAmount})),
  /** Why there are no figures, in words. */
  reason: z.string().nullable(),
  /** Whether the figures contain what the store charges for shipping. */
  shippingCounted: z.enum(shippingCountedWords),
  notes: z.array(z.string()),
});
export type ArticleMargins = z.infer<typeof ArticleMargins>;

/** What the store's shoppers pay for shipping to a zone, in minor units of the store's currency. */
const ZoneCharges = z.object({
  /** Groups of countries of the zone that have the same rates. */
  groups: z
    .array(
      z.object({
        countries: z.array(z.string()).readonly(),
        rates: z
          .array(
            z.object({
              /** Null: a carrier or an app calculates the price, or the price or its limits are in another currency. */
              price: NullableAmount,
              /** The rate applies to orders of this value, both limits included; null: no limit, or it is in another currency. */
              from: NullableAmount,
              to: NullableAmount,
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
  /** Countries the store sells to, but has no rate for. */
  withoutRate: z.array(z.string()).readonly(),
});

/** GET /api/shipping: the supplier's zones, and what the store charges its shoppers there. */
export const Shipping = z.object({
  /** The store's currency; null if Shopify could not be read. */
  currency: z.string().nullable(),
  zones: z.array(
    ZoneTerms.extend({
      /** Euro cents per dropship order. */
      fee: z.number(),
      sold: IsSoldThere,
      /** What the store's shoppers pay for shipping there; null if it was not read. */
      charges: ZoneCharges.nullable(),
    }),
  ),
  /** Whether the zones' `charges` were read. If not: the markets have them, `read_shipping` is not granted, or Shopify did not answer. */
  charges: z.enum(['read', 'market_driven', 'not_permitted', 'unreachable']),
  /** False: the store has more shipping rates than were read, or none were read. */
  chargesComplete: z.boolean(),
  /** Countries the store sells to and the supplier does not deliver to; null if Shopify could not be read. */
  unserved: z.array(z.string()).nullable(),
  notes: z.array(z.string()),
});
export type Shipping = z.infer<typeof Shipping>;

/** Figures of the store orders of one day, or of all the days shown. */
const SalesTotal = {
  /** Store orders with articles of the supplier. */
  orders: z.number(),
  /** Minor units of the store's currency, without tax; excludes the `unknown` orders and the `ended` ones. */
  margin: z.number(),
  /** Orders whose margin is not known, or not known completely, or in another currency. */
  unknown: z.number(),
  /** Orders that were cancelled, refunded or closed as a whole: `margin` excludes them. */
  ended: z.number(),
};

/** GET /api/sales: the last thirty days by the store's own calendar, today last. */
export const Sales = z.object({
  /** The store's currency; null until it was read from Shopify. */
  currency: z.string().nullable(),
  days: z.array(z.object({day: z.iso.date(), ...SalesTotal})),
  ...SalesTotal,
  /** Dropship orders marked as shipped in the last 30 times 24 hours, and not refunded since. */
  shipped: z.number(),
});
export type Sales = z.infer<typeof Sales>;
