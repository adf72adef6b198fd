// Store orders, read again from Shopify: a webhook is only a hint. Name and e-mail stay in memory.

import type {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {isShippedMethod} from '#domain/orders/delivery-method.ts';
import type {StoreFulfilmentOrder, StoreOrder, UnplannedOrder} from '#domain/orders/store-order.ts';
import {normalForm} from '#domain/text.ts';
import type {Admin} from '../client/admin.ts';
import {toEnteredProperties} from './entered.ts';
import type * as answers from './order-answers.ts';
import * as operations from './order-operations.ts';
import {
  type CallAdmin,
  completeFulfilmentOrders,
  fetchFurtherFulfilmentOrders,
  fetchFurtherLines,
} from './order-pages.ts';

/** The whole order, however many lines; null when Shopify does not know the order (any more, or it is older than 60 days). */
export async function fetchStoreOrder(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
  signal?: AbortSignal,
): Promise<StoreOrder | null> {
  const {order, withheld} = await admin.call(shop, operations.wholeStoreOrder, {id: gid}, signal);
  if (order === null) return null;
  const ask: CallAdmin = (operation, variables) => admin.call(shop, operation, variables, signal);
  const lines = [...order.lineItems.nodes, ...(await fetchFurtherLines(ask, gid, order.lineItems.pageInfo))];
  const later = await fetchFurtherFulfilmentOrders(ask, gid, order.fulfillmentOrders.pageInfo);
  const fulfilmentOrders = await completeFulfilmentOrders(ask, [...order.fulfillmentOrders.nodes, ...later]);
  return {
    ...toOrderFields(order, withheld),
    risk: toRisk(order),
    note: order.note?.value ?? null,
    lines,
    fulfilmentOrders,
  };
}

/** An order as it was announced, and the fingerprint that `fetchOrderState` reads. */
export type AnnouncedOrder = {readonly order: UnplannedOrder; readonly fingerprint: string};

/** The order with all its lines, without what only planning needs. Null when Shopify does not know the order. */
export async function fetchOrderWithLines(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
): Promise<AnnouncedOrder | null> {
  const {order, withheld} = await admin.call(shop, operations.storeOrder, {id: gid});
  if (order === null) return null;
  const ask: CallAdmin = (operation, variables) => admin.call(shop, operation, variables);
  const lines = [...order.lineItems.nodes, ...(await fetchFurtherLines(ask, gid, order.lineItems.pageInfo))];
  const read = {...toOrderFields(order, withheld), note: order.note?.value ?? null, lines};
  return {order: read, fingerprint: toFingerprint(order)};
}

/** The parts of a store order that matter once its lines were sent. Of the buyer it holds only what is compared with marks. */
export type OrderState = {
  /**
   * A text of the order's cancellation, payment and fulfilment status, cancelled fulfilments, number of pieces, country and province. An
   * edit or another partial refund may leave it as it was.
   */
  readonly fingerprint: string;
  /** The delivery address as one comparable text; null: none is shown. Only to compare it with marks. */
  readonly address: string | null;
  /** The recipient's name and the order's e-mail; unlike in `StoreOrder`, a payer's name is not used. Only to compare them with marks. */
  readonly customer: StoreOrder['customer'];
};

/** Reads the state for three points instead of those of a whole reading. Null when Shopify does not know the order. */
export async function fetchOrderState(admin: Admin, shop: ShopDomain, gid: OrderGid): Promise<OrderState | null> {
  const {order} = await admin.call(shop, operations.orderState, {id: gid});
  if (order === null) return null;
  const {shippingAddress: to, email} = order;
  return {
    fingerprint: toFingerprint(order),
    address: to && toComparableAddress(to),
    customer: {name: to?.name ?? null, email},
  };
}

/** The fingerprint that `OrderState` describes. */
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

/** Statuses of a fulfilment order that may not be fulfilled yet. */
const notYetOpenStatuses = ['ON_HOLD', 'SCHEDULED'];
/** Statuses of a fulfilment order that needs nothing more. */
const finishedStatuses = ['CLOSED', 'CANCELLED'];

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
    ({status, deliveryMethod}) =>
      !notYetOpenStatuses.includes(status) && isShippedMethod(deliveryMethod?.methodType ?? null),
  );
  const isOfThisPiece =
    order.currentSubtotalLineItemsQuantity === 1 && nodes.some(({status}) => !finishedStatuses.includes(status));
  const isSeen = isOfThisPiece || node?.unfulfilledQuantity === 0;
  if (node === null) return fetchStoreOrder(admin, shop, gid);
  const facts = {...toOrderFields(order, withheld), risk: toRisk(order), lines: [node]};
  if (!pageInfo.hasNextPage && isUsual && isSeen) return {...facts, fulfilmentOrders: null};
  return {...facts, fulfilmentOrders: await fetchFulfilmentOrders(admin, shop, gid)};
}

/** All fulfilment orders of an order that the app may see, however many. */
export async function fetchFulfilmentOrders(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
): Promise<readonly StoreFulfilmentOrder[]> {
  const ask: CallAdmin = (operation, variables) => admin.call(shop, operation, variables);
  return completeFulfilmentOrders(
    ask,
    await fetchFurtherFulfilmentOrders(ask, gid, {hasNextPage: true, endCursor: null}),
  );
}

/** An order as answered, without its risk. */
type OrderAnswer = Omit<z.infer<typeof answers.OrderFields>, 'risk'>;

/** The order's facts in the domain's form. @param withheld paths of the fields that Shopify withheld. */
function toOrderFields(order: OrderAnswer, withheld: readonly string[]): Omit<UnplannedOrder, 'lines'> {
  return {
    gid: order.id,
    name: order.name,
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    test: order.test,
    financialStatus: order.displayFinancialStatus,
    customer: {name: buyerNameOf(order), email: order.email},
    voidFulfilments: order.fulfillments,
    destination: order.shippingAddress && {
      country: order.shippingAddress.countryCodeV2,
      province: order.shippingAddress.provinceCode,
      postcode: order.shippingAddress.zip,
      address: toComparableAddress(order.shippingAddress),
    },
    entered: toEnteredProperties(order),
    destinationWithheld: withheld.some((path) => /^order\.shippingAddress(?:\.countryCodeV2)?$/.test(path)),
  };
}

/**
 * The order's risk. It counts as pending until Shopify's own assessment is complete, which comes after the order. Another app's assessment
 * does not replace Shopify's.
 */
function toRisk({risk: {recommendation, assessments}}: z.infer<typeof answers.OrderFields>): StoreOrder['risk'] {
  const isThere = assessments.some(({provider}) => provider === null);
  return {pending: !isThere || assessments.some(({riskLevel}) => riskLevel === 'PENDING'), recommendation};
}

/** The recipient's name; if it has no visible character, the payer's. */
function buyerNameOf({shippingAddress, billingAddress}: OrderAnswer): string | null {
  const names = [shippingAddress?.name ?? null, billingAddress?.name ?? null];
  return names.find((name) => cleanBuyerText(name) !== '') ?? null;
}

/** The address as one text, equal for any spacing and capitalisation; null if every part is missing. */
function toComparableAddress(address: NonNullable<answers.OrderState['shippingAddress']>): string | null {
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

/** An order that changed, with the time of its last change. */
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
