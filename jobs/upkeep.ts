// The house's own chores, each safe to repeat: what the queue missed is found in the database and called up again.
import {ShopDomain} from '#domain/ids.ts';
import {loadPendingDeliveries, purgeDeliveries} from '../server/db/deliveries.ts';
import {loadDueOrders} from '../server/db/dropship-orders.ts';
import {saveLostClaims} from '../server/db/placing.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {forEachShop} from './each-shop.ts';
import {reconcileOrders} from './reconcile-orders.ts';
import {assertSchedules, catchUp} from './schedule.ts';
import {enqueuePlacing} from './take-store-order.ts';
import {tendCatalogue} from './tend-catalogue.ts';

export type UpkeepDeps = Pick<Deps, 'db' | 'admin' | 'tokens' | 'queues' | 'log' | 'now' | 'newId'>;

/** What the webhook route has not called up itself by then, nobody will. */
const missedAfterMs = 30_000;
const keepDeliveriesMs = 30 * 24 * 3_600_000;

const lostClaim = {
  code: 'worker_lost',
  text: 'It is not known whether the supplier has this order: the app stopped while sending it. Look for the reference in your supplier account before placing it again.',
};

export async function doUpkeep(deps: UpkeepDeps, {task, shop}: Message<'upkeep'>): Promise<void> {
  switch (task) {
    case 'sweep-deliveries':
      return sweepDeliveries(deps);
    case 'sweep-placing':
      return sweepPlacing(deps);
    case 'recheck-open':
      return recheckOpen(deps);
    case 'reconcile-orders':
      return forEachShop(deps, task, (each) => reconcileOrders(deps, each));
    case 'assert-schedules':
      return assertSchedules(deps);
    case 'catch-up':
      return catchUp(deps);
    case 'keep-tokens-alive':
      return forEachShop(deps, task, (each) => deps.tokens.keepAlive(each));
    case 'purge-deliveries':
      return void (await purgeDeliveries(deps.db, new Date(deps.now().getTime() - keepDeliveriesMs)));
    case 'purge-history':
    case 'read-edits':
    case 'read-images':
    case 'recompute-choice':
      return tendCatalogue(deps, task, shop);
  }
}

async function sweepDeliveries({db, queues, now}: UpkeepDeps): Promise<void> {
  const olderThan = new Date(now().getTime() - missedAfterMs);
  for (const {id} of await loadPendingDeliveries(db, {olderThan, limit: 1_000})) {
    await queues.enqueue('deliveries', {deliveryId: id}, {deduplicationId: `delivery-${id}`});
  }
}

async function sweepPlacing({db, log, now}: UpkeepDeps): Promise<void> {
  const lost = await saveLostClaims(db, lostClaim, now());
  if (lost > 0) log.warn({lost}, 'dropship orders whose sending was cut short are unconfirmed now');
}

async function recheckOpen(deps: UpkeepDeps): Promise<void> {
  for (const {shop, id} of await loadDueOrders(deps.db, deps.now(), 1_000)) {
    await enqueuePlacing(deps, ShopDomain.parse(shop), id);
  }
}
