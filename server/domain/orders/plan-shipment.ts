// Plans the fulfilments in the store for the supplier's shipment of one line, whose pieces the merchant may have split over locations, put
// on hold, or fulfilled by hand. Shopify allows one location per fulfilment.
import type {SentLine} from '#domain/orders/flags.ts';
import {scheduledPieces} from '#domain/orders/pieces.ts';
import type {StoreFulfilmentOrder, StoreOrder, UnplannedOrder} from '#domain/orders/store-order.ts';

/** The pieces to fulfil of one fulfilment order. `fulfilmentOrder` and `gid`: Shopify's ids. */
export type ShipmentPart = {
  readonly fulfilmentOrder: string;
  readonly lines: readonly {readonly gid: string; readonly quantity: number}[];
};

/** One fulfilment to create. A location's name is unique in its shop. */
export type Shipment = {readonly location: string; readonly pieces: number; readonly parts: readonly ShipmentPart[]};

/** The fulfilments to create now. */
export type ShipmentPlan = {
  readonly shipments: readonly Shipment[];
  /** Pieces that still need fulfilment but cannot be fulfilled now, with a sentence; null: none. */
  readonly left: {readonly pieces: number; readonly why: string} | null;
};

/** A fulfilment that exists in the store. `gid` is null if Shopify's answer was lost; `tracking` as the store has it, null if unknown. */
export type KnownFulfilment = {
  readonly gid: string | null;
  readonly pieces: number;
  readonly tracking: Tracking | null;
};

/** A parcel's carrier, number and link; each null if the merchant did not give it. */
export type Tracking = {
  /** The carrier's name. */
  readonly company: string | null;
  readonly number: string | null;
  readonly url: string | null;
};

type SentPieces = Pick<SentLine, 'line_gid' | 'quantity' | 'wanted' | 'scheduled'>;

/** The pieces of these fulfilments together. */
export const countPieces = (made: readonly KnownFulfilment[]): number =>
  made.reduce((sum, {pieces}) => sum + pieces, 0);

/** Whether both have the same carrier, number and link; false if the first is not known. */
export const isSameTracking = (one: Tracking | null, other: Tracking): boolean =>
  one !== null && one.company === other.company && one.number === other.number && one.url === other.url;

/**
 * Counts the pieces fulfilled by a request whose answer was lost: all fulfilled pieces, minus those fulfilled before the order was sent,
 * minus those of the known fulfilments.
 */
export function countLostPieces(order: UnplannedOrder, sent: SentPieces, made: readonly KnownFulfilment[]): number {
  const {current, unfulfilled} = lineQuantities(order, sent);
  const before = (sent.wanted ?? sent.quantity) - sent.quantity - (sent.scheduled ?? 0);
  return Math.max(0, Math.min(sent.quantity, current - unfulfilled - before) - countPieces(made));
}

/** Leaves out fulfilments that were cancelled or refused. A fulfilment with an unknown gid is kept. */
export const activeFulfilments = (
  {voidFulfilments}: Pick<UnplannedOrder, 'voidFulfilments'>,
  made: readonly KnownFulfilment[],
): readonly KnownFulfilment[] => made.filter(({gid}) => gid === null || !voidFulfilments.includes(gid));

/**
 * Counts the pieces of a shipment whose fulfilment was cancelled in the store and that are not fulfilled again.
 * @param isComplete whether every piece was fulfilled: then a piece without a known fulfilment (the answer was lost, or the merchant
 * fulfilled it) counts as cancelled when any fulfilment of the order is.
 */
export function countCancelledPieces(
  order: UnplannedOrder,
  sent: SentPieces,
  made: readonly KnownFulfilment[],
  isComplete: boolean,
): number {
  const {current, unfulfilled} = lineQuantities(order, sent);
  if (order.cancelledAt !== null || order.voidFulfilments.length === 0) return 0;
  const addedLater = Math.max(0, current - (sent.wanted ?? sent.quantity));
  const known = made.filter(({gid}) => gid !== null);
  const unknown = isComplete ? sent.quantity - countPieces(known) : 0;
  const cancelled = countPieces(known) - countPieces(activeFulfilments(order, known)) + unknown;
  return Math.max(0, Math.min(cancelled, unfulfilled - addedLater));
}

