// Flags changes of a store order after its dropship order was sent, with what the merchant can do: the supplier cannot cancel an order.
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {UnplannedOrder} from '#domain/orders/store-order.ts';

export const flagCodes = [
  'order_deleted',
  'order_cancelled',
  'order_refunded',
  'line_removed',
  'quantity_lowered',
  'quantity_raised',
  'destination_changed',
  'buyer_changed',
  'fulfilment_cancelled',
  'request_cancelled',
  'unpaid_long',
] as const;
export type FlagCode = (typeof flagCodes)[number];

/** States in which the supplier has or may have the order, and the buyer still expects the goods. */
export const flaggedStates = [
  'placing',
  'unconfirmed',
  'awaiting_payment',
  'paid',
  'shipped',
] as const satisfies readonly DropshipState[];

/** Flags whose text tells the merchant not to pay an unpaid order, because some or all of the goods are no longer wanted. */
export const doNotPayFlags = [
  'order_deleted',
  'order_cancelled',
  'order_refunded',
  'line_removed',
  'quantity_lowered',
  'request_cancelled',
] as const satisfies readonly FlagCode[];

/** Flags that only the merchant's answer ends, so that marking one as seen does not: of an unpaid order, while it is unpaid. */
export const unansweredFlags = [...doNotPayFlags, 'unpaid_long'] as const satisfies readonly FlagCode[];

export const forbidsPaying = (code: FlagCode): boolean => doNotPayFlags.some((forbidding) => forbidding === code);

/** What was sent to the supplier for a line. */
export type SentLine = {
  readonly line_gid: string;
  readonly quantity: number;
  /** How many pieces the buyer wanted in total when it was sent; null: as many as were sent. */
  readonly wanted: number | null;
  /** How many of the `wanted` pieces the store was to deliver later; left out: none. */
  readonly scheduled?: number;
  readonly country: string | null;
  readonly province: string | null;
};

/** Facts for the flags that the store order itself does not have. */
type FlagInputs = {
  /** Whether the address differs from the one sent, as far as a stored digest shows; the address itself is never stored. */
  readonly isElsewhere?: boolean;
  /** Whether the recipient's name or the e-mail address differs from the ones sent. */
  readonly isOtherBuyer?: boolean;
  /** How many pieces of the shipment had their fulfilment cancelled in the store. */
  readonly cancelled?: number;
  /** Whether the merchant cancelled its fulfilment request, or moved it elsewhere. */
  readonly isRequestCancelled?: boolean;
  /** Whether its request was accepted, and it is unpaid for longer than the settings allow. */
  readonly isUnpaidLong?: boolean;
  /** How many pieces of the line the store still delivers later. Used only if some were left out when the order was sent. */
  readonly scheduled?: number;
};

/** `wanted`: how many of the sent pieces the buyer wants now; for a raised quantity, the added pieces included. */
export type PlannedFlag = {readonly code: FlagCode; readonly wanted?: number};

/** Flags that store a keyed digest of their cause, because the address and the buyer's data themselves may not be stored. */
export type MarkedFlag = 'destination_changed' | 'buyer_changed';
export type CauseMarks = Readonly<Record<MarkedFlag, string | null>>;

/** `at`: when the flag was raised. `place`: a digest of its cause, which shows whether address, or name and e-mail, changed again. */
export type Flag = PlannedFlag & {readonly at: string; readonly place?: string};

/**
 * Plans the flags of one sent order: at most one of cancelled, refunded, removed, lowered and raised, and also those for a new destination,
 * another buyer, a cancelled fulfilment and a payment that is overdue. Pieces that are delivered later do not count until they are due.
 */
