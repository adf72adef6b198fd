// Counts the pieces of a line to send now, without those scheduled for later and those in no open fulfilment order that the app may see.
// Shopify has not assigned the latter to a location yet, which it does in the background, or another app's fulfilment service has them.
// https://shopify.dev/docs/api/admin-graphql/2026-10/objects/FulfillmentOrder
import type {Reason} from '#domain/orders/reasons.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';

/** Pieces that the store delivers later, as for a subscription or a pre-order; 0 if the fulfilment orders were not read. */
export const scheduledPieces = ({fulfilmentOrders}: Pick<StoreOrder, 'fulfilmentOrders'>, line: string): number =>
  (fulfilmentOrders ?? [])
    .filter(({status}) => status === 'SCHEDULED')
    .flatMap(({lines}) => lines.filter(({lineGid}) => lineGid === line))
    .reduce((sum, {remaining}) => sum + remaining, 0);

/** Pieces of the line that the buyer still wants and the store has not fulfilled. */
export const remainingPieces = ({currentQuantity, unfulfilledQuantity}: StoreOrderLine): number =>
  Math.min(currentQuantity, unfulfilledQuantity);

/** Pieces of the line that are delivered later while others are due now; 0 if all are delivered later. */
export function laterPieces(order: Pick<StoreOrder, 'fulfilmentOrders'>, line: StoreOrderLine): number {
  const later = scheduledPieces(order, line.gid);
  return later < remainingPieces(line) ? later : 0;
}

/** The note for the merchant about pieces that are delivered later; null: there are none. */
export const laterPiecesNote = (later: number, left: number): string | null =>
  later === 0
    ? null
    : `The store delivers ${later} of the ${left} pieces later. Only what is due now is sent; later pieces are flagged when they are due.`;

/** The pieces that are due now. If none is left because the store fulfilled the line, but the merchant sends it anyway: all its pieces. */
export const piecesToSend = (order: Pick<StoreOrder, 'fulfilmentOrders'>, line: StoreOrderLine): number =>
  remainingPieces(line) - laterPieces(order, line) || line.currentQuantity;

/** An order for more pieces of one line than this is held, because a shopper rarely buys so many. */
const maxUsualPieces = 99;

/** The reason to ask the merchant because of an unusually large quantity; null: it is usual. */
export function findTooManyPieces(
  order: Pick<StoreOrder, 'fulfilmentOrders'>,
  line: StoreOrderLine,
): (Reason & {readonly code: 'many_pieces'}) | null {
  const pieces = piecesToSend(order, line);
  if (pieces <= maxUsualPieces) return null;
  const text = `The line has ${pieces} pieces, more than ${maxUsualPieces}. Send it only if the buyer wants that many.`;
  return {code: 'many_pieces', text};
}

/** How many unfulfilled pieces are in no open fulfilment order that the app may see; 0 if the fulfilment orders were not read. */
export function piecesWithoutFulfilmentOrder(
  {fulfilmentOrders}: Pick<StoreOrder, 'fulfilmentOrders'>,
  line: StoreOrderLine,
): number {
  if (fulfilmentOrders === null) return 0;
  const seen = fulfilmentOrders
    // A closed fulfilment order may show pieces as remaining that another one has by now.
    .filter(({status}) => status !== 'CLOSED' && status !== 'CANCELLED')
    .flatMap(({lines}) => lines.filter(({lineGid}) => lineGid === line.gid))
    .reduce((sum, {remaining}) => sum + remaining, 0);
  return Math.max(0, remainingPieces(line) - seen);
}

/** The reason to ask the merchant because another app's fulfilment service may ship the line as well. */
export function shippedElsewhereReason(
  unseen: number,
  line: StoreOrderLine,
): Reason & {readonly code: 'shipped_elsewhere'} {
  const left = remainingPieces(line);
  const what = unseen < left ? `${unseen} of the ${left} pieces` : 'this line';
  const text = `The store shows Piecewise no fulfilment order for ${what}: the fulfilment service of another app may ship it. Send it only if the supplier is to ship all of it.`;
  return {code: 'shipped_elsewhere', text};
}
