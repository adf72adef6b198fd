// Dropship orders for the page. Times are ISO 8601, money is integer minor units.
import {z} from 'zod';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {flagCodes} from '#domain/orders/flags.ts';
import {wordSources} from '#domain/orders/order-words.ts';
import {propertyMeanings} from '#domain/orders/properties/line-properties.ts';
import {overrulableCodes, reasonCodes} from '#domain/orders/reasons.ts';
import {Ending} from './ending.ts';
import {OrderRequest, StoreWrite} from './shipping/in-store.ts';

const Time = z.iso.datetime();

/** A change in the store after the order was sent; `text` says what to do. A new cause raises the flag again, with another `at`. */
const Flag = z.object({code: z.enum(flagCodes), text: z.string(), at: Time, seenAt: Time.nullable()});

/** One of our orders at the supplier, for one line of a store order. */
export const DropshipOrder = z.object({
  id: z.string(),
  orderGid: z.string(),
  orderName: z.string(),
  lineGid: z.string(),
  generation: z.number(),
  articleId: z.string(),
  articleName: z.string(),
  /** Address of the article's first image; null if it has none. */
  picture: z.string().nullable(),
  colour: z.string().nullable(),
  size: z.string().nullable(),
  /**
   * Colour or size that comes neither from the variant nor from details typed for this order: the word that is or would be ordered,
   * and its source; `text` says it for the merchant. Shown before the order is sent, and stored with it.
   */
  taken: z.array(
    z.object({what: z.enum(['colour', 'size']), word: z.string(), from: z.enum(wordSources), text: z.string()}),
  ),
  quantity: z.number(),
  /** What `quantity` counts, for one of it and for several; null: single pieces. */
  unit: z.object({one: z.string(), many: z.string()}).nullable(),
  country: z.string().nullable(),
  zone: z.string().nullable(),
  /** How long the delivery takes, as `a=stock` states it for the zone, else by the supplier's table; null: the zone is not known. */
  transit: z.string().nullable(),
  /** Which duties are due on delivery, as sentences; null: none, or the zone is not known. */
  duty: z.string().nullable(),
  state: z.enum(dropshipStates),
  /** Start of its age: when it was placed (unpaid), paid, sent, shipped or closed, by its state; before sending, when it was ordered. */
  since: Time,
  /** For filters and icons; `reason` is the same in words. Null if there is no reason, or if this release does not know the code. */
  reasonCode: z.enum(reasonCodes).nullable(),
  reason: z.string().nullable(),
  /** What to look at before the order is paid; null: nothing, or it is paid or closed. */
  warning: z.string().nullable(),
  /** Empty if nothing is left to stop or return: the order was rejected, refunded, dismissed, or not sent. */
  flags: z.array(Flag),
  /** True: the order is unpaid, and a flag says not to pay, seen or not. False again if the change in the store is undone. */
  doNotPay: z.boolean(),
  /** Whether the refund to the buyer still asks something of the merchant. */
  refundOpen: z.boolean(),
  /** The one thing to do about an unpaid order whose buyer changed it. */
  ending: Ending.nullable(),
  reference: z.string(),
  ref: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  /** Why there is no link to the checkout although the supplier has the order. */
  checkoutWithheld: z.string().nullable(),
  /** Unit price and shipping fee in euro cents, as known when the order was sent, or held because of them; null: not known. */
  price: z.number().nullable(),
  fee: z.number().nullable(),
  /** The margin of all our lines of the store order; null if its amounts were not read yet. */
  storeOrder: z
    .object({
      currency: z.string(),
      /** Minor units: what is left after tax, articles, shipping fees and payment fees. Null without a rate. */
      margin: z.number().nullable(),
      /** Dropship orders whose price or fee is not known; the margin includes their revenue, but not their cost. */
      unknown: z.number(),
      /** Whether the margin is below 0; null while unknown. */
      losesMoney: z.boolean().nullable(),
    })
    .nullable(),
  /** How the app found it: by a webhook, by reconciliation, or placed again by the merchant. */
  foundBy: z.enum(['webhook', 'reconciliation', 'merchant']),
  orderedAt: Time,
  placedAt: Time.nullable(),
});
export type DropshipOrder = z.infer<typeof DropshipOrder>;

/** How many of the shop's orders are in a state, whatever the page's filter is. */
const StateCount = z.object({state: z.enum(dropshipStates), count: z.number(), oldestSince: Time});

/** Unpaid orders without a flag that says not to pay. */
export const ToPay = z.object({
  count: z.number(),
  /** Euro cents, goods and shipping fees; excludes the `unpriced` orders. */
  cents: z.number(),
  unpriced: z.number(),
  oldestPlacedAt: Time.nullable(),
});
export type ToPay = z.infer<typeof ToPay>;

/**
 * GET /api/dropship-orders?state=… (repeatable) &flagged=true (unseen flags only) &needsYou=true (as `needsYou` counts) &toPay=true
 * (unpaid, without a flag that says not to pay) &recentlyShipped=true (those that GET /api/sales counts as shipped) &search=… (order,
 * article, references, country) &store=… (id of one store order) &sort=… (`orderSortNames`) &cursor=… (of that order);
 * the lines of a store order in their order, 50 a page.
 */
