// Decides whether an accepted fulfilment order is given up in Shopify: only after the merchant closed what was ordered for it without
// paying. Never by the time alone, since a paid order that is closed would be lost.
import {day} from '#domain/durations.ts';
import type {RequestedLine, RequestedOrder} from '#domain/fulfilment-requests/answer-request.ts';
import type {RequestStatus} from '#domain/fulfilment-requests/request-status.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** What the merchant reads in the store beside the closed request. */
export const closedText =
  'It was not paid at the supplier, and was closed in Piecewise. Place it again there if it is to be delivered.';

/**
 * Whether the merchant closed at least one order of the request unpaid, and nothing is to come of its other lines. A line whose order the
 * supplier may have without our knowing it keeps the request open.
 */
export const isGivenUp = (lines: readonly RequestedLine[]): boolean =>
  lines.some(({order}) => isClosedUnpaid(order)) &&
  lines.every(({order}) => isClosedUnpaid(order) || isNeverToCome(order));

/** The merchant has closed an order that they knew to be unpaid at the supplier. */
const isClosedUnpaid = (order: RequestedOrder | null): boolean => order?.state === 'dismissed' && order.wasPlaced;

const isNeverToCome = (order: RequestedOrder | null): boolean =>
  order === null ||
  order.state === 'rejected' ||
  order.state === 'cancelled' ||
  (order.state === 'dismissed' && !order.wasSent);

/** A sent order as far as its payment goes. `placedAt`: since when the supplier has it. */
type PayableOrder = {readonly state: DropshipState; readonly line: string; readonly placedAt: Date | null};

/** Whether the merchant is asked whether it was paid: its fulfilment is accepted, and it is unpaid for longer than the settings allow. */
export const isUnpaidLong = (
  {state, line, placedAt}: PayableOrder,
  requests: readonly {readonly status: RequestStatus; readonly lines: readonly string[]}[],
  {paymentDays}: Pick<Settings['orders'], 'paymentDays'>,
  now: Date,
): boolean =>
  state === 'awaiting_payment' &&
  placedAt !== null &&
  now.getTime() - placedAt.getTime() >= paymentDays * day &&
  requests.some(({status, lines}) => status === 'accepted' && lines.includes(line));
