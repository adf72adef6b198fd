// What an order's line has in the store: the request for its fulfilment, and what the app writes there.
import {z} from 'zod';
import {requestStatuses} from '#domain/fulfilment-requests/request-status.ts';

const Time = z.iso.datetime();

/** A fulfilment request for the line in Shopify, as it was made last, and how it was answered. */
export const OrderRequest = z.object({
  status: z.enum(requestStatuses),
  askedAt: Time,
  /** When it was answered, or what came in place of an answer was seen; null: neither. */
  answeredAt: Time.nullable(),
  /** When it was seen that it is over: cancelled, moved or closed; null: it is not. */
  endedAt: Time.nullable(),
  /** When the merchant asked to cancel it, and when that was answered; null: never, or not yet. */
  cancelAskedAt: Time.nullable(),
  cancelAnsweredAt: Time.nullable(),
  /** The sentence that Shopify was sent with the answer. */
  answer: z.string().nullable(),
  /** What Shopify said when it refused the last answer; null: it did not. */
  refused: z.string().nullable(),
});
export type OrderRequest = z.infer<typeof OrderRequest>;

/** A write to the store and its state: a fulfilment, or a variant to take off sale. */
export const StoreWrite = z.object({
  state: z.enum(['wanted', 'sending', 'done', 'failed']),
  reason: z.string().nullable(),
});