export function planFlags(
  order: UnplannedOrder,
  sent: SentLine,
  {isElsewhere, isOtherBuyer, isRequestCancelled, isUnpaidLong, cancelled = 0, scheduled = 0}: FlagInputs = {},
): readonly PlannedFlag[] {
  const line = order.lines.find(({gid}) => gid === sent.line_gid);
  const leftOut = sent.scheduled ?? 0;
  const later = leftOut > 0 ? scheduled : 0;
  const quantity = Math.max(0, (line?.currentQuantity ?? 0) - later);
  const unfulfilled = Math.min(quantity, Math.max(0, (line?.unfulfilledQuantity ?? 0) - later));
  const before = (sent.wanted ?? sent.quantity) - leftOut;
  const servedByStore = before - sent.quantity;
  // Pieces the store had fulfilled may be returned. The number of sent pieces is still wanted then.
  const stillWanted = sent.quantity < before && unfulfilled >= sent.quantity;
  const wanted = Math.max(0, quantity - servedByStore, Math.min(unfulfilled, sent.quantity));
  const flags: PlannedFlag[] = [];
  if (order.cancelledAt !== null) flags.push({code: 'order_cancelled'});
  else if (order.financialStatus === 'REFUNDED') flags.push({code: 'order_refunded'});
  else if (quantity === 0) flags.push({code: 'line_removed'});
  else if (quantity < before && !stillWanted) flags.push({code: 'quantity_lowered', wanted});
  else if (quantity > before) flags.push({code: 'quantity_raised', wanted});
  if (order.cancelledAt === null && (isElsewhere === true || isRedirected(order, sent)))
    flags.push({code: 'destination_changed'});
  if (order.cancelledAt === null && isOtherBuyer === true) flags.push({code: 'buyer_changed'});
  if (cancelled > 0) flags.push({code: 'fulfilment_cancelled'});
  if (order.cancelledAt === null && isRequestCancelled === true) flags.push({code: 'request_cancelled'});
  if (isUnpaidLong === true) flags.push({code: 'unpaid_long'});
  return flags;
}

/** Combines planned flags with the known ones: a flag keeps its time while its cause is the same, and is raised again for another cause. */
export function renewFlags(
  known: readonly Flag[],
  planned: readonly PlannedFlag[],
  {at, causes}: {readonly at: string; readonly causes: CauseMarks},
): readonly Flag[] {
  return planned.map((flag) => {
    const isMarked = flag.code === 'destination_changed' || flag.code === 'buyer_changed';
    const place = isMarked ? causes[flag.code] : null;
    const here: Omit<Flag, 'at'> = place === null ? flag : {...flag, place};
    const before = known.find((one) => one.code === here.code && isSameCause(one, here));
    return before === undefined ? {...here, at} : {...before, ...here};
  });
}

/** The flags without the question whether the order was paid: it is of an unpaid order only. */
export const withoutQuestion = (flags: readonly Flag[]): readonly Flag[] =>
  flags.filter(({code}) => code !== 'unpaid_long');

/** Whether two flags have the same cause. A field that one of them lacks counts as equal. */
function isSameCause(one: Omit<Flag, 'at'>, other: Omit<Flag, 'at'>): boolean {
  return (
    (one.wanted ?? other.wanted) === (other.wanted ?? one.wanted) &&
    (one.place ?? other.place) === (other.place ?? one.place)
  );
}

/** Finds a flag among the seen ones by code and time. A flag raised again has a new time, so it counts as unseen. */
export function findSeenFlag<T extends Pick<Flag, 'code' | 'at'>>(
  flag: Pick<Flag, 'code' | 'at'>,
  seen: readonly T[],
): T | null {
  return seen.find(({code, at}) => code === flag.code && at === flag.at) ?? null;
}

export const isFlaggedState = (state: DropshipState): boolean => flaggedStates.some((flagged) => flagged === state);

/** Whether the order goes to another country or province now. Provinces matter: Puerto Rico, for example, is served differently. */
function isRedirected({destination}: UnplannedOrder, sent: SentLine): boolean {
  if (destination === null || destination.country === null) return false;
  if (destination.country !== sent.country) return true;
  return sent.province !== null && destination.province !== null && destination.province !== sent.province;
}
