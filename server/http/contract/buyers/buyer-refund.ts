// The refund to the buyer of a line that the supplier does not supply. Amounts are minor units of the currency that the buyer paid in.
import {z} from 'zod';
import {refundStates} from '#domain/orders/refunds/judge-refund.ts';

/**
 * GET /api/dropship-orders/:id/buyer-refund; also the answer of every POST below it, without an offer. The GET asks Shopify what it suggests,
 * unless a refund was asked for that was made, or may have been made.
 */
export const BuyerRefund = z.object({
  /** The last refund that was asked for; null: none. */
  refund: z
    .object({
      state: z.enum(refundStates),
      currency: z.string(),
      line: z.number(),
      shipping: z.number(),
      /** Whether Shopify writes to the buyer. */
      notify: z.boolean(),
      /** What Shopify said, or what was found; null: nothing to say. */
      said: z.string().nullable(),
      /** What Shopify paid back so far, and what of it the merchant pays outside Shopify. */
      went: z.number(),
      byHand: z.number(),
      askedAt: z.iso.datetime(),
      /** Whether a process may be sending it now. */
      isBeingSent: z.boolean(),
      /** When the merchant said that what was open of it is done; null: not. */
      endedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** The largest refund that may be asked for; null: none may. */
  offer: z
    .object({
      currency: z.string(),
      pieces: z.number(),
      line: z.number(),
      shipping: z.number(),
      /** The ways the buyer paid, from which the money goes back in this sequence. */
      ways: z.array(z.string()),
      /** Those of them that Shopify only notes, and the merchant pays back. */
      byHand: z.array(z.string()),
      /** Whether Shopify can write to the buyer. */
      canNotify: z.boolean(),
    })
    .nullable(),
  /** Why there is no offer although no refund stands in the way; null: neither. `unreadable`: Shopify shows the app no such order. */
  why: z.enum(['not_now', 'nothing', 'unreadable']).nullable(),
});
export type BuyerRefund = z.infer<typeof BuyerRefund>;

const Minor = z
  .number('Enter an amount.')
  .int('Enter an amount.')
  .min(0, 'Enter 0 or more.')
  .max(999_999_999_999, 'This is too much.');

/** POST …/buyer-refund: at most the amounts that Shopify suggests at that moment. */
export const BuyerRefundInput = z.strictObject({
  line: Minor,
  shipping: Minor,
  notify: z.boolean('Say whether the buyer gets an e-mail.'),
});
export type BuyerRefundInput = z.infer<typeof BuyerRefundInput>;
