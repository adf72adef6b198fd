// Input of the merchant's actions on a dropship order. Every POST carries an `Idempotency-Key` header: for a day, the same key
// with the same request gets the first answer again, unless that was a 5xx.
import {z} from 'zod';
import {EmailAddress, isVisible} from '#domain/orders/buyer-text.ts';
import {overrulableCodes} from '#domain/orders/reasons.ts';
import {toCarrierName} from '#domain/orders/tracking/carriers.ts';
import {isTrackingNumber, noTrackingNumber} from '#domain/orders/tracking/check-cells.ts';

/** One typed line of at most `most` characters, without lone surrogates and control characters. */
const TypedLine = (most: number) =>
  z
    .string('Enter a word.')
    .trim()
    .min(1, 'Enter a word.')
    .max(most, `Enter at most ${most} characters.`)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'This holds characters that cannot be sent.')
    .refine(isVisible, 'Enter a word.');

/**
 * POST …/details: the missing details; a field left out keeps its earlier value. With `always`, colour and size become the
 * standing answer for the article, where the variant has none of its own.
 */
export const DetailsInput = z
  .strictObject({
    colour: TypedLine(100).optional(),
    size: TypedLine(100).optional(),
    name: TypedLine(200).optional(),
    email: EmailAddress.optional(),
    always: z.boolean('Say whether it is remembered.').default(false),
  })
  .refine(
    ({always: _always, ...typed}) => Object.values(typed).some((word) => word !== undefined),
    'Enter at least one of the details.',
  );
export type DetailsInput = z.infer<typeof DetailsInput>;

/** What the page showed of an order that is sent now. If anything of it is another now, the request is refused (409 `other_reason`). */
const ShownOrder = z.strictObject({
  /** The sentence of the reason; null: it showed none. */
  reason: z.string('Give the reason that was shown.').max(5_000, 'This is too long.').nullable(),
  quantity: z.number('Give the pieces that were shown.'),
  price: z.number('Give the price that was shown.').nullable(),
  fee: z.number('Give the fee that was shown.').nullable(),
});
export type ShownOrder = z.infer<typeof ShownOrder>;

/**
 * POST …/approve: send now. Approves these codes and, if the current reason can be overruled, that reason and the others that its text
 * names.
 */
export const ApproveInput = z.strictObject({
  codes: z.array(z.enum(overrulableCodes, 'This reason cannot be overruled.')).max(overrulableCodes.length).default([]),
  shown: ShownOrder.optional(),
});

/** POST …/place-again. If the supplier may already have the order, its reference must be typed. */
export const PlaceAgainInput = z.strictObject({typedReference: z.string().max(200).optional()});

/** POST …/confirm: the merchant found the order in the supplier account, with this number. */
export const ConfirmInput = z.strictObject({ref: TypedLine(200).nullable().default(null)});

/**
 * POST …/shipped. If `notifyBuyer` is left out, the setting decides whether Shopify notifies the buyer; while the setting cannot be
 * read, the request is refused (422 `settings_unreadable`).
 */
export const ShippedInput = z.strictObject({
  /** Written as Shopify writes a carrier that it knows. */
  carrier: TypedLine(100).transform(toCarrierName).nullable().default(null),
  trackingNumber: TypedLine(100).refine(isTrackingNumber, noTrackingNumber).nullable().default(null),
  trackingUrl: z
    .url({protocol: /^https?$/, error: 'Enter a web address that begins with https://.'})
    .max(2_000, 'This address is too long.')
    .nullable()
    .default(null),
  notifyBuyer: z.boolean().optional(),
});

/** POST …/refunded: with `offSale`, the variant is also removed from the store; a product without other variants becomes a draft. */
export const RefundedInput = z.strictObject({
  offSale: z.boolean('Say whether the variant is taken off sale.').default(false),
});

/** POST …/seen: the newest `at` that was shown; flags raised later stay unseen. Left out: all flags. */
export const SeenInput = z.strictObject({
  upTo: z.iso.datetime('Give the moment of the newest flag that was shown.').optional(),
});

/**
 * The empty input of POST …/paid, …/unpaid (not paid after all), …/replace (closed unpaid and placed again, as `ending` says), …/dismiss
 * and …/fulfil-again.
 */
export const NothingMore = z.strictObject({});

/** The actions that POST /api/dropship-orders/bulk takes on several orders at once. */
export const bulkActions = ['paid', 'unpaid', 'dismiss', 'approve'] as const;
export type BulkAction = (typeof bulkActions)[number];
/** How many orders one request may name. */
export const mostAtOnce = 50;

/** POST /api/dropship-orders/bulk: each order on its own, so a failure of one order does not stop the others. */
export const BulkInput = z.strictObject({
  action: z.enum(bulkActions, 'This cannot be done to several orders at once.'),
  ids: z
    .array(z.string('Name an order.'), 'Name the orders.')
    .min(1, 'Choose at least one order.')
    .max(mostAtOnce, `Choose at most ${mostAtOnce} orders.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Name each order once.'),
  /** For `approve`: what was shown of each order, by order id. */
  shown: z.record(z.string(), ShownOrder).default({}),
});

/** One result for each order, in the sequence they were named; `error` null: done. */
export const BulkResults = z.object({
  results: z.array(z.object({id: z.string(), error: z.object({code: z.string(), message: z.string()}).nullable()})),
});
export type BulkResults = z.infer<typeof BulkResults>;
