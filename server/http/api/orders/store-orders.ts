// One store order's revenue and margin for our lines: what is known, what is estimated, what is not included.
import {Router} from 'express';
import {OrderGid} from '#domain/ids.ts';
import {euroRateFor, noRateNote, settingsUnreadableNote, toStoreCurrency} from '#domain/margins/margin.ts';
import {deliveryNotes, paymentNote} from '#domain/margins/product-margin.ts';
import {
  isCharged,
  leftOutText,
  losesMoney,
  type StoreOrderMargin,
  servedRevenue,
} from '#domain/margins/store-order-margin.ts';
import {moneyText} from '#domain/money.ts';
import {paymentTermsOf} from '#domain/pricing/sales-terms.ts';
import type {StoredSettings} from '#domain/settings/settings.ts';
import {loadStoreOrder, type StoredStoreOrder} from '../../../db/orders/store-orders.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {StoreOrderMoney} from '../../contract/order-money.ts';
import {Refusal} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {loadMoneyLines, type MoneyLine, marginOf} from './order-margins.ts';

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
    res.json(toMoneyAnswer(order, lines.get(order.order_gid) ?? [], stored));
  });
  return router;
}

function toMoneyAnswer(order: StoredStoreOrder, lines: readonly MoneyLine[], stored: StoredSettings): StoreOrderMoney {
  const rate = euroRateFor(order.currency, stored.settings);
  const margin = marginOf(order, lines, stored.settings);
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
    notes: toMoneyNotes(order, lines, margin, stored),
    settingsUnreadable: stored.isReadable ? null : 'settings',
    readAt: order.updated_at.toISOString(),
  };
}

function toMoneyNotes(
  {currency}: StoredStoreOrder,
  lines: readonly MoneyLine[],
  {
    feesCharged,
    unknown,
    shipping,
    cost,
    fees,
    margin,
  }: Pick<StoreOrderMargin, 'feesCharged' | 'unknown' | 'shipping' | 'cost' | 'fees' | 'margin'>,
  {settings, isReadable}: StoredSettings,
): string[] {
  const payment = isReadable ? paymentNote(paymentTermsOf(settings.pricing)) : null;
  const zones = new Set(lines.flatMap(({zone}) => (zone === null ? [] : [zone])));
  return [
    ...(losesMoney({margin, unknown}) === true ? [lossNote] : []),
    ...(feesCharged > 1
      ? [
          `The supplier takes one article per order, so ${feesCharged} articles mean ${feesCharged} shipping fees.${gapText(shipping, fees, currency)}`,
        ]
      : []),
    ...(unknown > 0
      ? [`The margin is still without ${unknown} of the articles: price or shipping fee is not known.`]
      : []),
    ...(cost === null ? [isReadable ? noRateNote(currency) : settingsUnreadableNote] : []),
    ...(payment === null ? [] : [payment]),
    ...new Set([...zones].flatMap((zone) => deliveryNotes(zone))),
  ];
}

/** " Shipping brought …": what a rate that is charged once leaves uncovered; '' if it covers all fees, or that is not known. */
function gapText(shipping: number, fees: number | null, currency: string): string {
  if (fees === null || shipping >= fees) return '';
  const inWords = (minor: number) => moneyText({minor, currency});
  return ` Shipping brought ${inWords(shipping)} without tax, and the fees cost ${inWords(fees)}.`;
}

const lossNote =
  'This order loses money: articles, shipping fees and payment fees cost more than it brings without tax.';
