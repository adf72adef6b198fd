// The money of one store order as far as it is ours, told truthfully: what is known, what is estimated, what is not in it.
import {Router} from 'express';
import {OrderGid, type ShopDomain} from '#domain/ids.ts';
import {paymentFeesNote, type Rate, rateTo, toStoreCurrency} from '#domain/orders/margin.ts';
import {feeOf} from '#domain/orders/plan-send.ts';
import {deliveryNotes} from '#domain/orders/product-margin.ts';
import {
  type DropshipMoney,
  isCharged,
  leftOutText,
  servedRevenue,
  toStoreOrderMargin,
} from '#domain/orders/store-order-margin.ts';
import {type ZoneCode, zoneCodes, zoneFor} from '#domain/orders/zone.ts';
import {Settings} from '#domain/settings.ts';
import {type ArticleMoney, loadArticleMoney} from '../../db/article-money.ts';
import {loadDropshipOrdersOf, type StoredDropshipOrder} from '../../db/dropship-orders.ts';
import {loadSettings} from '../../db/shops.ts';
import {loadStoreOrder, type StoredStoreOrder} from '../../db/store-orders.ts';
import type {Deps} from '../../deps.ts';
import type {StoreOrderMoney} from '../contract/order-money.ts';
import {Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {noRateNote} from './sales-terms.ts';

export function storeOrderRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/store-orders/:gid/money', async (req, res) => {
    const shop = shopOf(res);
    const gid = OrderGid.safeParse(req.params.gid);
    const order = gid.success ? await loadStoreOrder(db, shop, gid.data) : null;
    if (order === null)
      throw new Refusal(404, 'not_found', 'There is no such store order with articles of the supplier.');
    const rate = rateTo(order.currency, Settings.parse(await loadSettings(db, shop)));
    res.json(toAnswer(order, await loadLines(db, shop, order.order_gid), rate));
  });
  return router;
}

type Line = {readonly row: StoredDropshipOrder; readonly money: DropshipMoney; readonly zone: ZoneCode | null};

async function loadLines(db: Deps['db'], shop: ShopDomain, gid: string): Promise<readonly Line[]> {
  const rows = await loadDropshipOrdersOf(db, shop, gid);
  const articles = await loadArticleMoney(db, shop, [...new Set(rows.map(({article_id}) => article_id))]);
  return rows.map((row) =>
    toLine(
      row,
      articles.find(({articleId}) => articleId === row.article_id),
    ),
  );
}

/** What was sent counts as it was sent; what was not counts by what the supplier stated last. */
function toLine(row: StoredDropshipOrder, article: ArticleMoney | undefined): Line {
  const zone = zoneOf(row);
  const stock = article?.stock ?? null;
  const fee = row.fee ?? (zone === null ? null : feeOf(stock ?? {shipping: {}}, zone));
  const {state, quantity, revenue} = row;
  const pieces = row.revenue_pieces ?? row.wanted ?? quantity;
  return {row, zone, money: {state, quantity, price: row.price ?? stock?.price ?? null, fee, revenue, pieces}};
}

function zoneOf({zone, country}: StoredDropshipOrder): ZoneCode | null {
  const known = zoneCodes.find((code) => code === zone);
  if (known !== undefined) return known;
  const destination = country === null ? null : zoneFor(country, null);
  return destination?.kind === 'zone' ? destination.zone : null;
}

function toAnswer(order: StoredStoreOrder, lines: readonly Line[], rate: Rate): StoreOrderMoney {
  const margin = toStoreOrderMargin(
    order,
    lines.map(({money}) => money),
    rate,
  );
  return {
    orderGid: order.order_gid,
    orderName: order.order_name,
    currency: order.currency,
    ...margin,
    leftOut: margin.leftOut.map((one) => ({why: one.why, amount: one.amount, text: leftOutText(one)})),
    lines: lines.map(({row, money, zone}) => ({
      id: row.id,
      articleName: row.article_name,
      quantity: row.quantity,
      state: row.state,
      zone,
      revenue: row.revenue === null ? null : servedRevenue(money),
      cost: money.price === null ? null : toStoreCurrency(money.price * money.quantity, rate),
      fee: money.fee === null ? null : toStoreCurrency(money.fee, rate),
      estimated: row.price === null || row.fee === null || row.sent_at === null,
      charged: isCharged(money),
    })),
    notes: toNotes(order, lines, margin),
    readAt: order.updated_at.toISOString(),
  };
}

function toNotes(
  {currency}: StoredStoreOrder,
  lines: readonly Line[],
  {feesCharged, unknown, cost}: {readonly feesCharged: number; readonly unknown: number; readonly cost: number | null},
): string[] {
  const zones = new Set(lines.flatMap(({zone}) => (zone === null ? [] : [zone])));
  return [
    ...(feesCharged > 1
      ? [`The supplier takes one article per order, so ${feesCharged} articles mean ${feesCharged} shipping fees.`]
      : []),
    ...(unknown > 0
      ? [`The margin is still without ${unknown} of the articles: price or shipping fee is not known.`]
      : []),
    ...(cost === null ? [noRateNote(currency)] : []),
    paymentFeesNote,
    ...new Set([...zones].flatMap((zone) => deliveryNotes(zone))),
  ];
}
