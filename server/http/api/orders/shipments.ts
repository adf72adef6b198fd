// Marks many orders as shipped from a list of tracking numbers: checks the lines, then takes the action of a single order for each.
import {Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {checkCells} from '#domain/orders/tracking/check-cells.ts';
import {matchLine, namesToFind} from '#domain/orders/tracking/match-line.ts';
import {markShipped} from '../../../actions/merchant-actions.ts';
import {refuseOtherTracking} from '../../../actions/repeated-action.ts';
import {loadNamedOrders, type StoredNamedOrder} from '../../../db/orders/named-orders.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {BulkResults} from '../../contract/order-actions.ts';
import {ShippedInput} from '../../contract/order-actions.ts';
import {CheckInput, type CheckResults, ShipInput} from '../../contract/shipments.ts';
import {answerOnce} from '../../idempotency.ts';
import {parseInput} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {actOnOne} from './bulk-actions.ts';
import {type ActionDeps, notifiesBuyersByDefault, queuesToWakeAfter} from './order-actions.ts';
import {wakeOrders} from './wake-orders.ts';

export function shipmentRoutes(deps: ActionDeps): Router {
  const router = Router();
  router.post('/shipments/check', async (req, res) => {
    const {lines} = parseInput(CheckInput, req.body ?? {});
    const stored = await loadStoredSettings(deps.db, shopOf(res));
    const answer: CheckResults = {
      results: await checkLines(deps, shopOf(res), lines),
      notifiesBuyer: stored.isReadable ? stored.settings.orders.notifyBuyer : null,
    };
    res.json(answer);
  });
  router.post('/shipments', async (req, res) => {
    const shop = shopOf(res);
    const {orders, notifyBuyer} = parseInput(ShipInput, req.body ?? {});
    await answerOnce(deps, req, res, async () => {
      const isNotified = notifyBuyer ?? (await notifiesBuyersByDefault(deps, shop));
      const results: BulkResults['results'] = [];
      for (const {id, ...given} of orders) {
        const error = await actOnOne(deps, {shop, actor: actorOf(res), action: 'shipped', id}, async (context) => {
          const shipment = {...parseInput(ShippedInput, given), notifyBuyer: isNotified};
          return markShipped(deps.db, context, shipment, deps.now(), (order) => refuseOtherTracking(order, shipment));
        });
        results.push({id, error});
      }
      if (results.some(({error}) => error === null)) await wakeOrders(deps, shop, queuesToWakeAfter('shipped'));
      return {status: 200, body: {results} satisfies BulkResults};
    });
  });
  return router;
}

type Line = CheckInput['lines'][number];

/** The result of each line. A reference or a name of another shop is as unknown as one that does not exist. */
async function checkLines(
  {db}: Pick<ActionDeps, 'db'>,
  shop: ShopDomain,
  lines: readonly Line[],
): Promise<CheckResults['results']> {
  const checked = lines.map(({line, ...cells}) => ({line, cells: checkCells(cells)}));
  const names = checked.flatMap(({cells}) => ('fault' in cells ? [] : [...namesToFind(cells.order), cells.reference]));
  const lowered = new Set(names.map((name) => name.toLowerCase()).filter((name) => name !== ''));
  const orders = await loadNamedOrders(db, shop, [...lowered]);
  return checked.map(({line, cells}) => {
    if ('fault' in cells) return {line, state: 'refused', text: cells.fault, order: null, shipment: null};
    const {state, text, order} = matchLine(cells, orders);
    return {line, state, text, order: order === null ? null : toNamed(order), shipment: cells.shipment};
  });
}

const toNamed = ({id, order_name, reference, article_name}: StoredNamedOrder) => ({
  id,
  orderName: order_name,
  reference,
  articleName: article_name,
});
