// Maps a supplier's shipment to fulfilments in the store: pieces of one line, which the merchant may have split over locations,
// put on hold, or fulfilled by hand. Shopify allows one location per fulfilment.
import type {SentLine} from '#domain/orders/flags.ts';
import {scheduledPieces} from '#domain/orders/pieces.ts';
import type {StoreFulfilmentOrder, StoreOrder, UnplannedOrder} from '#domain/orders/store-order.ts';

export type ShipmentPart = {
  readonly fulfilmentOrder: string;
  readonly lines: readonly {readonly gid: string; readonly quantity: number}[];
};

/** One fulfilment to create. A location's name is unique in its shop. */
export type Shipment = {readonly location: string; readonly pieces: number; readonly parts: readonly ShipmentPart[]};

export type ShipmentPlan = {
  readonly shipments: readonly Shipment[];
  /** Pieces that still need fulfilment but cannot be fulfilled now. */
  readonly left: {readonly pieces: number; readonly why: string} | null;
};

/** An existing fulfilment; `gid` is null if the answer was lost; `tracking` as the store has it, null if unknown. */
export type MadeFulfilment = {
  readonly gid: string | null;
  readonly pieces: number;
  readonly tracking: Tracking | null;
};

export type Tracking = {
  readonly company: string | null;
  readonly number: string | null;
  readonly url: string | null;
};

type Sent = Pick<SentLine, 'line_gid' | 'quantity' | 'wanted' | 'scheduled'>;

export const piecesOf = (made: readonly MadeFulfilment[]): number => made.reduce((sum, {pieces}) => sum + pieces, 0);

export const isSameTracking = (one: Tracking | null, other: Tracking): boolean =>
  one !== null && one.company === other.company && one.number === other.number && one.url === other.url;

/**
 * Pieces fulfilled by a request whose answer was lost: the store's count, minus what it had fulfilled before the order was sent,
 * minus the fulfilments we know of.
 */
export function countLost(order: UnplannedOrder, sent: Sent, made: readonly MadeFulfilment[]): number {
  const {current, unfulfilled} = quantitiesOf(order, sent);
  const before = (sent.wanted ?? sent.quantity) - sent.quantity - (sent.scheduled ?? 0);
  return Math.max(0, Math.min(sent.quantity, current - unfulfilled - before) - piecesOf(made));
}

/** The fulfilments that still ship something, as far as is known: a fulfilment of unknown gid counts. */
export const stillMade = (
  {voidFulfilments}: Pick<UnplannedOrder, 'voidFulfilments'>,
  made: readonly MadeFulfilment[],
): readonly MadeFulfilment[] => made.filter(({gid}) => gid === null || !voidFulfilments.includes(gid));

/**
 * Pieces of a shipment whose fulfilment was cancelled in the store and that are not fulfilled again.
 * @param isComplete whether every piece was fulfilled: then a piece without a known fulfilment (the answer was lost, or the merchant
 * fulfilled it) counts as cancelled when any fulfilment of the order is.
 */
export function countCancelled(
  order: UnplannedOrder,
  sent: Sent,
  made: readonly MadeFulfilment[],
  isComplete: boolean,
): number {
  const {current, unfulfilled} = quantitiesOf(order, sent);
  if (order.cancelledAt !== null || order.voidFulfilments.length === 0) return 0;
  const addedLater = Math.max(0, current - (sent.wanted ?? sent.quantity));
  const known = made.filter(({gid}) => gid !== null);
  const unknown = isComplete ? sent.quantity - piecesOf(known) : 0;
  const cancelled = piecesOf(known) - piecesOf(stillMade(order, known)) + unknown;
  return Math.max(0, Math.min(cancelled, unfulfilled - addedLater));
}

/** The pieces of a shipped line still to fulfil, at the locations the store has assigned to them. */
export function planShipment(order: StoreOrder, sent: Sent, made: readonly MadeFulfilment[]): ShipmentPlan {
  const rest = sent.quantity - piecesOf(made);
  const {current, unfulfilled} = quantitiesOf(order, sent);
  if (order.cancelledAt !== null)
    return nothingBut(rest, 'The store order is cancelled, so nothing of it can be fulfilled there.');
  if (current === 0)
    return nothingBut(rest, 'The line was removed or refunded in the store, so nothing of it can be fulfilled there.');
  // What is delivered later is not of this shipment, also when it is the only thing left.
  const later = (sent.scheduled ?? 0) > 0 ? scheduledPieces(order, sent.line_gid) : 0;
  const wanted = Math.max(0, Math.min(rest, unfulfilled - later));
  const found = findParts(order, sent.line_gid, wanted);
  if (found.left === 0) return {shipments: found.shipments, left: null};
  return {shipments: found.shipments, left: {pieces: found.left, why: whyNot(found.status)}};
}

const nothingBut = (pieces: number, why: string): ShipmentPlan => ({
  shipments: [],
  left: pieces > 0 ? {pieces, why} : null,
});

function quantitiesOf(
  {lines}: UnplannedOrder,
  {line_gid}: Pick<Sent, 'line_gid'>,
): {readonly current: number; readonly unfulfilled: number} {
  const line = lines.find(({gid}) => gid === line_gid);
  const current = line?.currentQuantity ?? 0;
  return {current, unfulfilled: Math.min(current, line?.unfulfilledQuantity ?? 0)};
}

/** A service that closes a fulfilment order leaves it incomplete, and anybody may fulfil it then. */
const fulfillable = ['OPEN', 'IN_PROGRESS', 'INCOMPLETE'];

/** `status`: of a fulfilment order that still has pieces of the line and cannot be fulfilled now; null: none. */
type Found = {readonly shipments: readonly Shipment[]; readonly left: number; readonly status: string | null};

function findParts({fulfilmentOrders}: StoreOrder, line: string, pieces: number): Found {
  const byLocation = new Map<string, Shipment>();
  let left = pieces;
  let status: string | null = null;
  for (const order of fulfilmentOrders ?? []) {
    const mine = order.lines.filter(({lineGid, remaining}) => lineGid === line && remaining > 0);
    // After a cancelled fulfilment a closed fulfilment order shows its pieces again; they are in a later one.
    if (mine.length === 0 || order.status === 'CLOSED') continue;
    if (!fulfillable.includes(order.status)) {
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

function takeUpTo(pieces: number, lines: StoreFulfilmentOrder['lines']): ShipmentPart['lines'] {
  let left = pieces;
  return lines.flatMap(({gid, remaining}) => {
    const quantity = Math.min(left, remaining);
    left -= quantity;
    return quantity > 0 ? [{gid, quantity}] : [];
  });
}

function whyNot(status: string | null): string {
  if (status === 'ON_HOLD') return 'The fulfilment is on hold in the store. Release it there, then try again.';
  if (status === null) {
    return "The store shows Piecewise no fulfilment order for it: it may be assigned to a fulfilment service of another app. Fulfil it on the order's page in Shopify.";
  }
  return `The store takes no fulfilment of this line now (${status.toLowerCase().replaceAll('_', ' ')}).`;
}
