// The money of an order after discounts, refunds and edits, in the shop's currency. A request of its own, made only for orders with
// lines of ours.

import {z} from 'zod';
import {CurrencyCode, LineItemGid, OrderGid, type ShopDomain} from '#domain/ids.ts';
import type {OrderMoney} from '#domain/margins/margin.ts';
import {parseMinor, scaleMinor} from '#domain/money.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation, PageVariables} from '../client/operation.ts';
import {PageInfo} from '../products/product-answers.ts';

/** An amount in the shop's currency, as decimal text. */
const MoneyAmount = z.object({shopMoney: z.object({amount: z.string()})}).transform(({shopMoney}) => shopMoney.amount);
/** The amounts of taxes, as decimal texts. */
const TaxLines = z.array(z.object({priceSet: MoneyAmount})).transform((lines) => lines.map(({priceSet}) => priceSet));
/** A line with its money, as Shopify answers it. */
const MoneyLine = z.object({
  id: LineItemGid,
  quantity: z.number().int(),
  currentQuantity: z.number().int(),
  priceAfterAllDiscountsBeforeTaxesSet: MoneyAmount,
  taxLines: TaxLines,
});
const MoneyLines = z.object({pageInfo: PageInfo, nodes: z.array(MoneyLine)});
/** The shipping of an order, as Shopify answers it: charged, and after refunds. */
const ShippingLine = z.object({
  discountedPriceSet: MoneyAmount,
  currentDiscountedPriceSet: MoneyAmount,
  taxLines: TaxLines,
});
/** An order with its money and its first lines, as Shopify answers it. */
const MoneyOrder = z.object({
  id: OrderGid,
  name: z.string(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  currencyCode: CurrencyCode,
  taxesIncluded: z.boolean(),
  totalReceivedSet: MoneyAmount,
  totalRefundedSet: MoneyAmount,
  refundDiscrepancySet: MoneyAmount,
  shippingLines: z.object({nodes: z.array(ShippingLine)}),
  lineItems: MoneyLines,
});
const MoneyAnswer = z.object({order: MoneyOrder.nullable()});
const OrdersMoneyAnswer = z.object({orders: z.object({nodes: z.array(MoneyOrder)})});
const MoneyLinesAnswer = z.object({order: z.object({lineItems: MoneyLines}).nullable()});

const moneySelection = 'shopMoney { amount }';
/** The money fields of a line. */
const lineSelection = `id quantity currentQuantity
      priceAfterAllDiscountsBeforeTaxesSet { ${moneySelection} }
      taxLines(first: 10) { priceSet { ${moneySelection} } }`;
/** Points of one line. */
const linePoints = 6;
/** The money fields of an order, with its first 20 lines. */
const orderSelection = `id name createdAt updatedAt currencyCode taxesIncluded
      totalReceivedSet { ${moneySelection} }
      totalRefundedSet { ${moneySelection} }
      refundDiscrepancySet { ${moneySelection} }
      shippingLines(first: 5) { nodes {
        discountedPriceSet { ${moneySelection} }
        currentDiscountedPriceSet { ${moneySelection} }
        taxLines { priceSet { ${moneySelection} } }
      } }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes {
      ${lineSelection}
      } }`;
/** Points of one order. */
const orderPoints = 7 + connectionPoints(5, 8) + connectionPoints(20, linePoints);

/** Reads the money of one order, with its first 20 lines. */
export const orderMoney: Operation<{readonly id: OrderGid}, typeof MoneyAnswer> = {
  document: `query OrderMoney($id: ID!) {
    order(id: $id) {
      ${orderSelection}
    }
  }`,
  cost: orderPoints,
  answer: MoneyAnswer,
  isWrite: false,
};

/** The money of several orders. A page costs less than its orders one by one: 25 ask for 392 points, as much as six read alone. */
export const ordersMoney: Operation<{readonly query: string; readonly first: number}, typeof OrdersMoneyAnswer> = {
  document: `query OrdersMoney($query: String!, $first: Int!) {
    orders(query: $query, first: $first) { nodes {
      ${orderSelection}
    } }
  }`,
  cost: ({first}) => connectionPoints(first, orderPoints),
  answer: OrdersMoneyAnswer,
  isWrite: false,
};

/** Reads a further page of an order's lines with their money. */
export const orderMoneyLines: Operation<PageVariables<OrderGid>, typeof MoneyLinesAnswer> = {
  document: `query OrderMoneyLines($id: ID!, $after: String) {
    order(id: $id) {
      lineItems(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${lineSelection}
      } }
    }
  }`,
  cost: 1 + connectionPoints(50, linePoints),
  answer: MoneyLinesAnswer,
  isWrite: false,
};

/** An order's money as read, with what identifies the reading. */
export type MoneyReading = OrderMoney & Pick<StoreOrder, 'gid' | 'name' | 'createdAt' | 'updatedAt'>;

/** Reads the money of one order with all its lines. Null when Shopify does not know the order. */
export async function fetchOrderMoney(admin: Admin, shop: ShopDomain, gid: OrderGid): Promise<MoneyReading | null> {
  const {order} = await admin.call(shop, orderMoney, {id: gid});
  return order === null ? null : toMoneyReading(admin, shop, order);
}

/** Most orders of one `fetchOrdersMoney`: a store on a standard plan would wait too long for the points of a larger request. */
export const maxOrdersPerMoneyRead = 25;

/**
 * The money of several orders with one request, and one more for each further page of an order's lines. Looks them up in Shopify's search
 * index, which may lag: an order that is missing in the result may exist. https://shopify.dev/docs/api/usage/search-syntax
 */
export async function fetchOrdersMoney(
  admin: Admin,
  shop: ShopDomain,
  gids: readonly OrderGid[],
): Promise<ReadonlyMap<OrderGid, MoneyReading>> {
  const query = gids.map((gid) => `id:${gid.split('/').at(-1)}`).join(' OR ');
  const {orders} = await admin.call(shop, ordersMoney, {query, first: gids.length});
  const found = new Map<OrderGid, MoneyReading>();
  for (const order of orders.nodes) found.set(order.id, await toMoneyReading(admin, shop, order));
  return found;
}

/** The answer as amounts in minor units, with further pages of lines read from Shopify. */
async function toMoneyReading(
  admin: Admin,
  shop: ShopDomain,
  order: z.infer<typeof MoneyOrder>,
): Promise<MoneyReading> {
  const {id: gid, name, createdAt, updatedAt} = order;
  const lines = [...order.lineItems.nodes, ...(await fetchFurtherLines(admin, shop, gid, order.lineItems.pageInfo))];
  const read = (amount: string): number => parseMinor(amount, order.currencyCode) ?? 0;
  return {
    gid,
    name,
    createdAt,
    updatedAt,
    currency: order.currencyCode,
    received: read(order.totalReceivedSet),
    refunded: read(order.totalRefundedSet),
    lines: lines.map((line) => toLineMoney(line, read)),
    shipping: order.shippingLines.nodes
      .map((line) => toShippingMoney(line, order.taxesIncluded, read))
      .reduce((sum, {net, tax}) => ({net: sum.net + net, tax: sum.tax + tax}), {net: 0, tax: 0}),
    // Negative in the customer's favour: the refund was larger than lines and shipping explain.
    refundedBeside: Math.max(0, -read(order.refundDiscrepancySet)),
  };
}

/** The lines after the first page. */
async function fetchFurtherLines(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
  firstPage: z.infer<typeof PageInfo>,
): Promise<z.infer<typeof MoneyLine>[]> {
  const found: z.infer<typeof MoneyLine>[] = [];
  for (let page = firstPage; page.hasNextPage; ) {
    const {order} = await admin.call(shop, orderMoneyLines, {id: gid, after: page.endCursor});
    if (order === null) break;
    found.push(...order.lineItems.nodes);
    page = order.lineItems.pageInfo;
  }
  return found;
}

/** Reads decimal text as minor units. */
type ParseAmount = (amount: string) => number;

/** The sum of the amounts in minor units. */
const sumAmounts = (amounts: readonly string[], read: ParseAmount): number =>
  amounts.reduce((sum, amount) => sum + read(amount), 0);

/**
 * The money of one line. Shopify's price is what is left after refunds; its taxes are those of all pieces ever ordered, so they are scaled.
 */
function toLineMoney(line: z.infer<typeof MoneyLine>, read: ParseAmount): OrderMoney['lines'][number] {
  const taxes = sumAmounts(line.taxLines, read);
  return {
    gid: line.id,
    pieces: line.currentQuantity,
    net: read(line.priceAfterAllDiscountsBeforeTaxesSet),
    tax: line.quantity > 0 ? scaleMinor(taxes, Math.min(line.currentQuantity, line.quantity), line.quantity) : 0,
  };
}

/** The money of one shipping line. Its taxes belong to the price before refunds, so they are scaled. */
function toShippingMoney(line: z.infer<typeof ShippingLine>, taxesIncluded: boolean, read: ParseAmount) {
  const charged = read(line.discountedPriceSet);
  const left = read(line.currentDiscountedPriceSet);
  const tax = charged > 0 ? scaleMinor(sumAmounts(line.taxLines, read), left, charged) : 0;
  return {net: taxesIncluded ? left - tax : left, tax};
}
