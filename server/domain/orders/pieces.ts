// How many pieces of a line are to be sent now, and which are not: those scheduled for later, and those in no open fulfilment order the app
// may see, that is, not assigned to a location yet, or with the fulfilment service of another app, which may ship them itself. Shopify assigns in the background after an order was made or edited.
// https://shopify.dev/docs/api/admin-graphql/2026-10/objects/FulfillmentOrder
import type {Reason} from '#domain/orders/reasons.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';

/** Pieces of the line that the store delivers later: of a prepaid subscription, or a pre-order. 0 if the fulfilment orders were not read. */
export const scheduledPieces = ({fulfilmentOrders}: Pick<StoreOrder, 'fulfilmentOrders'>, line: string): number =>
  (fulfilmentOrders ?? [])
    .filter(({status}) => status === 'SCHEDULED')
    .flatMap(({lines}) => lines.filter(({lineGid}) => lineGid === line))
    .reduce((sum, {remaining}) => sum + remaining, 0);

export const leftPieces = ({currentQuantity, unfulfilledQuantity}: StoreOrderLine): number =>
  Math.min(currentQuantity, unfulfilledQuantity);

/** Pieces of the line that are delivered later, where others are due now. */
export function laterPieces(order: Pick<StoreOrder, 'fulfilmentOrders'>, line: StoreOrderLine): number {
  const later = scheduledPieces(order, line.gid);
  return later < leftPieces(line) ? later : 0;
}

export const laterNote = (later: number, left: number): string | null =>
  later === 0
    ? null
    : `The store delivers ${later} of the ${left} pieces later. Only what is due now is sent; later pieces are flagged when they are due.`;

/** What is due now. Fulfilled in the store, but the merchant sends it anyway: all pieces of the line. */
export const piecesToSend = (order: Pick<StoreOrder, 'fulfilmentOrders'>, line: StoreOrderLine): number =>
  leftPieces(line) - laterPieces(order, line) || line.currentQuantity;

/** More pieces of one line than a shopper usually buys. */
const mostPieces = 99;

export function tooManyPieces(
  order: Pick<StoreOrder, 'fulfilmentOrders'>,
  line: StoreOrderLine,
): (Reason & {readonly code: 'many_pieces'}) | null {
  const pieces = piecesToSend(order, line);
  if (pieces <= mostPieces) return null;
  const text = `The line has ${pieces} pieces, more than ${mostPieces}. Send it only if the buyer wants that many.`;
  return {code: 'many_pieces', text};
}

/** Counts only pieces that are still to be fulfilled; 0 if the fulfilment orders were not read. */
export function unseenPieces({fulfilmentOrders}: Pick<StoreOrder, 'fulfilmentOrders'>, line: StoreOrderLine): number {
  if (fulfilmentOrders === null) return 0;
  const seen = fulfilmentOrders
    // A closed fulfilment order may show pieces as remaining that another one has by now.
    .filter(({status}) => status !== 'CLOSED' && status !== 'CANCELLED')
    .flatMap(({lines}) => lines.filter(({lineGid}) => lineGid === line.gid))
    .reduce((sum, {remaining}) => sum + remaining, 0);
  return Math.max(0, leftPieces(line) - seen);
}

/** Another app's service may ship it as well, so the merchant decides. */
export function shippedElsewhereReason(
  unseen: number,
  line: StoreOrderLine,
): Reason & {readonly code: 'shipped_elsewhere'} {
  const left = leftPieces(line);
  const what = unseen < left ? `${unseen} of the ${left} pieces` : 'this line';
  const text = `The store shows Piecewise no fulfilment order for ${what}: the fulfilment service of another app may ship it. Send it only if the supplier is to ship all of it.`;
  return {code: 'shipped_elsewhere', text};
}
