// What became of a refund: judged by the transactions that Shopify shows, and after a lost answer by a reading of the order's refunds.
import {minute} from '#domain/durations.ts';

/** The states of a refund to the buyer, as stored. The page loads this file, so it imports no zod. */
export const refundStates = [
  'intended', // committed with its key and amounts; the request may be under way
  'unknown', // the request was sent, and it is not known whether Shopify made the refund
  'pending', // Shopify made the refund, and the money is not there yet
  'succeeded', // the money went back
  'by_hand', // Shopify recorded it, and the merchant pays it back outside Shopify
  'failed', // Shopify made the refund, but not all of the money goes
  'refused', // Shopify made no refund
  'not_made', // Shopify did not show it when it was too late for it to appear
] as const;

export type RefundState = (typeof refundStates)[number];

/** States that count as not made: the dropship order may get another refund. One may still turn out to be made. */
export const notMadeStates = ['refused', 'not_made'] as const satisfies readonly RefundState[];

/** States in which the merchant still has something to do, or to find out, until they say that it is done. */
export const openRefundStates = ['intended', 'unknown', 'by_hand', 'failed'] as const satisfies readonly RefundState[];

/** States of which Shopify may still say something else by itself. */
export const unsettledRefundStates = ['intended', 'unknown', 'pending'] as const satisfies readonly RefundState[];

/** A payment back to the buyer, as Shopify shows it; the amount in minor units. */
export type RefundTransaction = {
  readonly kind: string;
  readonly status: string;
  readonly amount: number;
  /** Whether the money is paid back outside Shopify, such as for cash or a bank transfer. */
  readonly byHand: boolean;
};

/** Whether the money went, and how much of it: by Shopify, and as what the merchant pays outside Shopify. Minor units. */
export type JudgedPayment = {
  readonly state: 'succeeded' | 'by_hand' | 'pending' | 'failed';
  readonly went: number;
  readonly byHand: number;
};

/** A payment that failed and was made again later counts as made. @param total what was to be paid back. */
export function judgeTransactions(transactions: readonly RefundTransaction[], total: number): JudgedPayment {
  const refunds = transactions.filter(({kind}) => kind === 'REFUND');
  const sumOf = (byHand: boolean) =>
    refunds
      .filter((made) => made.status === 'SUCCESS' && made.byHand === byHand)
      .reduce((sum, {amount}) => sum + amount, 0);
  const [went, byHand] = [sumOf(false), sumOf(true)];
  if (went + byHand >= total) return {state: byHand > 0 ? 'by_hand' : 'succeeded', went, byHand};
  const isFailed = refunds.some(({status}) => status === 'FAILURE' || status === 'ERROR');
  const isOpen = refunds.some(({status}) => openStatuses.has(status));
  return {state: isOpen && !isFailed ? 'pending' : 'failed', went, byHand};
}

/** Statuses of a payment that may still succeed. */
const openStatuses = new Set(['PENDING', 'AWAITING_RESPONSE', 'UNKNOWN']);

/** A refund of a store order, as Shopify shows it. */
export type ShownRefund = {
  readonly gid: string;
  readonly note: string | null;
  readonly transactions: readonly RefundTransaction[];
};

/** What of an order's refunds was there before ours was sent. */
export type RefundsBefore = {readonly count: number; readonly total: number};

/** An order's refunds in one reading; `total` in minor units, `isWhole` false: there may be more than were read. */
export type RefundsReading = {
  readonly refunds: readonly ShownRefund[];
  readonly total: number;
  readonly isWhole: boolean;
};

/** How long after the request a refund that is not shown may still appear: a call ends after a minute or two. */
export const settleAfterMs = 10 * minute;

/** What a reading says of a refund whose answer was lost. */
export type RefundFound =
  | {readonly kind: 'found'; readonly refund: ShownRefund}
  /** Nothing was refunded since: the same request may be sent again with the same key. `isOver`: too long ago for it to appear still. */
  | {readonly kind: 'absent'; readonly isOver: boolean}
  /** Something else was refunded since, so this one is not sent again. `isOver`: too long ago for it to appear still. */
  | {readonly kind: 'other'; readonly isOver: boolean};

/** Looks for the refund by its key, which its note states. @param ageMs since its request was last sent. */
export function judgeReading(
  {refunds, total, isWhole}: RefundsReading,
  {key, before, ageMs}: {readonly key: string; readonly before: RefundsBefore; readonly ageMs: number},
): RefundFound {
  const refund = findByKey(refunds, key);
  if (refund !== undefined) return {kind: 'found', refund};
  const isSame = isWhole && refunds.length <= before.count && total <= before.total;
  const isOver = isWhole && ageMs >= settleAfterMs;
  return isSame ? {kind: 'absent', isOver} : {kind: 'other', isOver};
}

/** The refund whose note states the key. */
export const findByKey = (refunds: readonly ShownRefund[], key: string): ShownRefund | undefined =>
  refunds.find(({note}) => note?.includes(key) === true);

/** The note of a refund in Shopify, for the store's staff. The key makes it findable after a lost answer. */
export const toRefundNote = (reference: string, key: string): string =>
  `The supplier cannot supply it: dropship order ${reference} (${key})`;
