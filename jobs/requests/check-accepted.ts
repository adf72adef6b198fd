// Looks again at a fulfilment request that was accepted: whether the merchant has moved or cancelled it alone, or closed its orders unpaid.
import {closedText, isGivenUp} from '#domain/fulfilment-requests/close-unpaid.ts';
import {findStatus, isTakenAway, isUnanswered, type RequestStatus} from '#domain/fulfilment-requests/request-status.ts';
import {
  type StoredRequest,
  saveAnswered,
  saveChecked,
  saveClosing,
  saveRefusal,
} from '../../server/db/fulfilment-services/requests.ts';
import {loadServiceLocation} from '../../server/db/fulfilment-services/services.ts';
import {toLogCodes, toMerchantSentence} from '../../server/shopify/client/user-errors.ts';
import {writeRequest} from '../../server/shopify/fulfilment-service/answers.ts';
import {fetchRequest, type ShownRequest} from '../../server/shopify/fulfilment-service/requests.ts';
import {fetchServices} from '../../server/shopify/fulfilment-service/service.ts';
import {type TakingDeps, takeStoreOrder} from '../webhooks/take-store-order.ts';
import {loadRequestedLines} from './requested-lines.ts';

/** Looks at an accepted request. What is asked of it by now is left to the next look at what Shopify asks. */
export async function checkAccepted(deps: TakingDeps, request: StoredRequest): Promise<void> {
  const {db, admin, now} = deps;
  const {shop} = request;
  const shown = await fetchRequest(admin, shop, request.fulfilment_order_gid);
  const status = await confirmMoved(deps, request, findStatus(shown, request.status));
  if (status === request.status && shown !== null) {
    await saveChecked(db, request, shown.all, now());
    if (shown.lines.length > 0) await followOrders(deps, request, shown);
  } else if (status === request.status || isUnanswered(status)) await saveChecked(db, request, [], now());
  else await saveShown(deps, request, status, shown);
}

/** Stores what Shopify shows in place of an answer. An order of which the merchant took the fulfilment away is flagged. */
export async function saveShown(
  deps: TakingDeps,
  request: StoredRequest,
  status: RequestStatus,
  shown: ShownRequest | null,
): Promise<void> {
  await saveAnswered(deps.db, request, {status, answer: null, lines: shown?.all ?? []}, deps.now());
  if (isTakenAway(status)) await takeStoreOrder(deps, request.shop, request.order_gid, 'reconciliation');
}

/** The fulfilment orders of a deleted service are elsewhere too: the merchant has not moved them, and their orders are still wanted. */
export async function confirmMoved(
  {db, admin}: TakingDeps,
  {shop}: StoredRequest,
  status: RequestStatus,
): Promise<RequestStatus> {
  if (status !== 'moved') return status;
  const location = await loadServiceLocation(db, shop);
  const {services} = await fetchServices(admin, shop);
  return services.some(({locationGid}) => locationGid === location) ? 'moved' : 'closed';
}

/** Closes the request if the merchant gave up its orders; else has the orders flagged that are unpaid for long. */
async function followOrders(deps: TakingDeps, request: StoredRequest, shown: ShownRequest): Promise<void> {
  if (isGivenUp(await loadRequestedLines(deps, request, shown))) return closeRequest(deps, request, shown);
  if (request.status === 'closing') await saveClosing(deps.db, request, 'accepted');
  await takeStoreOrder(deps, request.shop, request.order_gid, 'reconciliation');
}

/**
 * Gives the request up in Shopify. The intent is stored first: an order that is placed again from then on waits until this is done. So one
 * that was placed again before is seen here.
 */
async function closeRequest(deps: TakingDeps, request: StoredRequest, shown: ShownRequest): Promise<void> {
  const {db, admin, log, now} = deps;
  const {shop, fulfilment_order_gid: gid} = request;
  if (!(await saveClosing(db, request, 'closing'))) return;
  const closing = {...request, status: 'closing'} as const;
  if (!isGivenUp(await loadRequestedLines(deps, closing, shown)))
    return void (await saveClosing(db, closing, 'accepted'));
  const result = await writeRequest(admin, shop, gid, {kind: 'close', message: closedText});
  if (result.kind === 'done') await saveAnswered(db, closing, {status: 'closed', answer: closedText}, now());
  else {
    const codes = toLogCodes(result);
    log.warn({shop, fulfilmentOrder: gid, codes}, 'Shopify refused to close a fulfilment request');
    await saveRefusal(db, closing, {status: 'accepted', refused: toMerchantSentence(result)}, now());
  }
}
