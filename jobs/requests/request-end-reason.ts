// Loads why an order is not sent by itself after its fulfilment requests in Shopify ended without an order.
import type {Kysely} from 'kysely';
import {findRequestEnd, type RequestEndReason, toRequestEndReason} from '#domain/fulfilment-requests/request-end.ts';
import {loadRequestsOfOrder} from '../../server/db/fulfilment-services/requests.ts';
import {loadServiceLocation} from '../../server/db/fulfilment-services/services.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import type {Tables} from '../../server/db/tables/tables.ts';

/** The reason for the order's line; null: there is none. */
export async function loadRequestEndReason(
  db: Kysely<Tables>,
  {shop, order_gid: order, line_gid: line}: Pick<StoredDropshipOrder, 'shop' | 'order_gid' | 'line_gid'>,
): Promise<RequestEndReason | null> {
  const end = findRequestEnd(await loadRequestsOfOrder(db, shop, order), line);
  return end === null ? null : toRequestEndReason(end, (await loadServiceLocation(db, shop)) !== null);
}
