// How the buyer gets the goods. One store order can mix shipping, pick-up and local delivery, each with a fulfilment order of its own.
// https://shopify.dev/docs/api/admin-graphql/2026-10/enums/DeliveryMethodType
import type {Reason} from '#domain/orders/reasons.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';

/** Draft orders and orders that other apps made may have no method, or NONE; their address decides. */
const shipped: readonly (string | null)[] = ['SHIPPING', 'NONE', null];

/** True if the store ships to the buyer's address, as the supplier would. An unknown method counts as not shipped. */
export const isShipped = (method: string | null): boolean => shipped.includes(method);

const handovers: Readonly<Record<string, string>> = {
  PICK_UP: 'The buyer collects this in your store.',
  PICKUP_POINT: 'The buyer collects this at a pickup point.',
  LOCAL: 'Your store delivers this itself (local delivery).',
  RETAIL: 'This was sold in a shop, without delivery.',
};

/** Why the supplier ships the line only if the merchant decides so; null if the store would ship what is left of it. */
export function otherDelivery(
  fulfilmentOrders: StoreOrder['fulfilmentOrders'],
  {gid}: Pick<StoreOrderLine, 'gid'>,
): (Reason & {readonly code: 'other_delivery'}) | null {
  const open = (fulfilmentOrders ?? []).filter(({lines}) =>
    lines.some(({lineGid, remaining}) => lineGid === gid && remaining > 0),
  );
  const method = open.map(({deliveryMethod}) => deliveryMethod).find((each) => !isShipped(each)) ?? null;
  if (method === null) return null;
  const how = handovers[method] ?? 'Shopify names a delivery method for this that Piecewise does not know.';
  const text = `${how} It is not sent: the supplier would ship it to the delivery address. Send it only if the buyer is to get it there.`;
  return {code: 'other_delivery', text};
}
