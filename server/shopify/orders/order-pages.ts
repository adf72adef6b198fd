// Reads the further pages of a store order: lines and fulfilment orders beyond the first page, and the lines of fulfilment orders.

import type {z} from 'zod';
import type {OrderGid} from '#domain/ids.ts';
import type {StoreFulfilmentOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import type {Operation, Variables} from '../client/operation.ts';
import type {PageInfo} from '../products/product-answers.ts';
import type * as answers from './order-answers.ts';
import * as operations from './order-operations.ts';

/** Whether more pages follow, and where the next begins. */
type PageCursor = z.infer<typeof PageInfo>;

/** Sends an operation to the store whose order is read. */
export type CallAdmin = <V extends Variables, S extends z.ZodType>(
  operation: Operation<V, S>,
  variables: NoInfer<V>,
) => Promise<z.output<S>>;

/** The order's lines after `firstPage`. */
export async function fetchFurtherLines(
  ask: CallAdmin,
  gid: OrderGid,
  firstPage: PageCursor,
): Promise<StoreOrderLine[]> {
  return fetchFurtherNodes(firstPage, async (after) => {
    const {order} = await ask(operations.orderLines, {id: gid, after});
    return order?.lineItems ?? null;
  });
}

/** The order's fulfilment orders after `firstPage`, each with its own first page of lines. */
export async function fetchFurtherFulfilmentOrders(
  ask: CallAdmin,
  gid: OrderGid,
  firstPage: PageCursor,
): Promise<answers.FulfilmentOrderNode[]> {
  return fetchFurtherNodes(firstPage, async (after) => {
    const {order} = await ask(operations.orderFulfilmentOrders, {id: gid, after});
    return order?.fulfillmentOrders ?? null;
  });
}

/** The fulfilment orders in the domain's form, with all their lines. */
export async function completeFulfilmentOrders(
  ask: CallAdmin,
  nodes: readonly answers.FulfilmentOrderNode[],
): Promise<readonly StoreFulfilmentOrder[]> {
  const whole: StoreFulfilmentOrder[] = [];
  for (const node of nodes) whole.push(await completeFulfilmentOrder(ask, node));
  return whole;
}

/** The fulfilment order in the domain's form, with all its lines. */
async function completeFulfilmentOrder(
  ask: CallAdmin,
  node: answers.FulfilmentOrderNode,
): Promise<StoreFulfilmentOrder> {
  const later = await fetchFurtherNodes(node.lineItems.pageInfo, async (after) => {
    const {fulfillmentOrder} = await ask(operations.fulfilmentOrderLines, {id: node.id, after});
    return fulfillmentOrder?.lineItems ?? null;
  });
  return {
    gid: node.id,
    status: node.status,
    requestStatus: node.requestStatus,
    deliveryMethod: node.deliveryMethod?.methodType ?? null,
    location: {name: node.assignedLocation.name},
    lines: [...node.lineItems.nodes, ...later],
  };
}

/** The nodes of all pages after the first; if the parent is no longer found, those read so far. */
async function fetchFurtherNodes<T>(
  firstPage: PageCursor,
  fetchPage: (after: string | null) => Promise<{pageInfo: PageCursor; nodes: T[]} | null>,
): Promise<T[]> {
  const found: T[] = [];
  for (let page = firstPage; page.hasNextPage; ) {
    const next = await fetchPage(page.endCursor);
    if (next === null) break;
    found.push(...next.nodes);
    page = next.pageInfo;
  }
  return found;
}