export const DropshipOrders = z.object({
  orders: z.array(DropshipOrder),
  nextCursor: z.string().nullable(),
  states: z.array(StateCount),
  /** Dropship orders with an unseen flag. */
  flagged: z.number(),
  /** Dropship orders that need an action other than a payment, those with an unseen flag included. */
  needsYou: z.number(),
  /** For all orders of the shop: the filter does not apply. */
  toPay: ToPay,
  /** `settings`: the stored settings cannot be read, and margins that need them are null. */
  settingsUnreadable: z.literal('settings').nullable(),
});
export type DropshipOrders = z.infer<typeof DropshipOrders>;

/** What a merchant can do with a dropship order. */
export const actionNames = [
  'details',
  'approve',
  'place-again',
  'replace',
  'confirm',
  'paid',
  'unpaid',
  'shipped',
  'refunded',
  'fulfil-again',
  'seen',
  'dismiss',
] as const;
export const ActionName = z.enum(actionNames);
export type ActionName = z.infer<typeof ActionName>;

/** One attempt to send the order to the supplier. */
const Attempt = z.object({
  startedAt: Time,
  finishedAt: Time.nullable(),
  /** How far the request came: where it failed, and whether bytes had been sent. */
  phase: z.string().nullable(),
  httpStatus: z.number().nullable(),
  verdict: z.string().nullable(),
  detail: z.string().nullable(),
});

/** Who did what; `actor` is 'app', or 'user:' and Shopify's user id. */
export const AuditEntry = z.object({
  id: z.number(),
  at: Time,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.string().nullable(),
  /** The values before and after; null if there was or is none, and for entries that do not record it. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** GET /api/dropship-orders/:id; also the answer of every POST below it. */
export const DropshipOrderDetail = DropshipOrder.extend({
  attempts: z.array(Attempt),
  /** The last fifty entries, newest first. */
  history: z.array(AuditEntry),
  /** The merchant's allowed actions: each is a POST to `…/{action}`. */
  actions: z.array(ActionName),
  /** Whether placing again requires the typed reference, because the supplier may already have the order. */
  placeAgainAsksForReference: z.boolean(),
  /** Reasons that POST …/approve would overrule now. */
  overrides: z.array(z.enum(overrulableCodes)),
  /** Reasons the merchant has overruled. */
  approved: z.array(z.enum(overrulableCodes)),
  /** Details the merchant typed; for name and e-mail only whether they were typed. */
  typed: z.object({
    colour: z.string().nullable(),
    size: z.string().nullable(),
    name: z.boolean(),
    email: z.boolean(),
  }),
  /** Colours and sizes the supplier stated when last asked; where it states none, those the merchant defined. Empty: neither, or not asked. */
  stated: z.object({colours: z.array(z.string()), sizes: z.array(z.string())}),
  /** What the catalogue's text says about the article's sizes; null: nothing, or the article is not stored. */
  sizeText: z.string().nullable(),
  /** Other dropship orders of the same store order, including other generations of this line. */
  siblings: z.array(DropshipOrder),
  shipment: z
    .object({
      carrier: z.string().nullable(),
      trackingNumber: z.string().nullable(),
      trackingUrl: z.string().nullable(),
      notifyBuyer: z.boolean(),
      shippedAt: Time,
    })
    .nullable(),
  /** The setting: whether Shopify e-mails the buyer when the order is marked as shipped. Null: it cannot be read. */
  notifiesBuyer: z.boolean().nullable(),
  /** `settings`: the stored settings cannot be read, and margins that need them are null. */
  settingsUnreadable: z.literal('settings').nullable(),
  /** The fulfilment requests for the line in Shopify, the newest first. */
  requests: z.array(OrderRequest),
  fulfilment: StoreWrite.nullable(),
  offSale: StoreWrite.nullable(),
  /**
   * What to refund for the line with its share of the shipping, tax included: at most what the buyer paid and did not get back. If that
   * was not read yet, the full amounts, with a note. Null: the amounts are unknown (no note), or nothing is to refund (a note says why).
   */
  buyerRefund: z.object({currency: z.string(), line: z.number(), shipping: z.number()}).nullable(),
  buyerRefundNote: z.string().nullable(),
  /** Whether a refund to the buyer was asked for from here. */
  refundAsked: z.boolean(),
  sentAt: Time.nullable(),
  paidAt: Time.nullable(),
  closedAt: Time.nullable(),
});
export type DropshipOrderDetail = z.infer<typeof DropshipOrderDetail>;

/**
 * GET /api/dropship-orders/:id/entered: what the buyer entered with the line and the order, read from Shopify for this answer only, never
 * stored. Without what is hidden from the buyer.
 */
export const Entered = z.object({
  properties: z.array(
    z.object({
      /** The full name of the property, for POST /api/standing-answers/property. */
      key: z.string(),
      /** The name and the value, shortened to be shown. */
      name: z.string(),
      value: z.string(),
      meaning: z.enum([...propertyMeanings, 'unread']),
    }),
  ),
});
export type Entered = z.infer<typeof Entered>;
