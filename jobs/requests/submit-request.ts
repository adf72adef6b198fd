// Requests the fulfilment of an order in Shopify before it is sent, as the merchant's button in the store does: so that the store shows that
// it was requested. App Store requirement 5.5.1.
import {Failure} from '#domain/failure.ts';
import {serviceName} from '#domain/fulfilment-service/plan-service.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {loadRequestsOfOrder, saveAsked} from '../../server/db/fulfilment-services/requests.ts';
import {loadServiceLocation} from '../../server/db/fulfilment-services/services.ts';
import type {Deps} from '../../server/deps.ts';
import {toLogCodes} from '../../server/shopify/client/user-errors.ts';
import {writeRequest} from '../../server/shopify/fulfilment-service/answers.ts';
import {fetchFulfilmentOrders} from '../../server/shopify/orders/orders.ts';

/** What the merchant reads in the store beside the request. */
const message = 'Requested by Piecewise.';

/** The request statuses in which Shopify takes a request. */
const requestableStatuses = ['UNSUBMITTED', 'REJECTED', 'CANCELLATION_ACCEPTED', 'CLOSED'];

/**
 * Requests what the line's fulfilment orders at the service's location have not requested yet. Does nothing in a shop without a service. A
 * refusal does not stop the order: the merchant may have put the line elsewhere in that moment. Throws a Failure of Shopify's, and one while
 * the fulfilment order that an earlier order of the line had is being closed.
 */
export async function submitRequest(
  {db, admin, log, now}: Pick<Deps, 'db' | 'admin' | 'log' | 'now'>,
  shop: ShopDomain,
  {order_gid: orderGid, line_gid: line}: {readonly order_gid: OrderGid; readonly line_gid: string},
): Promise<void> {
  if ((await loadServiceLocation(db, shop)) === null) return;
  const requests = await loadRequestsOfOrder(db, shop, orderGid);
  if (requests.some(({status, lines}) => status === 'closing' && lines.some((gid) => gid === line)))
    throw new Failure('The fulfilment order is being closed.', {remote: 'shopify', kind: 'refused', sent: false});
  for (const found of await fetchFulfilmentOrders(admin, shop, orderGid)) {
    const hasLine = found.lines.some(({lineGid, remaining}) => lineGid === line && remaining > 0);
    if (found.location.name !== serviceName || !hasLine) continue;
    if (!requestableStatuses.includes(found.requestStatus)) continue;
    const result = await writeRequest(admin, shop, found.gid, {kind: 'submit', message});
    if (result.kind === 'refused') {
      const codes = toLogCodes(result);
      log.warn(
        {shop, fulfilmentOrder: found.gid, codes},
        'Shopify refused to request a fulfilment; the order is sent all the same',
      );
    } else await saveAsked(db, shop, {gid: found.gid, orderGid, status: 'requested'}, now());
  }
}
