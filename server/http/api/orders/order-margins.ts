// Margins of store orders, calculated in the same way for every route.
import {statedPrice} from '#domain/catalogue/article.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {storedRateFor} from '#domain/margins/margin.ts';
import {
  type DropshipMoney,
  losesMoney,
  type StoreOrderMargin,
  toStoreOrderMargin,
} from '#domain/margins/store-order-margin.ts';
import {resolveDestination, shippingFee, type ZoneCode, zoneCodes} from '#domain/orders/zone.ts';
import {paymentTermsOf} from '#domain/pricing/sales-terms.ts';
import type {StoredSettings} from '#domain/settings/settings.ts';
import {type ArticleMoney, loadArticleMoney} from '../../../db/catalogue/article-money.ts';
import {loadDropshipOrdersOfStoreOrders, type StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {loadStoreOrders, type StoredStoreOrder} from '../../../db/orders/store-orders.ts';
import type {Deps} from '../../../deps.ts';
import type {DropshipOrder} from '../../contract/dropship-orders.ts';

/** A dropship order with its price, fee and revenue, and the zone that it ships to (null: not known). */
export type MoneyLine = {
  readonly row: StoredDropshipOrder;
  readonly money: DropshipMoney;
  readonly zone: ZoneCode | null;
};

/** The newest generation of every line of these store orders, with its amounts, by order. */
export async function loadMoneyLines(
  db: Deps['db'],
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
): Promise<ReadonlyMap<string, readonly MoneyLine[]>> {
  const rows = await loadDropshipOrdersOfStoreOrders(db, shop, orderGids);
  const articles = await loadArticleMoney(db, shop, [...new Set(rows.map(({article_id}) => article_id))]);
  const byId = new Map(articles.map((article) => [article.articleId, article]));
  return Map.groupBy(
    rows.map((row) => toMoneyLine(row, byId.get(row.article_id))),
    ({row}) => row.order_gid,
  );
}

/**
 * Price and fee are those stored with the dropship order, else those of the latest `a=stock`; a fee that neither states comes from the
 * table of zones.
 */
function toMoneyLine(row: StoredDropshipOrder, article: ArticleMoney | undefined): MoneyLine {
  const zone = zoneOf(row);
  const stock = article?.stock ?? null;
  const fee = row.fee ?? (zone === null ? null : shippingFee(stock ?? {shipping: {}}, zone));
  const {state, quantity, revenue, buyer_paid: paid} = row;
  const pieces = row.revenue_pieces ?? row.wanted ?? quantity;
  const price = row.price ?? (stock === null ? null : statedPrice(stock));
  return {row, zone, money: {state, quantity, price, fee, revenue, paid, pieces}};
}

/** The zone stored with the order, else the zone of its country; null: neither is known, or the country is not delivered to. */
function zoneOf({zone, country}: StoredDropshipOrder): ZoneCode | null {
  const known = zoneCodes.find((code) => code === zone);
  if (known !== undefined) return known;
  const destination = country === null ? null : resolveDestination(country, null);
  return destination?.kind === 'zone' ? destination.zone : null;
}

/** What is left of a store order, for every page the same; not known while the stored settings cannot be read. */
export const marginOf = (
  {currency, revenue, shipping, shipping_paid: shippingPaid}: StoredStoreOrder,
  lines: readonly MoneyLine[],
  stored: StoredSettings,
): StoreOrderMargin =>
  toStoreOrderMargin(
    {revenue, shipping, shippingPaid},
    lines.map(({money}) => money),
    storedRateFor(currency, stored),
    paymentTermsOf(stored.settings.pricing),
  );

/** The margins of store orders, as the order list and the order's page show them. */
export type OrderMargins = ReadonlyMap<string, NonNullable<DropshipOrder['storeOrder']>>;

/** The margins by store order; an order whose amounts were not read yet is missing. */
export async function loadOrderMargins(
  db: Deps['db'],
  shop: ShopDomain,
  stored: StoredSettings,
  given: readonly OrderGid[],
): Promise<OrderMargins> {
  const gids = [...new Set(given)];
  const orders = await loadStoreOrders(db, shop, gids);
  const lines = await loadMoneyLines(db, shop, gids);
  return new Map(
    orders.map((order) => {
      const ours = lines.get(order.order_gid) ?? [];
      const {margin, unknown} = marginOf(order, ours, stored);
      const loses = losesMoney({margin, unknown});
      return [order.order_gid, {currency: order.currency, margin, unknown, losesMoney: loses}];
    }),
  );
}
