// Store orders, read again from Shopify: a webhook is only a hint. Name and e-mail stay in memory.

import type {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {isShipped} from '#domain/orders/delivery-method.ts';
import type {StoreFulfilmentOrder, StoreOrder, StoreOrderLine, UnplannedOrder} from '#domain/orders/store-order.ts';
import {normalForm} from '#domain/text.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation, Variables} from '../client/operation.ts';
import type {PageInfo} from '../products/product-answers.ts';
import {toEntered} from './entered.ts';
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
  const {order, withheld} = await admin.call(shop, operations.wholeStoreOrder, {id: gid}, signal);
  if (order === null) return null;
  const ask: Ask = (operation, variables) => admin.call(shop, operation, variables, signal);
  const lines = [...order.lineItems.nodes, ...(await laterLines(ask, gid, order.lineItems.pageInfo))];
  const later = await laterFulfilmentOrders(ask, gid, order.fulfillmentOrders.pageInfo);
  const fulfilmentOrders = await wholeFulfilmentOrders(ask, [...order.fulfillmentOrders.nodes, ...later]);
  return {...toFacts(order, withheld), risk: toRisk(order), note: order.note?.value ?? null, lines, fulfilmentOrders};
}

/** An order as it was announced, and the fingerprint that `fetchOrderState` reads. */
export type AnnouncedOrder = {readonly order: UnplannedOrder; readonly fingerprint: string};

/** The order with all its lines, without what only planning needs. Null when Shopify does not know it. */
export async function fetchOrderWithLines(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
): Promise<AnnouncedOrder | null> {
  const {order, withheld} = await admin.call(shop, operations.storeOrder, {id: gid});
  if (order === null) return null;
  const ask: Ask = (operation, variables) => admin.call(shop, operation, variables);
  const lines = [...order.lineItems.nodes, ...(await laterLines(ask, gid, order.lineItems.pageInfo))];
  const read = {...toFacts(order, withheld), note: order.note?.value ?? null, lines};
  return {order: read, fingerprint: toFingerprint(order)};
}

/** What a sent order reacts to. Of the buyer only what is compared with marks. */
export type OrderState = {
  /**
   * A text of the order's cancellation, payment and fulfilment status, cancelled fulfilments, number of pieces, country and province. An
   * edit or another partial refund may leave it as it was.
   */
  readonly fingerprint: string;
  /** As in `StoreOrder`, but for the name of a payer; only to compare them with marks. */
  readonly address: string | null;
  readonly customer: StoreOrder['customer'];
};

/** Three points instead of a whole reading. Null when Shopify does not know the order. */
export async function fetchOrderState(admin: Admin, shop: ShopDomain, gid: OrderGid): Promise<OrderState | null> {
  const {order} = await admin.call(shop, operations.orderState, {id: gid});
  if (order === null) return null;
  const {shippingAddress: to, email} = order;
  return {fingerprint: toFingerprint(order), address: to && toOneLine(to), customer: {name: to?.name ?? null, email}};
}

function toFingerprint({
  cancelledAt,
  displayFinancialStatus: paid,
  displayFulfillmentStatus: fulfilled,
  currentSubtotalLineItemsQuantity: pieces,
  shippingAddress,
  fulfillments: cancelled,
}: answers.OrderState): string {
  const place = shippingAddress && [shippingAddress.countryCodeV2, shippingAddress.provinceCode];
  return JSON.stringify([cancelledAt, paid, fulfilled, pieces, place, cancelled.toSorted()]);
}

const held = ['ON_HOLD', 'SCHEDULED'];
const over = ['CLOSED', 'CANCELLED'];

/**
 * The order with only this line, however many lines it has. Its fulfilment orders are null where they need no reading: there are at most
 * ten, all are to be shipped, none is on hold or scheduled, and either nothing of the line is unfulfilled, or the order has one piece left
 * and the app sees an open fulfilment order, which must be for that piece. An unknown line is looked for in the whole order.
 */
