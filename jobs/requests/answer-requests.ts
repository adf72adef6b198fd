// Answers the fulfilment requests of one shop, by what became of their dropship orders. A hint of Shopify's only starts this look: what is
// asked is read from Shopify, so that a lost, late or forged hint changes nothing.
import {day} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import {answerCancellation} from '#domain/fulfilment-requests/answer-cancellation.ts';
import {answerRequest, type RequestedLine} from '#domain/fulfilment-requests/answer-request.ts';
import {isGivenUp} from '#domain/fulfilment-requests/close-unpaid.ts';
import {findStatus, isUnanswered, type RequestStatus} from '#domain/fulfilment-requests/request-status.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {
  loadAnsweredToCheck,
  loadRequestsOfOrder,
  loadUnanswered,
  type StoredRequest,
  saveAnswered,
  saveAsked,
  saveLook,
  saveRefusal,
  saveSeen,
} from '../../server/db/fulfilment-services/requests.ts';
import {loadServiceLocation} from '../../server/db/fulfilment-services/services.ts';
import {toLogCodes, toMerchantSentence} from '../../server/shopify/client/user-errors.ts';
import {type RequestWrite, writeRequest} from '../../server/shopify/fulfilment-service/answers.ts';
import {
  assignmentStatuses,
  fetchAssignedOrders,
  fetchRequest,
} from '../../server/shopify/fulfilment-service/requests.ts';
import {type TakingDeps, takeStoreOrder} from '../webhooks/take-store-order.ts';
import {checkAccepted, confirmMoved, saveShown} from './check-accepted.ts';
import {loadRequestedLines} from './requested-lines.ts';

/** The most requests that one job answers. The others have their turn at the next look. */
const requestsPerJob = 200;
/** The most accepted requests that one job looks at again; none is looked at more than once in `checkEveryMs` without a hint. */
const checksPerJob = 50;
const checkEveryMs = day;

const statusOf = {FULFILLMENT_REQUESTED: 'requested', CANCELLATION_REQUESTED: 'cancel_requested'} as const;

/**
 * Reads what Shopify asks of the shop's fulfilment service, answers what can be answered, and looks again at what was accepted long ago. An
 * unexpected error is thrown only at the end, so that one request cannot block the others.
 */
export async function answerRequests(deps: TakingDeps, shop: ShopDomain): Promise<void> {
  const {db, admin, now} = deps;
  const location = await loadServiceLocation(db, shop);
  if (location === null) return;
  for (const asked of assignmentStatuses) {
    for (const {gid, orderGid} of await fetchAssignedOrders(admin, shop, location, asked))
      await saveAsked(db, shop, {gid, orderGid, status: statusOf[asked]}, now());
  }
  const lookedBefore = new Date(now().getTime() - checkEveryMs);
  await lookAtEach(deps, await loadUnanswered(db, shop, requestsPerJob));
  await lookAtEach(deps, await loadAnsweredToCheck(db, shop, lookedBefore, checksPerJob));
}

/** Looks at the requests for one store order that are with the service, after Shopify said that one of them was moved or cancelled. */
export async function lookAtOrder(deps: TakingDeps, shop: ShopDomain, order: OrderGid): Promise<void> {
  if ((await loadServiceLocation(deps.db, shop)) === null) return;
  const requests = await loadRequestsOfOrder(deps.db, shop, order);
  await lookAtEach(
    deps,
    requests.filter(({status}) => isUnanswered(status) || status === 'accepted' || status === 'closing'),
  );
}

async function lookAtEach(deps: TakingDeps, requests: readonly StoredRequest[]): Promise<void> {
  let wrong: unknown = null;
  for (const request of requests) {
    try {
      await (isUnanswered(request.status) ? lookAtRequest : checkAccepted)(deps, request);
    } catch (error) {
      if (!(error instanceof Failure)) wrong = error;
      else if (error.isDenied || error.kind === 'unauthorised') throw error;
      deps.log.warn(
        {shop: request.shop, fulfilmentOrder: request.fulfilment_order_gid, err: error},
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
  const status = await confirmMoved(deps, request, findStatus(shown, request.status));
  if (shown === null || status !== request.status) return saveShown(deps, request, status, shown);
  // The flags that a first look plans go by the lines of the newest request.
  await saveLook(db, request, {lines: shown.lines.map((line) => line.gid), sentAt: shown.sentAt}, now());
  const lines = await loadRequestedLines(deps, request, shown);
  if (!request.is_seen) await saveSeen(db, request);
  const next = decideAnswer(request, lines, shown.sentAt, now());
  if (next === null) return;
  const result = await writeRequest(admin, shop, gid, next.write);
  if (result.kind === 'refused') {
    // Answered elsewhere meanwhile, or cancelled: the next look shows what it is. Until then the order's page shows the refusal.
    const codes = toLogCodes(result);
    log.warn({shop, fulfilmentOrder: gid, codes}, 'Shopify refused the answer to a fulfilment request');
    await saveRefusal(db, request, {status, refused: toMerchantSentence(result)}, now());
    return;
  }
  await saveAnswered(db, request, {status: next.status, answer: next.write.message}, now());
  // What was cancelled is flagged, so that it is not paid.
  if (next.status === 'cancelled') await takeStoreOrder(deps, shop, request.order_gid, 'reconciliation');
  log.info({shop, fulfilmentOrder: gid, answer: next.write.kind}, 'a fulfilment request is answered');
  // Its orders were closed unpaid before: what the supplier has is never rejected, so it is accepted and then given up.
  if (next.status === 'accepted' && isGivenUp(lines)) await checkAccepted(deps, {...request, status: 'accepted'});
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
