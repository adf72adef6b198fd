// Dropship orders as the page sees them. Times are ISO 8601, money is integer minor units.
import {z} from 'zod';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {flagCodes} from '#domain/orders/flags.ts';
import {wordSources} from '#domain/orders/order-words.ts';
import {overrulable, reasonCodes} from '#domain/orders/reasons.ts';

const Time = z.iso.datetime();

/**
 * Something that happened in the store after the order was sent; `text` says what to do about it. It calls for the merchant
 * until it was seen; for a new cause it is raised again, with another `at`.
 */
const Flag = z.object({code: z.enum(flagCodes), text: z.string(), at: Time, seenAt: Time.nullable()});

export const DropshipOrder = z.object({
  id: z.string(),
  orderGid: z.string(),
  orderName: z.string(),
  generation: z.number(),
  articleId: z.string(),
  articleName: z.string(),
  colour: z.string().nullable(),
  size: z.string().nullable(),
  /**
   * Colour or size that the variant does not say and the merchant did not type: what is ordered, or would be, and where it comes
   * from; `text` says it for the merchant. Shown before the order is sent, and kept with it.
   */
  taken: z.array(
    z.object({what: z.enum(['colour', 'size']), word: z.string(), from: z.enum(wordSources), text: z.string()}),
  ),
  quantity: z.number(),
  country: z.string().nullable(),
  zone: z.string().nullable(),
  state: z.enum(dropshipStates),
  /** Since when it is there as far as its age matters: unpaid since placed, paid since marked, else since it was ordered. */
  since: Time,
  /** For filters and icons; `reason` says the same in words. Null when nothing needs saying, or where another release wrote the reason. */
  reasonCode: z.enum(reasonCodes).nullable(),
  reason: z.string().nullable(),
  warning: z.string().nullable(),
  /** None where the goods can neither be stopped nor have to come back: it was refunded, dismissed, or never sent. */
  flags: z.array(Flag),
  /** Unpaid, and one of its flags says not to pay it: seen or not, as long as the store order is as it is. */
  doNotPay: z.boolean(),
  reference: z.string(),
  ref: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  /** Why there is no link although the supplier has the order. */
  checkoutWithheld: z.string().nullable(),
  /** Unit price and shipping fee in euro cents, as known when it was sent. */
  price: z.number().nullable(),
  fee: z.number().nullable(),
  /** What the whole store order leaves; null where its money was not read yet. */
  storeOrder: z
    .object({
      currency: z.string(),
      /** Minor units, without tax, after articles and shipping fees; payment fees are not included. Null without a rate. */
      margin: z.number().nullable(),
      /** Dropship orders whose price or fee is not known: the margin is still without them. */
      unknown: z.number(),
      /** Whether the margin is below 0; null while that is not known. */
      losesMoney: z.boolean().nullable(),
    })
    .nullable(),
  /** How it came to the app: told by a webhook, found by the app's own looking, or placed again by a person. */
  foundBy: z.enum(['webhook', 'reconciliation', 'merchant']),
  orderedAt: Time,
  placedAt: Time.nullable(),
});
export type DropshipOrder = z.infer<typeof DropshipOrder>;

/** Every state the shop has orders in, whatever the page is filtered by. */
const StateCount = z.object({state: z.enum(dropshipStates), count: z.number(), oldestSince: Time});

/**
 * GET /api/dropship-orders?state=… (repeatable) &flagged=true (unseen flags only) &search=… (order, reference, article, country)
 * &store=… (id of one store order) &cursor=…; newest store order first with its lines in their order, 50 a page.
 */
export const DropshipOrders = z.object({
  orders: z.array(DropshipOrder),
  nextCursor: z.string().nullable(),
  states: z.array(StateCount),
  /** Dropship orders with an unseen flag. */
  flagged: z.number(),
  /** The unpaid orders that are to be paid, whatever the page is filtered by; without those a flag says not to pay. */
  toPay: z.object({
    count: z.number(),
    /** Euro cents, goods and shipping fees; `unpriced` of the orders are not in it. */
    cents: z.number(),
    unpriced: z.number(),
    oldestPlacedAt: Time.nullable(),
  }),
});
export type DropshipOrders = z.infer<typeof DropshipOrders>;

export const actionNames = [
  'details',
  'approve',
  'place-again',
  'confirm',
  'paid',
  'shipped',
  'refunded',
  'fulfil-again',
  'seen',
  'dismiss',
] as const;
export const ActionName = z.enum(actionNames);
export type ActionName = z.infer<typeof ActionName>;

const Attempt = z.object({
  startedAt: Time,
  finishedAt: Time.nullable(),
  /** How far it came: where it broke off, and whether bytes had left. */
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
  /** What it was, and what it is now; null where nothing was, or is, there, and for entries that do not say. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Something owed to the store: a fulfilment, a variant to take off sale. */
const Owed = z.object({state: z.enum(['wanted', 'sending', 'done', 'failed']), reason: z.string().nullable()});

/** GET /api/dropship-orders/:id; also the answer of every POST below it. */
export const DropshipOrderDetail = DropshipOrder.extend({
  attempts: z.array(Attempt),
  /** The last fifty things done to it, newest first. */
  history: z.array(AuditEntry),
  /** What the merchant may do now: each is a POST to `…/{action}`. */
  actions: z.array(ActionName),
  /** Whether placing again asks for the reference typed out, because the supplier may have the order already. */
  placeAgainAsksForReference: z.boolean(),
  /** Reasons a person has overruled. */
  approved: z.array(z.enum(overrulable)),
  /** What was typed; name and e-mail only as whether they were. */
  typed: z.object({
    colour: z.string().nullable(),
    size: z.string().nullable(),
    name: z.boolean(),
    email: z.boolean(),
  }),
  /** Other dropship orders of the same store order, earlier generations of this line included. */
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
  fulfilment: Owed.nullable(),
  offSale: Owed.nullable(),
  /**
   * What a full refund of the line and its part of the shipping to the buyer is, tax included: never more than was paid and not
   * given back. Null where nothing is known of its money, or where there is nothing to refund: then the note says why.
   */
  buyerRefund: z.object({currency: z.string(), line: z.number(), shipping: z.number()}).nullable(),
  buyerRefundNote: z.string().nullable(),
  sentAt: Time.nullable(),
  paidAt: Time.nullable(),
  closedAt: Time.nullable(),
});
export type DropshipOrderDetail = z.infer<typeof DropshipOrderDetail>;

/** GET /api/dropship-orders/:id/delivery: read from Shopify for this answer alone, never stored. */
export const Delivery = z.object({
  /** Why something is missing, in words; null when Shopify gave all it has. */
  withheld: z.string().nullable(),
  name: z.string().nullable(),
  company: z.string().nullable(),
  /** As they are written on the parcel, empty ones left out. */
  lines: z.array(z.string()),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  /** Shopify's code of the province or state. */
  province: z.string().nullable(),
  country: z.string().nullable(),
  countryCode: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;
