// Store orders, read again from Shopify: a webhook is only a hint. Name and e-mail stay in memory.

import type {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {isShipped} from '#domain/orders/delivery-method.ts';
import type {StoreFulfilmentOrder, StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import type {Admin} from '../client/admin.ts';
import {mutate} from '../client/mutate.ts';
import type {Operation, Variables} from '../client/operation.ts';
import type {Done} from '../client/user-errors.ts';
import type {PageInfo} from '../products/product-answers.ts';
import type * as answers from './order-answers.ts';
import * as operations from './order-operations.ts';

type Page = z.infer<typeof PageInfo>;

/** The whole order, however many lines; null when Shopify does not know it (any more, or older than 60 days). */
export async function fetchStoreOrder(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
  signal?: AbortSignal,
): Promise<StoreOrder | null> {
  const {order} = await admin.call(shop, operations.wholeStoreOrder, {id: gid}, signal);
  if (order === null) return null;
  const ask: Ask = (operation, variables) => admin.call(shop, operation, variables, signal);
  const lines = [...order.lineItems.nodes, ...(await laterLines(ask, gid, order.lineItems.pageInfo))];
  const later = await laterFulfilmentOrders(ask, gid, order.fulfillmentOrders.pageInfo);
  const fulfilmentOrders: StoreFulfilmentOrder[] = [];
  for (const node of [...order.fulfillmentOrders.nodes, ...later]) {
    fulfilmentOrders.push(await wholeFulfilmentOrder(ask, node));
  }
  return {...toFacts(order), note: order.note?.value ?? null, lines, fulfilmentOrders};
}

/** An order as it was announced, without its fulfilment orders, and the fingerprint that `fetchOrderState` reads. */
export type AnnouncedOrder = {readonly order: StoreOrder; readonly fingerprint: string};

/** The order with all its lines; `fulfilmentOrders` is empty. Null when Shopify does not know it. */
export async function fetchOrderWithLines(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
): Promise<AnnouncedOrder | null> {
  const {order} = await admin.call(shop, operations.storeOrder, {id: gid});
  if (order === null) return null;
  const ask: Ask = (operation, variables) => admin.call(shop, operation, variables);
  const lines = [...order.lineItems.nodes, ...(await laterLines(ask, gid, order.lineItems.pageInfo))];
  const read = {...toFacts(order), note: order.note?.value ?? null, lines, fulfilmentOrders: []};
  return {order: read, fingerprint: toFingerprint(order)};
}

/** What a sent order reacts to, without personal data but for the address. */
export type OrderState = {
  /** A text that differs as soon as the order is cancelled, paid, refunded or fulfilled, or has other pieces, country or province. */
  readonly fingerprint: string;
  /** As in `StoreOrder`; only to compare it with a mark. */
  readonly address: string | null;
};

/** Two points instead of a whole reading. Null when Shopify does not know the order. */
export async function fetchOrderState(admin: Admin, shop: ShopDomain, gid: OrderGid): Promise<OrderState | null> {
  const {order} = await admin.call(shop, operations.orderState, {id: gid});
  if (order === null) return null;
  return {fingerprint: toFingerprint(order), address: order.shippingAddress && toOneLine(order.shippingAddress)};
}

function toFingerprint({
  cancelledAt,
  displayFinancialStatus: paid,
  displayFulfillmentStatus: fulfilled,
  currentSubtotalLineItemsQuantity: pieces,
  shippingAddress,
}: answers.OrderState): string {
  const place = shippingAddress && [shippingAddress.countryCodeV2, shippingAddress.provinceCode];
  return JSON.stringify([cancelledAt, paid, fulfilled, pieces, place]);
}

/** The order's tags, the merchant's own among them; null when Shopify does not know the order. */
export async function fetchOrderTags(admin: Admin, shop: ShopDomain, gid: OrderGid): Promise<readonly string[] | null> {
  return (await admin.call(shop, operations.orderTags, {id: gid})).order?.tags ?? null;
}

const held = ['ON_HOLD', 'SCHEDULED'];

/**
 * The order with only this line, and the line's fulfilment orders only if one of the order's is on hold, scheduled or not shipped. One
 * small request, however many lines the order has: all lines of an order with 300 lines are planned one by one.
 */
export async function fetchStoreOrderForLine(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
  line: LineItemGid,
): Promise<StoreOrder | null> {
  const {order, node} = await admin.call(shop, operations.storeOrderLine, {id: gid, line});
  if (order === null) return null;
  const {nodes, pageInfo} = order.fulfillmentOrders;
  const isUsual = nodes.every(
    ({status, deliveryMethod}) => !held.includes(status) && isShipped(deliveryMethod?.methodType ?? null),
  );
  if (node === null || pageInfo.hasNextPage || !isUsual) return fetchStoreOrder(admin, shop, gid);
  return {...toFacts(order), lines: [node], fulfilmentOrders: []};
}

function toFacts(order: z.infer<typeof answers.OrderFacts>): Omit<StoreOrder, 'lines' | 'fulfilmentOrders'> {
  return {
    gid: order.id,
    name: order.name,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    test: order.test,
    financialStatus: order.displayFinancialStatus,
    risk: {pending: isRiskPending(order.risk), recommendation: order.risk.recommendation},
    customer: {name: nameIn(order), email: order.email},
    voidFulfilments: order.fulfillments,
    destination: order.shippingAddress && {
      country: order.shippingAddress.countryCodeV2,
      province: order.shippingAddress.provinceCode,
      address: toOneLine(order.shippingAddress),
    },
  };
}

/**
 * Shopify's analysis comes after the order. Until then there is nothing, or a pending assessment; another app's does not replace it.
 */
const isRiskPending = ({assessments}: z.infer<typeof answers.OrderFacts>['risk']): boolean =>
  !assessments.some(({provider}) => provider === null) || assessments.some(({riskLevel}) => riskLevel === 'PENDING');

/** The recipient's name; if it has no visible character, the payer's. */
function nameIn({shippingAddress, billingAddress}: z.infer<typeof answers.OrderFacts>): string | null {
  const names = [shippingAddress?.name ?? null, billingAddress?.name ?? null];
  return names.find((name) => cleanBuyerText(name) !== '') ?? null;
}

/** The same for any spacing and capitalisation; null if every part is missing. */
function toOneLine(address: NonNullable<answers.OrderState['shippingAddress']>): string | null {
  const {company, address1, address2, zip, city} = address;
  const parts = [company, address1, address2, zip, city].map((part) =>
    (part ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase(),
  );
  return parts.every((part) => part === '') ? null : parts.join('\n');
}

/** The order a fulfilment order belongs to; null if Shopify does not show it, as those of other apps' fulfilment services. */
export async function fetchOwningOrder(admin: Admin, shop: ShopDomain, gid: string): Promise<OrderGid | null> {
  try {
    const {fulfillmentOrder} = await admin.call(shop, operations.fulfilmentOrderOwner, {id: gid});
    return fulfillmentOrder?.orderId ?? null;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'refused' && error.status === 200) return null;
    throw error;
  }
}

type Ask = <V extends Variables, S extends z.ZodType>(
  operation: Operation<V, S>,
  variables: NoInfer<V>,
) => Promise<z.output<S>>;

async function laterLines(ask: Ask, gid: OrderGid, firstPage: Page): Promise<StoreOrderLine[]> {
  return laterNodes(firstPage, async (after) => {
    const {order} = await ask(operations.orderLines, {id: gid, after});
    return order?.lineItems ?? null;
  });
}

async function laterFulfilmentOrders(ask: Ask, gid: OrderGid, firstPage: Page): Promise<answers.FulfilmentOrderNode[]> {
  return laterNodes(firstPage, async (after) => {
    const {order} = await ask(operations.orderFulfilmentOrders, {id: gid, after});
    return order?.fulfillmentOrders ?? null;
  });
}

async function wholeFulfilmentOrder(ask: Ask, node: answers.FulfilmentOrderNode): Promise<StoreFulfilmentOrder> {
  const later = await laterNodes(node.lineItems.pageInfo, async (after) => {
    const {fulfillmentOrder} = await ask(operations.fulfilmentOrderLines, {id: node.id, after});
    return fulfillmentOrder?.lineItems ?? null;
  });
  return {
    gid: node.id,
    status: node.status,
    deliveryMethod: node.deliveryMethod?.methodType ?? null,
    location: {name: node.assignedLocation.name},
    lines: [...node.lineItems.nodes, ...later],
  };
}

async function laterNodes<T>(
  firstPage: Page,
  fetchPage: (after: string | null) => Promise<{pageInfo: Page; nodes: T[]} | null>,
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

export type UpdatedOrder = {readonly gid: OrderGid; readonly name: string; readonly updatedAt: Date};

/** Orders changed at or after `since`, oldest change first, one page per call; `nextCursor` is null on the last page. */
export async function fetchOrdersUpdatedSince(
  admin: Admin,
  shop: ShopDomain,
  since: Date,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<{readonly orders: readonly UpdatedOrder[]; readonly nextCursor: string | null}> {
  const variables = {query: `updated_at:>='${since.toISOString()}'`, after: cursor};
  const {orders} = await admin.call(shop, operations.ordersUpdatedSince, variables, signal);
  return {orders: orders.nodes, nextCursor: orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null};
}

/** Adds one tag. Never writes the note or the whole list of tags: that would overwrite the merchant's. */
export function addOrderTag(admin: Admin, shop: ShopDomain, order: OrderGid, tag: string): Promise<Done> {
  return mutate(admin, shop, operations.tagsAdd, {id: order, tags: [tag]});
}

export function removeOrderTags(
  admin: Admin,
  shop: ShopDomain,
  order: OrderGid,
  tags: readonly string[],
): Promise<Done> {
  return mutate(admin, shop, operations.tagsRemove, {id: order, tags});
}

/**
 * Shows the merchant the dropship orders in the store's own admin: `$app:dropship_status` as text, and `$app:dropship` as JSON, which
 * the app reads again. A definition's type cannot be changed, so the text has a key of its own. Both are written, or neither.
 */
export function saveOrderMetafields(
  admin: Admin,
  shop: ShopDomain,
  order: OrderGid,
  {value, text}: {readonly value: unknown; readonly text: string},
): Promise<Done> {
  const own = {ownerId: order, namespace: '$app'};
  const json = {...own, key: 'dropship', type: 'json', value: JSON.stringify(value)};
  const readable = {...own, key: 'dropship_status', type: 'multi_line_text_field', value: text};
  return mutate(admin, shop, operations.metafieldsSet, {metafields: [json, readable]});
}
