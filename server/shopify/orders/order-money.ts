// The money of an order after discounts, refunds and edits, in the shop's currency. A request of its own, made only for orders with
// lines of ours.

import {z} from 'zod';
import {CurrencyCode, LineItemGid, OrderGid, type ShopDomain} from '#domain/ids.ts';
import type {OrderMoney} from '#domain/margins/margin.ts';
import {parseMinor, scaleMinor} from '#domain/money.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation, PageOf} from '../client/operation.ts';
import {PageInfo} from '../products/product-answers.ts';

const Amount = z.object({shopMoney: z.object({amount: z.string()})}).transform(({shopMoney}) => shopMoney.amount);
const TaxLines = z.array(z.object({priceSet: Amount})).transform((lines) => lines.map(({priceSet}) => priceSet));
const Line = z.object({
  id: LineItemGid,
  quantity: z.number().int(),
  currentQuantity: z.number().int(),
  priceAfterAllDiscountsBeforeTaxesSet: Amount,
  taxLines: TaxLines,
});
const Lines = z.object({pageInfo: PageInfo, nodes: z.array(Line)});
const ShippingLine = z.object({discountedPriceSet: Amount, currentDiscountedPriceSet: Amount, taxLines: TaxLines});
const Head = z.object({
  id: OrderGid,
  name: z.string(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  currencyCode: CurrencyCode,
  taxesIncluded: z.boolean(),
  totalReceivedSet: Amount,
  totalRefundedSet: Amount,
  refundDiscrepancySet: Amount,
  shippingLines: z.object({nodes: z.array(ShippingLine)}),
  lineItems: Lines,
});
const MoneyAnswer = z.object({order: Head.nullable()});
const ManyAnswer = z.object({orders: z.object({nodes: z.array(Head)})});
const LinesAnswer = z.object({order: z.object({lineItems: Lines}).nullable()});

const money = 'shopMoney { amount }';
const lineFields = `id quantity currentQuantity
      priceAfterAllDiscountsBeforeTaxesSet { ${money} }
      taxLines(first: 10) { priceSet { ${money} } }`;
const lineReadPoints = 6;
const fields = `id name createdAt updatedAt currencyCode taxesIncluded
      totalReceivedSet { ${money} }
      totalRefundedSet { ${money} }
      refundDiscrepancySet { ${money} }
      shippingLines(first: 5) { nodes {
        discountedPriceSet { ${money} }
        currentDiscountedPriceSet { ${money} }
        taxLines { priceSet { ${money} } }
      } }
      lineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes {
      ${lineFields}
      } }`;
const orderReadPoints = 7 + connectionPoints(5, 8) + connectionPoints(20, lineReadPoints);

export const orderMoney: Operation<{readonly id: OrderGid}, typeof MoneyAnswer> = {
  document: `query OrderMoney($id: ID!) {
    order(id: $id) {
      ${fields}
    }
  }`,
  cost: orderReadPoints,
  answer: MoneyAnswer,
  write: false,
};

/** The money of several orders. A page costs less than its orders one by one: 25 ask for 392 points, as much as six read alone. */
export const ordersMoney: Operation<{readonly query: string; readonly first: number}, typeof ManyAnswer> = {
  document: `query OrdersMoney($query: String!, $first: Int!) {
    orders(query: $query, first: $first) { nodes {
      ${fields}
    } }
  }`,
  cost: ({first}) => connectionPoints(first, orderReadPoints),
  answer: ManyAnswer,
  write: false,
};

export const orderMoneyLines: Operation<PageOf<OrderGid>, typeof LinesAnswer> = {
  document: `query OrderMoneyLines($id: ID!, $after: String) {
    order(id: $id) {
      lineItems(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      ${lineFields}
      } }
    }
  }`,
  cost: 1 + connectionPoints(50, lineReadPoints),
  answer: LinesAnswer,
  write: false,
};

/** An order's money as read, with what identifies the reading. */
export type MoneyReading = OrderMoney & Pick<StoreOrder, 'gid' | 'name' | 'createdAt' | 'updatedAt'>;

/** Null when Shopify does not know the order. */
export async function fetchOrderMoney(admin: Admin, shop: ShopDomain, gid: OrderGid): Promise<MoneyReading | null> {
  const {order} = await admin.call(shop, orderMoney, {id: gid});
  return order === null ? null : toReading(admin, shop, order);
}

/** Most orders of one `fetchOrdersMoney`: a store on a standard plan would wait too long for the points of a larger request. */
export const moneyAtOnce = 25;

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
  for (const order of orders.nodes) found.set(order.id, await toReading(admin, shop, order));
  return found;
}

async function toReading(admin: Admin, shop: ShopDomain, order: z.infer<typeof Head>): Promise<MoneyReading> {
  const {id: gid, name, createdAt, updatedAt} = order;
  const lines = [...order.lineItems.nodes, ...(await laterLines(admin, shop, gid, order.lineItems.pageInfo))];
  const read = (amount: string): number => parseMinor(amount, order.currencyCode) ?? 0;
  return {
    gid,
    name,
    createdAt,
    updatedAt,
    currency: order.currencyCode,
    received: read(order.totalReceivedSet),
    refunded: read(order.totalRefundedSet),
    lines: lines.map((line) => toLine(line, read)),
    shipping: order.shippingLines.nodes
      .map((line) => toShipping(line, order.taxesIncluded, read))
      .reduce((sum, {net, tax}) => ({net: sum.net + net, tax: sum.tax + tax}), {net: 0, tax: 0}),
    // Negative in the customer's favour: the refund was larger than lines and shipping explain.
    refundedBeside: Math.max(0, -read(order.refundDiscrepancySet)),
  };
}

async function laterLines(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
  firstPage: z.infer<typeof PageInfo>,
): Promise<z.infer<typeof Line>[]> {
  const found: z.infer<typeof Line>[] = [];
  for (let page = firstPage; page.hasNextPage; ) {
    const {order} = await admin.call(shop, orderMoneyLines, {id: gid, after: page.endCursor});
    if (order === null) break;
    found.push(...order.lineItems.nodes);
    page = order.lineItems.pageInfo;
  }
  return found;
}

type Read = (amount: string) => number;

const sumOf = (amounts: readonly string[], read: Read): number =>
  amounts.reduce((sum, amount) => sum + read(amount), 0);

/** The price is the remainder after refunds; the taxes are those of all pieces ever ordered. */
function toLine(line: z.infer<typeof Line>, read: Read): OrderMoney['lines'][number] {
  const taxes = sumOf(line.taxLines, read);
  return {
    gid: line.id,
    pieces: line.currentQuantity,
    net: read(line.priceAfterAllDiscountsBeforeTaxesSet),
    tax: line.quantity > 0 ? scaleMinor(taxes, Math.min(line.currentQuantity, line.quantity), line.quantity) : 0,
  };
}

/** The taxes belong to the price before refunds. */
function toShipping(line: z.infer<typeof ShippingLine>, taxesIncluded: boolean, read: Read) {
  const charged = read(line.discountedPriceSet);
  const left = read(line.currentDiscountedPriceSet);
  const tax = charged > 0 ? scaleMinor(sumOf(line.taxLines, read), left, charged) : 0;
  return {net: taxesIncluded ? left - tax : left, tax};
}
