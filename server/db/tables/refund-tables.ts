// The table of refunds to buyers.
import type {Generated} from 'kysely';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import type {RefundState} from '#domain/orders/refunds/judge-refund.ts';
import type {RefundInput} from '#domain/orders/refunds/refund-input.ts';
import type {Json, TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** Refunds to buyers, as committed before Shopify was asked. The id is the idempotency key of the request. */
export type BuyerRefundsTable = {
  id: string;
  shop: ShopDomain;
  dropship_order_id: DropshipOrderId;
  /** Shopify's whole input: a request that is sent again has the same. */
  input: Json<RefundInput>;
  /** The currency the buyer paid in; amounts are in its minor units, tax included. */
  currency: string;
  line: number;
  shipping: number;
  /** How many refunds the store order had before, and what they came to. */
  refunds_before: number;
  refunded_before: number;
  state: RefundState;
  /** What Shopify said, or what was found, as a sentence; null: nothing to say. */
  said: TextOrNull;
  refund_gid: TextOrNull;
  /** What Shopify paid back, and what the merchant pays outside Shopify, as its transactions say. */
  went: Generated<number>;
  by_hand: Generated<number>;
  /** `user:` and Shopify's user id. */
  actor: string;
  asked_at: Time;
  /** When the request was last sent, or about to be. */
  sent_at: Time;
  /** Until then a process may be sending it; null: none is. */
  sending_until: TimeOrNull;
  settled_at: TimeOrNull;
  /** When the merchant said that what was open of it is done; null: not. */
  ended_at: TimeOrNull;
};
