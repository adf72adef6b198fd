// Answers the fulfilment requests of one shop, by what became of their dropship orders. A hint of Shopify's only starts this look: what is
// asked is read from Shopify, so that a lost, late or forged hint changes nothing.
import {Failure} from '#domain/failure.ts';
import {answerCancellation} from '#domain/fulfilment-requests/answer-cancellation.ts';
import {answerRequest, type RequestedLine, type RequestedOrder} from '#domain/fulfilment-requests/answer-request.ts';
import {type RequestStatus, toRequestStatus} from '#domain/fulfilment-requests/request-status.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
import {
  loadServiceLocation,
  loadUnanswered,
  type StoredRequest,
  saveAnswered,
  saveAsked,
  saveLook,
} from '../../server/db/fulfilment-services/requests.ts';
import {loadDropshipOrdersOfStoreOrder, type StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {toLogCodes} from '../../server/shopify/client/user-errors.ts';
import {type RequestWrite, writeRequest} from '../../server/shopify/fulfilment-service/answers.ts';
import {
  assignmentStatuses,
  fetchAssignedOrders,
  fetchRequest,
  type ShownRequest,
} from '../../server/shopify/fulfilment-service/requests.ts';
import {type TakingDeps, takeStoreOrder} from '../webhooks/take-store-order.ts';

/** The most requests that one job answers. The others have their turn at the next look. */
const requestsPerJob = 200;

const statusOf = {FULFILLMENT_REQUESTED: 'requested', CANCELLATION_REQUESTED: 'cancel_requested'} as const;

/**
 * Reads what Shopify asks of the shop's fulfilment service, and answers what can be answered. An unexpected error is thrown only at the end,
 * so that one request cannot block the others.
 */
export async function answerRequests(deps: TakingDeps, shop: ShopDomain): Promise<void> {
  const {db, admin, log, now} = deps;
  const location = await loadServiceLocation(db, shop);
  if (location === null) return;
  for (const asked of assignmentStatuses) {
    for (const {gid, orderGid} of await fetchAssignedOrders(admin, shop, location, asked))
      await saveAsked(db, shop, {gid, orderGid, status: statusOf[asked]}, now());
  }
  let wrong: unknown = null;
  for (const request of await loadUnanswered(db, shop, requestsPerJob)) {
    try {
      await lookAtRequest(deps, request);
    } catch (error) {
      if (!(error instanceof Failure)) wrong = error;
      else if (error.isDenied || error.kind === 'unauthorised') throw error;
      log.warn(
        {shop, fulfilmentOrder: request.fulfilment_order_gid, err: error},
        'a fulfilment request is not answered',
      );
    }
  }
  if (wrong !== null) throw wrong;
}

/** Answers one request, if it still waits for an answer and there is one. */
async function lookAtRequest(deps: TakingDeps, request: StoredRequest): Promise<void> {
  const {db, admin, log, now} = deps;
  const {shop, fulfilment_order_gid: gid} = request;
  const shown = await fetchRequest(admin, shop, gid);
  const status = statusOfShown(shown);
  if (shown === null || status !== request.status) {
    await saveAnswered(db, request, {status, answer: null}, now());
    if (status === 'cancelled') await takeStoreOrder(deps, shop, request.order_gid, 'reconciliation');
    return;
  }
  const lines = await loadRequestedLines(deps, request, shown);
  await saveLook(db, request, {lines: shown.lines.map((line) => line.gid), sentAt: shown.sentAt}, now());
  const next = decideAnswer(request, lines, shown.sentAt, now());
  if (next === null) return;
  const result = await writeRequest(admin, shop, gid, next.write);
  if (result.kind === 'refused') {
    // Answered elsewhere meanwhile, or cancelled: the next look shows what it is.
    log.warn(
      {shop, fulfilmentOrder: gid, codes: toLogCodes(result)},
      'Shopify refused the answer to a fulfilment request',
    );
    return;
  }
  await saveAnswered(db, request, {status: next.status, answer: next.write.message}, now());
  // What was cancelled is flagged, so that it is not paid.
  if (next.status === 'cancelled') await takeStoreOrder(deps, shop, request.order_gid, 'reconciliation');
  log.info({shop, fulfilmentOrder: gid, answer: next.write.kind}, 'a fulfilment request is answered');
}

/** What Shopify shows of the request, as it is stored. The merchant's own cancellation counts as one that was accepted. */
function statusOfShown(shown: ShownRequest | null): RequestStatus {
  if (shown === null) return 'closed';
  const status = toRequestStatus(shown.requestStatus);
  return shown.isCancelled && status !== 'accepted' && status !== 'rejected' ? 'cancelled' : status;
}

/** The answer to send, and the state after it. */
type NextAnswer = {readonly write: RequestWrite; readonly status: RequestStatus};

/** Decides the answer; null: to wait. */
function decideAnswer(
  request: StoredRequest,
  lines: readonly RequestedLine[],
  sentAt: Date | null,
  now: Date,
): NextAnswer | null {
  if (request.status === 'cancel_requested') {
    const askedAt = sentAt ?? request.cancel_asked_at ?? now;
    const answer = answerCancellation(lines, {askedAt, now});
    if (answer.kind === 'wait') return null;
    const {kind, message} = answer;
    return kind === 'accept'
      ? {write: {kind: 'accept_cancellation', message}, status: 'cancelled'}
      : {write: {kind: 'reject_cancellation', message}, status: 'accepted'};
  }
  const answer = answerRequest(lines, {askedAt: sentAt ?? request.asked_at, now});
  if (answer.kind === 'wait') return null;
  return {write: answer, status: answer.kind === 'accept' ? 'accepted' : 'rejected'};
}

/** The lines of the request with their dropship orders. */
async function loadRequestedLines(
  deps: TakingDeps,
  {shop, order_gid: orderGid, lines: seen}: StoredRequest,
  {lines}: ShownRequest,
): Promise<readonly RequestedLine[]> {
  // A request that was not looked at before makes its orders due: what they were not sent for may be over.
  if (seen.length === 0) await takeStoreOrder(deps, shop, orderGid, 'reconciliation');
  const orders = await loadOrdersByLine(deps, shop, orderGid);
  return lines.map(({gid, title}) => ({title, order: orders.get(gid) ?? null}));
}

async function loadOrdersByLine(
  {db, now}: TakingDeps,
  shop: ShopDomain,
  orderGid: OrderGid,
): Promise<ReadonlyMap<string, RequestedOrder>> {
  const orders = await loadDropshipOrdersOfStoreOrder(db, shop, orderGid);
  return new Map(orders.map((order) => [order.line_gid, toRequestedOrder(order, now())]));
}

/** What is due to be planned again counts as waiting: its stored reason may be over. */
function toRequestedOrder(order: StoredDropshipOrder, now: Date): RequestedOrder {
  const {next_attempt_at: next} = order;
  const isDue = isOpenState(order.state) && next !== null && next <= now;
  const why = isDue ? ({state: 'waiting', code: null} as const) : {state: order.state, code: order.reason_code};
  const isTaken = order.ref !== null || order.checkout_url !== null;
  return {...why, text: order.reason, wasSent: order.attempts > 0, isTaken};
}
