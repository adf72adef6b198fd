// The figures of the fulfilment service over the last 28 days, and the orders that put one at risk.
import {Router} from 'express';
import {day} from '#domain/durations.ts';
import {
  countFigures,
  figureDays,
  ordersToCount,
  warningKinds,
  warningTimes,
} from '#domain/fulfilment-service/service-figures.ts';
import {loadFigureFacts, loadWarnedOrders, type WarnedOrder} from '../../../db/fulfilment-services/figures.ts';
import {loadShop} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {ServiceFigures} from '../../contract/shipping/service-figures.ts';
import {shopOf} from '../../session.ts';

/** How many orders of each kind the page names. */
const ordersShown = 20;

export function serviceFiguresRoutes({db, now}: Pick<Deps, 'db' | 'now'>): Router {
  const router = Router();
  router.get('/fulfilment-service/figures', async (_req, res) => {
    const shop = shopOf(res);
    const at = now();
    const timeZone = (await loadShop(db, shop))?.timeZone ?? 'UTC';
    // In every time zone, the first of the counted days began less than 29 days ago.
    const facts = await loadFigureFacts(db, shop, new Date(at.getTime() - (figureDays + 1) * day));
    const warned = await loadWarnedOrders(db, shop, warningTimes(at), ordersShown);
    const {figures, ...counted} = countFigures(facts, {now: at, timeZone});
    const answer: ServiceFigures = {
      ...counted,
      countedFrom: ordersToCount,
      figures: [...figures],
      warnings: toWarnings(warned),
    };
    res.json(answer);
  });
  return router;
}

/** The orders by kind, in the order of the kinds. */
function toWarnings(warned: readonly WarnedOrder[]): ServiceFigures['warnings'] {
  const byKind = Map.groupBy(warned, ({kind}) => kind);
  return warningKinds.flatMap((kind) => {
    const orders = byKind.get(kind) ?? [];
    const [first] = orders;
    if (first === undefined) return [];
    return {
      kind,
      total: first.total,
      orders: orders.map(({since, orderGid, orderName, dropshipOrderId}) => ({
        since: since.toISOString(),
        orderGid,
        orderName,
        dropshipOrderId,
      })),
    };
  });
}
