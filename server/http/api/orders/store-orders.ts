// One store order's revenue and margin for our lines: what is known, what is estimated, what is not included.
import {Router} from 'express';
import {OrderGid} from '#domain/ids.ts';
import {noRateNote, paymentFeesNote, rateTo, settingsUnreadableNote, toStoreCurrency} from '#domain/margins/margin.ts';
import {deliveryNotes} from '#domain/margins/product-margin.ts';
import {
  isCharged,
  leftOutText,
  losesMoney,
  servedRevenue,
  toStoreOrderMargin,
} from '#domain/margins/store-order-margin.ts';
import type {StoredSettings} from '#domain/settings/settings.ts';
import {loadStoreOrder, type StoredStoreOrder} from '../../../db/orders/store-orders.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {StoreOrderMoney} from '../../contract/order-money.ts';
import {Refusal} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {loadMoneyLines, type MoneyLine} from './order-margins.ts';

export function storeOrderRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/store-orders/:gid/money', async (req, res) => {
    const shop = shopOf(res);
    const gid = OrderGid.safeParse(req.params.gid);
    const order = gid.success ? await loadStoreOrder(db, shop, gid.data) : null;
    if (order === null)
      throw new Refusal(404, 'not_found', 'There is no such store order with articles of the supplier.');
    const stored = await loadStoredSettings(db, shop);
    const lines = await loadMoneyLines(db, shop, [order.order_gid]);
    res.json(toAnswer(order, lines.get(order.order_gid) ?? [], stored));
  });
  return router;
}

function toAnswer(order: StoredStoreOrder, lines: readonly MoneyLine[], stored: StoredSettings): StoreOrderMoney {
  const rate = rateTo(order.currency, stored.settings);
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
    losesMoney: losesMoney(margin),
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
    notes: toNotes(order, lines, margin, !stored.isReadable),
    settingsUnreadable: stored.isReadable ? null : 'settings',
    readAt: order.updated_at.toISOString(),
  };
}

function toNotes(
  {currency}: StoredStoreOrder,
  lines: readonly MoneyLine[],
  {
    feesCharged,
    unknown,
    cost,
    margin,
  }: {
    readonly feesCharged: number;
    readonly unknown: number;
    readonly cost: number | null;
    readonly margin: number | null;
  },
  rateUnreadable: boolean,
): string[] {
  const zones = new Set(lines.flatMap(({zone}) => (zone === null ? [] : [zone])));
  return [
    ...(losesMoney({margin, unknown}) === true ? [lossNote] : []),
    ...(feesCharged > 1
      ? [`The supplier takes one article per order, so ${feesCharged} articles mean ${feesCharged} shipping fees.`]
      : []),
    ...(unknown > 0
      ? [`The margin is still without ${unknown} of the articles: price or shipping fee is not known.`]
      : []),
    ...(cost === null ? [rateUnreadable ? settingsUnreadableNote : noRateNote(currency)] : []),
    paymentFeesNote,
    ...new Set([...zones].flatMap((zone) => deliveryNotes(zone))),
  ];
}

const lossNote = 'This order loses money: articles and shipping fees cost more than it brings without tax.';
