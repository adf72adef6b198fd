// Margins of store orders, calculated in the same way for every route.
import {statedPrice} from '#domain/catalogue/article.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {type Rate, rateTo} from '#domain/margins/margin.ts';
import {type DropshipMoney, losesMoney, toStoreOrderMargin} from '#domain/margins/store-order-margin.ts';
import {feeOf, type ZoneCode, zoneCodes, zoneFor} from '#domain/orders/zone.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {type ArticleMoney, loadArticleMoney} from '../../../db/catalogue/article-money.ts';
import {loadDropshipOrdersOfAll, type StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {loadStoreOrders} from '../../../db/orders/store-orders.ts';
import type {Deps} from '../../../deps.ts';
import type {DropshipOrder} from '../../contract/dropship-orders.ts';

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
  const rows = await loadDropshipOrdersOfAll(db, shop, orderGids);
  const articles = await loadArticleMoney(db, shop, [...new Set(rows.map(({article_id}) => article_id))]);
  const byId = new Map(articles.map((article) => [article.articleId, article]));
  return Map.groupBy(
    rows.map((row) => toLine(row, byId.get(row.article_id))),
    ({row}) => row.order_gid,
  );
}

/** Price and fee as stored with the dropship order, else from the latest `a=stock`; a fee it does not state, from the table of zones. */
function toLine(row: StoredDropshipOrder, article: ArticleMoney | undefined): MoneyLine {
  const zone = zoneOf(row);
  const stock = article?.stock ?? null;
  const fee = row.fee ?? (zone === null ? null : feeOf(stock ?? {shipping: {}}, zone));
  const {state, quantity, revenue} = row;
  const pieces = row.revenue_pieces ?? row.wanted ?? quantity;
  const price = row.price ?? (stock === null ? null : statedPrice(stock));
  return {row, zone, money: {state, quantity, price, fee, revenue, pieces}};
}

function zoneOf({zone, country}: StoredDropshipOrder): ZoneCode | null {
  const known = zoneCodes.find((code) => code === zone);
  if (known !== undefined) return known;
  const destination = country === null ? null : zoneFor(country, null);
  return destination?.kind === 'zone' ? destination.zone : null;
}

export type OrderMargins = ReadonlyMap<string, NonNullable<DropshipOrder['storeOrder']>>;

/** By store order; an order whose amounts were not read yet is missing. */
export async function loadOrderMargins(
  db: Deps['db'],
  shop: ShopDomain,
  settings: Settings,
  given: readonly OrderGid[],
): Promise<OrderMargins> {
  const gids = [...new Set(given)];
  const orders = await loadStoreOrders(db, shop, gids);
  const lines = await loadMoneyLines(db, shop, gids);
  return new Map(
    orders.map((order) => {
      const rate: Rate = rateTo(order.currency, settings);
      const money = (lines.get(order.order_gid) ?? []).map((line) => line.money);
      const margin = toStoreOrderMargin(order, money, rate);
      return [
        order.order_gid,
        {currency: order.currency, margin: margin.margin, unknown: margin.unknown, losesMoney: losesMoney(margin)},
      ];
    }),
  );
}
