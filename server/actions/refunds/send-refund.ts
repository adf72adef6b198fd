// Sends a refund that was committed, and stores what became of it. What refuses a repeated request says nothing of those before it.
import {judgeReading} from '#domain/orders/refunds/judge-refund.ts';
import type {RefundEnd, StoredRefund} from '../../db/orders/buyer-refunds.ts';
import type {StoredDropshipOrder} from '../../db/orders/dropship-orders.ts';
import {createRefund, type RefundAnswer} from '../../shopify/orders/create-refund.ts';
import {fetchOrderRefunds} from '../../shopify/orders/refunds.ts';
import type {RefundDeps, RefundUser} from './refund-request.ts';
import {settle, toMadeEnd} from './settle-refund.ts';

/** @param lastSentAt when the request before this one was sent, whose outcome is not known; null: this is the first one. */
export async function sendCommitted(
  deps: RefundDeps,
  order: StoredDropshipOrder,
  {ownAdmin, actor}: RefundUser,
  refund: StoredRefund,
  lastSentAt: Date | null,
): Promise<{readonly kind: 'done'; readonly refund: StoredRefund}> {
  deps.checkpoint('refund-committed');
  const answer = await createRefund(ownAdmin, refund.shop, {input: refund.input, key: refund.id});
  deps.checkpoint('refund-answered');
  if (answer.kind === 'unknown') {
    deps.log.warn({err: answer.error, shop: refund.shop, refund: refund.id}, 'a refund has no known outcome');
  }
  const end =
    lastSentAt === null
      ? toEndAfterFirst(refund, answer)
      : await findEndAfterRepeat(deps, order, refund, {answer, lastSentAt});
  return {kind: 'done', refund: (await settle(deps, refund, end, actor)).refund};
}

/** What became of a refund, by Shopify's answer to its first request. */
function toEndAfterFirst(refund: StoredRefund, answer: RefundAnswer): RefundEnd {
  if (answer.kind === 'made') return toMadeEnd(refund, answer.refund, answer.said);
  if (answer.kind === 'unknown') return toUnknown(lostText);
  return {state: 'refused', said: toRefusalText(answer), made: null};
}

/** The same after a repeated request: only a reading can tell that those before it made nothing. */
async function findEndAfterRepeat(
  deps: RefundDeps,
  {shop, order_gid, line_gid}: StoredDropshipOrder,
  refund: StoredRefund,
  {answer, lastSentAt}: {readonly answer: RefundAnswer; readonly lastSentAt: Date},
): Promise<RefundEnd> {
  if (answer.kind === 'made' || answer.kind === 'unknown') return toEndAfterFirst(refund, answer);
  const said = toRefusalText(answer);
  const stillUnknown = toUnknown(
    `${said} This time nothing was refunded. Whether an earlier request made the refund is still not known.`,
  );
  if (answer.kind !== 'refused') return stillUnknown;
  const reading = await fetchOrderRefunds(deps.admin, shop, order_gid, line_gid).catch((error: unknown) => {
    deps.log.warn({err: error, shop, refund: refund.id}, 'the refunds of an order were not read after a refusal');
    return null;
  });
  if (reading === null) return stillUnknown;
  const before = {count: refund.refunds_before, total: refund.refunded_before};
  const ageMs = deps.now().getTime() - lastSentAt.getTime();
  const found = judgeReading(reading, {key: refund.id, before, ageMs});
  if (found.kind === 'found') return toMadeEnd(refund, found.refund, null);
  return found.kind === 'absent' && found.isOver ? {state: 'refused', said, made: null} : stillUnknown;
}

const toUnknown = (said: string): RefundEnd => ({state: 'unknown', said, made: null});

/** Why a request did nothing. */
const toRefusalText = (answer: Exclude<RefundAnswer, {kind: 'made' | 'unknown'}>): string =>
  answer.kind === 'refused' ? answer.said : refusalTexts[answer.kind];

const refusalTexts = {
  denied:
    'Your Shopify account may not refund orders in this store, or Piecewise may not. Ask the store’s owner to allow it, or for the refund.',
  turned_away: 'Shopify did not accept your session. Reload the page and try again.',
  unsent: 'Shopify could not be reached. Try again in a minute.',
} as const;
const lostText = 'Shopify’s answer was lost: the refund may have been made.';