export async function fetchStoreOrderForLine(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
  line: LineItemGid,
): Promise<StoreOrder | null> {
  const {order, node, withheld} = await admin.call(shop, operations.storeOrderLine, {id: gid, line});
  if (order === null) return null;
  const {nodes, pageInfo} = order.fulfillmentOrders;
  const isUsual = nodes.every(
    ({status, deliveryMethod}) => !held.includes(status) && isShipped(deliveryMethod?.methodType ?? null),
  );
  const isOfThisPiece =
    order.currentSubtotalLineItemsQuantity === 1 && nodes.some(({status}) => !over.includes(status));
  const isSeen = isOfThisPiece || node?.unfulfilledQuantity === 0;
  if (node === null) return fetchStoreOrder(admin, shop, gid);
  const facts = {...toFacts(order, withheld), risk: toRisk(order), lines: [node]};
  if (!pageInfo.hasNextPage && isUsual && isSeen) return {...facts, fulfilmentOrders: null};
  return {...facts, fulfilmentOrders: await fetchFulfilmentOrders(admin, shop, gid)};
}

/** All fulfilment orders of an order that the app may see, however many. */
export async function fetchFulfilmentOrders(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
): Promise<readonly StoreFulfilmentOrder[]> {
  const ask: Ask = (operation, variables) => admin.call(shop, operation, variables);
  return wholeFulfilmentOrders(ask, await laterFulfilmentOrders(ask, gid, {hasNextPage: true, endCursor: null}));
}

type OrderAnswer = Omit<z.infer<typeof answers.OrderFacts>, 'risk'>;

function toFacts(order: OrderAnswer, withheld: readonly string[]): Omit<UnplannedOrder, 'lines'> {
  return {
    gid: order.id,
    name: order.name,
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    test: order.test,
    financialStatus: order.displayFinancialStatus,
    customer: {name: nameIn(order), email: order.email},
    voidFulfilments: order.fulfillments,
    destination: order.shippingAddress && {
      country: order.shippingAddress.countryCodeV2,
      province: order.shippingAddress.provinceCode,
      postcode: order.shippingAddress.zip,
      address: toOneLine(order.shippingAddress),
    },
    entered: toEntered(order),
    destinationWithheld: withheld.some((path) => /^order\.shippingAddress(?:\.countryCodeV2)?$/.test(path)),
  };
}

/**
 * Shopify's analysis comes after the order. Until then there is nothing, or a pending assessment; another app's does not replace it.
 */
function toRisk({risk: {recommendation, assessments}}: z.infer<typeof answers.OrderFacts>): StoreOrder['risk'] {
  const isThere = assessments.some(({provider}) => provider === null);
  return {pending: !isThere || assessments.some(({riskLevel}) => riskLevel === 'PENDING'), recommendation};
}

/** The recipient's name; if it has no visible character, the payer's. */
function nameIn({shippingAddress, billingAddress}: OrderAnswer): string | null {
  const names = [shippingAddress?.name ?? null, billingAddress?.name ?? null];
  return names.find((name) => cleanBuyerText(name) !== '') ?? null;
}

/** The same for any spacing and capitalisation; null if every part is missing. */
function toOneLine(address: NonNullable<answers.OrderState['shippingAddress']>): string | null {
  const {company, address1, address2, zip, city} = address;
  const plain = (part: string) => normalForm(part, 'NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const parts = [company, address1, address2, zip, city].map((part) => plain(part ?? ''));
  return parts.every((part) => part === '') ? null : parts.join('\n');
}

/** The order a fulfilment order belongs to; null if Shopify does not show it, for example if another app's fulfilment service has it. */
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

async function wholeFulfilmentOrders(
  ask: Ask,
  nodes: readonly answers.FulfilmentOrderNode[],
): Promise<readonly StoreFulfilmentOrder[]> {
  const whole: StoreFulfilmentOrder[] = [];
  for (const node of nodes) whole.push(await wholeFulfilmentOrder(ask, node));
  return whole;
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
