// Which dropship orders need something of the merchant other than a payment: one rule for Home, the list, "To decide" and the tag in the
// store. SQL says the same in server/db/orders/flagged-orders.ts. What is to be paid has a sum and a page of its own.
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import {type Flag, findSeenFlag, isFlaggedState, unansweredFlags} from '#domain/orders/flags.ts';

/** States in which only the merchant can get the order on. */
export const statesNeedingMerchant = [
  'needs_details',
  'blocked',
  'held',
  'unconfirmed',
  'rejected',
] as const satisfies readonly DropshipState[];

/** A flag, as far as it is needed to see whether it was seen. */
type Mark = Pick<Flag, 'code' | 'at'>;

/** What decides whether a dropship order needs the merchant. */
type Needy = {
  readonly state: DropshipState;
  /** The flags for changes in the store after the order was sent. */
  readonly flags: readonly Mark[];
  /** The flags that the merchant marked as seen. */
  readonly flags_seen: readonly Mark[];
  /** How far the fulfilment in the store is, such as `wanted`, `sending`, `done` or `failed`; left out: none is owed. */
  readonly fulfil?: string | null;
  /** Whether the refund to the buyer still asks something of the merchant; left out: not. */
  readonly refund_open?: boolean;
};

/** Whether the order has a flag that the merchant has not marked as seen, in a state in which flags count. */
export const hasUnseenFlag = ({state, flags, flags_seen}: Needy): boolean =>
  isFlaggedState(state) && flags.some((flag) => findSeenFlag(flag, flags_seen) === null);

/**
 * Whether the fulfilment in the store failed and is to be tried again. A fulfilment that was cancelled in the store is not such a one: a
 * flag tells of it until the flag was seen.
 */
const hasFailedInStore = ({state, flags, fulfil}: Needy): boolean =>
  state === 'shipped' && fulfil === 'failed' && !flags.some(({code}) => code === 'fulfilment_cancelled');

/** Whether the order is unpaid and the merchant is to replace or close it, or to say whether it was paid; seen or not. */
const isUnanswered = ({state, flags}: Needy): boolean =>
  state === 'awaiting_payment' && flags.some(({code}) => unansweredFlags.some((one) => one === code));

/** Whether the merchant must do something about the order other than pay it. */
export const needsMerchant = (order: Needy): boolean =>
  statesNeedingMerchant.some((state) => state === order.state) ||
  hasUnseenFlag(order) ||
  isUnanswered(order) ||
  hasFailedInStore(order) ||
  order.refund_open === true;
