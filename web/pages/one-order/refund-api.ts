// The refund to the buyer of a dropship order: its query and its actions, each press with a key of its own.
import type {BuyerRefund, BuyerRefundInput} from '#contract/buyers/buyer-refund.ts';
import {callApi} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';

const refundPath = (id: string): string => `/api/dropship-orders/${encodeURIComponent(id)}/buyer-refund`;

/** The last refund, and what may be refunded. Loaded again soon while one is being sent. */
export const buyerRefundQuery = (id: string): RemoteQuery<BuyerRefund> => ({
  key: ['buyer-refund', id],
  load: (signal) => callApi<BuyerRefund>('GET', refundPath(id), {signal}),
  waitMs: (answer) => (answer?.refund?.isBeingSent === true ? 5_000 : null),
});

const post = (path: string, body: object): Promise<BuyerRefund> =>
  callApi<BuyerRefund>('POST', path, {body, idempotencyKey: crypto.randomUUID()});

export const refundBuyer = (id: string, input: BuyerRefundInput) => post(refundPath(id), input);

/** Asks Shopify what became of the refund. */
export const lookForRefund = (id: string) => post(`${refundPath(id)}/look`, {});

/** The merchant has done what was open of the refund. */
export const endRefund = (id: string) => post(`${refundPath(id)}/end`, {});

/** Sends the same refund once more, unless Shopify shows it. */
export const refundAgain = (id: string) => post(`${refundPath(id)}/again`, {});
