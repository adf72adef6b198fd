// Pieces of a line that are not to be sent now: scheduled for later, or in no open fulfilment order the app may see, that is, not assigned to a location yet, or with the fulfilment service of
// another app, which may ship them itself. Shopify assigns in the background after an order was made or edited.
// https://shopify.dev/docs/api/admin-graphql/2026-10/objects/FulfillmentOrder
import type {Reason} from '#domain/orders/reasons.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';

/** Pieces of the line that the store delivers later: of a prepaid subscription, or a pre-order. 0 if the fulfilment orders were not read. */
export const scheduledPieces = ({fulfilmentOrders}: Pick<StoreOrder, 'fulfilmentOrders'>, line: string): number =>
  (fulfilmentOrders ?? [])
    .filter(({status}) => status === 'SCHEDULED')
    .flatMap(({lines}) => lines.filter(({lineGid}) => lineGid === line))
    .reduce((sum, {remaining}) => sum + remaining, 0);

/** Counts only pieces that are still to be fulfilled; 0 if the fulfilment orders were not read. */
export function unseenPieces(
  {fulfilmentOrders}: Pick<StoreOrder, 'fulfilmentOrders'>,
  {gid, currentQuantity, unfulfilledQuantity}: StoreOrderLine,
): number {
  if (fulfilmentOrders === null) return 0;
  const seen = fulfilmentOrders
    // A closed fulfilment order may show pieces as remaining that another one has by now.
    .filter(({status}) => status !== 'CLOSED' && status !== 'CANCELLED')
    .flatMap(({lines}) => lines.filter(({lineGid}) => lineGid === gid))
    .reduce((sum, {remaining}) => sum + remaining, 0);
  return Math.max(0, Math.min(currentQuantity, unfulfilledQuantity) - seen);
}

/** Another app's service may ship it as well, so the merchant decides. */
export function shippedElsewhere(
  unseen: number,
  {currentQuantity, unfulfilledQuantity}: StoreOrderLine,
): Reason & {readonly code: 'shipped_elsewhere'} {
  const left = Math.min(currentQuantity, unfulfilledQuantity);
  const what = unseen < left ? `${unseen} of the ${left} pieces` : 'this line';
  const text = `The store shows Piecewise no fulfilment order for ${what}: the fulfilment service of another app may ship it. Send it only if the supplier is to ship all of it.`;
  return {code: 'shipped_elsewhere', text};
}
