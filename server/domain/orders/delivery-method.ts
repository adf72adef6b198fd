// Decides by delivery method whether the supplier may ship a line. A store order can mix shipping, pick-up and local delivery, each with a
// fulfilment order of its own.
// https://shopify.dev/docs/api/admin-graphql/2026-10/enums/DeliveryMethodType
import type {Reason} from '#domain/orders/reasons.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';

/** Methods that count as shipping. Draft orders and orders made by other apps may have no method, or NONE; their address decides. */
const shippedMethods: readonly (string | null)[] = ['SHIPPING', 'NONE', null];

/** Whether the store ships to the buyer's address with this method, as the supplier would. An unknown method counts as not shipped. */
export const isShippedMethod = (method: string | null): boolean => shippedMethods.includes(method);

/** How the buyer gets the goods, by each delivery method that is not shipping. */
const handoverTexts: Readonly<Record<string, string>> = {
  PICK_UP: 'The buyer collects this in your store.',
  PICKUP_POINT: 'The buyer collects this at a pickup point.',
  LOCAL: 'Your store delivers this itself (local delivery).',
  RETAIL: 'This was sold in a shop, without delivery.',
};

/** The reason to ask the merchant because the line has a delivery method other than shipping; null if the rest of it is shipped. */
export function findOtherDelivery(
  fulfilmentOrders: StoreOrder['fulfilmentOrders'],
  {gid}: Pick<StoreOrderLine, 'gid'>,
): (Reason & {readonly code: 'other_delivery'}) | null {
  const open = (fulfilmentOrders ?? []).filter(({lines}) =>
    lines.some(({lineGid, remaining}) => lineGid === gid && remaining > 0),
  );
  const method = open.map(({deliveryMethod}) => deliveryMethod).find((each) => !isShippedMethod(each)) ?? null;
  if (method === null) return null;
  const how = handoverTexts[method] ?? 'Shopify names a delivery method for this that Piecewise does not know.';
  const text = `${how} It is not sent: the supplier would ship it to the delivery address. Send it only if the buyer is to get it there.`;
  return {code: 'other_delivery', text};
}
