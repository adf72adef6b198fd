// Orders and margin of the last thirty days, day by day.
import {Router} from 'express';
import {day} from '#domain/durations.ts';
import type {OrderGid} from '#domain/ids.ts';
import {daysUpTo, openCalendar} from '#domain/local-days.ts';
import {countShippedSince, loadOrdersSince} from '../../../db/orders/recent-sales.ts';
import {loadShop, loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {Sales} from '../../contract/order-money.ts';
import {shopOf} from '../../session.ts';
import {loadOrderMargins, type OrderMargins} from './order-margins.ts';

const daysShown = 30;

/** Shipments count from this time on: 30 times 24 hours ago, not by calendar days. */
export const recentlyShippedSince = (now: Date): Date => new Date(now.getTime() - daysShown * day);

/** Margins are read for this many store orders at once. */
const slice = 500;

type Sold = readonly {readonly gid: OrderGid /** The day it was ordered. */; readonly on: string}[];

export function salesRoutes({db, now}: Pick<Deps, 'db' | 'now'>): Router {
  const router = Router();
  router.get('/sales', async (_req, res) => {
    const shop = shopOf(res);
    const facts = await loadShop(db, shop);
    const {settings} = await loadStoredSettings(db, shop);
    const dayOf = openCalendar(facts?.timeZone ?? 'UTC');
    const days = daysUpTo(dayOf(now()), daysShown);
    // In every time zone, the first of these days began less than 31 days ago.
    const read = await loadOrdersSince(db, shop, new Date(now().getTime() - (daysShown + 1) * day));
    const shown = new Set(days);
    const sold = read.map(({gid, orderedAt}) => ({gid, on: dayOf(orderedAt)})).filter(({on}) => shown.has(on));
    const margins = new Map<string, Margin>();
    for (let at = 0; at < sold.length; at += slice) {
      const gids = sold.slice(at, at + slice).map(({gid}) => gid);
      for (const [gid, margin] of await loadOrderMargins(db, shop, settings, gids)) margins.set(gid, margin);
    }
    const byDay = Map.groupBy(sold, ({on}) => on);
    const currency = facts?.currency ?? null;
    const answer: Sales = {
      currency,
      days: days.map((one) => ({day: one, ...totalOf(byDay.get(one) ?? [], margins, currency)})),
      ...totalOf(sold, margins, currency),
      shipped: await countShippedSince(db, shop, recentlyShippedSince(now())),
    };
    res.json(answer);
  });
  return router;
}

type Margin = OrderMargins extends ReadonlyMap<string, infer One> ? One : never;

/** An order that was paid in another currency, from before the store changed it, counts as not known. */
function totalOf(sold: Sold, margins: ReadonlyMap<string, Margin>, currency: string | null) {
  const known = sold.flatMap(({gid}) => {
    const one = margins.get(gid);
    const isKnown = one !== undefined && one.margin !== null && one.unknown === 0 && one.currency === currency;
    return isKnown && one.margin !== null ? [one.margin] : [];
  });
  return {
    orders: sold.length,
    margin: known.reduce((total, margin) => total + margin, 0),
    unknown: sold.length - known.length,
  };
}
