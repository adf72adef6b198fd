// Orders and margin of the last thirty days, day by day.
import {Router} from 'express';
import {day} from '#domain/durations.ts';
import type {OrderGid} from '#domain/ids.ts';
import {createLocalDayFormat, daysUpTo} from '#domain/local-days.ts';
import {countShippedSince, loadOrdersSince} from '../../../db/orders/recent-sales.ts';
import {loadShop, loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {Sales} from '../../contract/order-money.ts';
import {shopOf} from '../../session.ts';
import {loadOrderMargins, type OrderMargin} from './order-margins.ts';

const daysShown = 30;

/** Shipments count from this time on: 30 times 24 hours ago, not by calendar days. */
export const recentlyShippedSince = (now: Date): Date => new Date(now.getTime() - daysShown * day);

/** How many store orders the margins are read for at once. */
const ordersPerRead = 500;

/** Store orders, each with the local day on which it was ordered. */
type SoldOrders = readonly {readonly gid: OrderGid /** The day it was ordered. */; readonly orderedOn: string}[];

export function salesRoutes({db, now}: Pick<Deps, 'db' | 'now'>): Router {
  const router = Router();
  router.get('/sales', async (_req, res) => {
    const shop = shopOf(res);
    const facts = await loadShop(db, shop);
    const {settings} = await loadStoredSettings(db, shop);
    const dayOf = createLocalDayFormat(facts?.timeZone ?? 'UTC');
    const days = daysUpTo(dayOf(now()), daysShown);
    // In every time zone, the first of these days began less than 31 days ago.
    const read = await loadOrdersSince(db, shop, new Date(now().getTime() - (daysShown + 1) * day));
    const shown = new Set(days);
    const sold = read
      .map(({gid, orderedAt}) => ({gid, orderedOn: dayOf(orderedAt)}))
      .filter(({orderedOn}) => shown.has(orderedOn));
    const margins = new Map<string, OrderMargin>();
    for (let at = 0; at < sold.length; at += ordersPerRead) {
      const gids = sold.slice(at, at + ordersPerRead).map(({gid}) => gid);
      for (const [gid, margin] of await loadOrderMargins(db, shop, settings, gids)) margins.set(gid, margin);
    }
    const byDay = Map.groupBy(sold, ({orderedOn}) => orderedOn);
    const currency = facts?.currency ?? null;
    const answer: Sales = {
      currency,
      days: days.map((one) => ({day: one, ...sumMargins(byDay.get(one) ?? [], margins, currency)})),
      ...sumMargins(sold, margins, currency),
      shipped: await countShippedSince(db, shop, recentlyShippedSince(now())),
    };
    res.json(answer);
  });
  return router;
}

/**
 * Sums the margins of the orders. An order in another currency than `currency` (from before the store changed it) counts as unknown; an
 * ended order counts in `orders` and `ended` only.
 */
function sumMargins(sold: SoldOrders, margins: ReadonlyMap<string, OrderMargin>, currency: string | null) {
  const ended = sold.filter(({gid}) => margins.get(gid)?.isEnded === true).length;
  const known = sold.flatMap(({gid}) => {
    const {shown, isEnded} = margins.get(gid) ?? {};
    if (shown === undefined || isEnded === true || shown.unknown > 0 || shown.currency !== currency) return [];
    return shown.margin ?? [];
  });
  return {
    orders: sold.length,
    margin: known.reduce((total, margin) => total + margin, 0),
    unknown: sold.length - known.length - ended,
    ended,
  };
}