/** Plans fulfilments for the pieces of a shipped line that are not fulfilled yet, one for each location. */
export function planShipment(order: StoreOrder, sent: SentPieces, made: readonly KnownFulfilment[]): ShipmentPlan {
  const rest = sent.quantity - countPieces(made);
  const {current, unfulfilled} = lineQuantities(order, sent);
  if (order.cancelledAt !== null)
    return planNoShipment(rest, 'The store order is cancelled, so nothing of it can be fulfilled there.');
  if (current === 0)
    return planNoShipment(
      rest,
      'The line was removed or refunded in the store, so nothing of it can be fulfilled there.',
    );
  // Pieces that are delivered later are not part of this shipment, even if no others are left.
  const later = (sent.scheduled ?? 0) > 0 ? scheduledPieces(order, sent.line_gid) : 0;
  const wanted = Math.max(0, Math.min(rest, unfulfilled - later));
  const found = findParts(order, sent.line_gid, wanted);
  if (found.left === 0) return {shipments: found.shipments, left: null};
  return {shipments: found.shipments, left: {pieces: found.left, why: notFulfillableText(found.status)}};
}

/** The plan if nothing can be fulfilled in the store. */
const planNoShipment = (pieces: number, why: string): ShipmentPlan => ({
  shipments: [],
  left: pieces > 0 ? {pieces, why} : null,
});

/** The line's pieces after edits and refunds, and those of them that are not fulfilled; 0 if the order has no such line. */
function lineQuantities(
  {lines}: UnplannedOrder,
  {line_gid}: Pick<SentPieces, 'line_gid'>,
): {readonly current: number; readonly unfulfilled: number} {
  const line = lines.find(({gid}) => gid === line_gid);
  const current = line?.currentQuantity ?? 0;
  return {current, unfulfilled: Math.min(current, line?.unfulfilledQuantity ?? 0)};
}

/** Statuses in which the app may fulfil. A fulfilment service that gives up leaves the fulfilment order INCOMPLETE. */
const fulfillableStatuses = ['OPEN', 'IN_PROGRESS', 'INCOMPLETE'];

/** `left`: pieces not found. `status`: of a fulfilment order that has pieces of the line but cannot be fulfilled now; null: none. */
type FoundParts = {readonly shipments: readonly Shipment[]; readonly left: number; readonly status: string | null};

/** Collects up to `pieces` from the fulfilment orders that can be fulfilled now, by location. */
function findParts({fulfilmentOrders}: StoreOrder, line: string, pieces: number): FoundParts {
  const byLocation = new Map<string, Shipment>();
  let left = pieces;
  let status: string | null = null;
  for (const order of fulfilmentOrders ?? []) {
    const mine = order.lines.filter(({lineGid, remaining}) => lineGid === line && remaining > 0);
    // A closed fulfilment order is skipped: after a cancelled fulfilment it shows pieces as remaining that a later one has.
    if (mine.length === 0 || order.status === 'CLOSED') continue;
    if (!fulfillableStatuses.includes(order.status)) {
      status = order.status;
      continue;
    }
    const lines = takeUpTo(left, mine);
    const taken = lines.reduce((sum, {quantity}) => sum + quantity, 0);
    if (taken === 0) continue;
    left -= taken;
    const {name: location} = order.location;
    const before = byLocation.get(location) ?? {pieces: 0, parts: []};
    const parts = [...before.parts, {fulfilmentOrder: order.gid, lines}];
    byLocation.set(location, {location, pieces: before.pieces + taken, parts});
  }
  return {shipments: [...byLocation.values()], left, status};
}

/** Takes up to `pieces` from these lines of one fulfilment order. */
function takeUpTo(pieces: number, lines: StoreFulfilmentOrder['lines']): ShipmentPart['lines'] {
  let left = pieces;
  return lines.flatMap(({gid, remaining}) => {
    const quantity = Math.min(left, remaining);
    left -= quantity;
    return quantity > 0 ? [{gid, quantity}] : [];
  });
}

/** Why pieces cannot be fulfilled now, as a sentence for the merchant. */
function notFulfillableText(status: string | null): string {
  if (status === 'ON_HOLD') return 'The fulfilment is on hold in the store. Release it there, then try again.';
  if (status === null) {
    return "The store shows Piecewise no fulfilment order for it: it may be assigned to a fulfilment service of another app. Fulfil it on the order's page in Shopify.";
  }
  return `The store takes no fulfilment of this line now (${status.toLowerCase().replaceAll('_', ' ')}).`;
}
