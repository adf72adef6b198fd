// Loads the lines of a fulfilment request with what became of their dropship orders.
import type {RequestedLine, RequestedOrder} from '#domain/fulfilment-requests/answer-request.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
import type {StoredRequest} from '../../server/db/fulfilment-services/requests.ts';
import {loadDropshipOrdersOfStoreOrder, type StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import type {ShownRequest} from '../../server/shopify/fulfilment-service/requests.ts';
import {type TakingDeps, takeStoreOrder} from '../webhooks/take-store-order.ts';

/** The lines that Shopify shows of the request, each with its newest dropship order. */
export async function loadRequestedLines(
  deps: TakingDeps,
  {shop, order_gid: orderGid, is_seen: isSeen}: StoredRequest,
  {lines}: ShownRequest,
): Promise<readonly RequestedLine[]> {
  // A request that was not looked at before makes its orders due: what they were not sent for may be over.
  if (!isSeen) await takeStoreOrder(deps, shop, orderGid, 'reconciliation');
  const orders = await loadOrdersByLine(deps, shop, orderGid);
  return lines.map(({gid, title}) => ({title, order: orders.get(gid) ?? null}));
}

async function loadOrdersByLine(
  {db, now}: TakingDeps,
  shop: ShopDomain,
  orderGid: OrderGid,
): Promise<ReadonlyMap<string, RequestedOrder>> {
  const orders = await loadDropshipOrdersOfStoreOrder(db, shop, orderGid);
  return new Map(orders.map((order) => [order.line_gid, toRequestedOrder(order, now())]));
}

/** What is due to be planned again counts as waiting: its stored reason may be over. */
function toRequestedOrder(order: StoredDropshipOrder, now: Date): RequestedOrder {
  const {next_attempt_at: next} = order;
  const isDue = isOpenState(order.state) && next !== null && next <= now;
  const why = isDue ? ({state: 'waiting', code: null} as const) : {state: order.state, code: order.reason_code};
  const isTaken = order.ref !== null || order.checkout_url !== null || order.placed_at !== null;
  return {...why, text: order.reason, wasSent: order.attempts > 0, isTaken, wasPlaced: order.placed_at !== null};
}
