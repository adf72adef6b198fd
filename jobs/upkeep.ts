// The house's own chores, each safe to repeat: what the queue missed is found in the database and called up again.
import type {ShopDomain} from '#domain/ids.ts';
import {loadShopsWithDeliveries, purgeDeliveries} from '../server/db/deliveries.ts';
import {loadShopsDue} from '../server/db/due-orders.ts';
import {saveLostClaims} from '../server/db/placing.ts';
import {listInstalledShops} from '../server/db/shops.ts';
import {loadShopsOwed} from '../server/db/store-writes.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {callUp} from './call-up.ts';
import {reconcileOrders, reconcileWeek} from './reconcile-orders.ts';
import {deleteClosed} from './retention.ts';
import {assertSchedules, catchUp} from './schedule.ts';

export type UpkeepDeps = Pick<Deps, 'db' | 'admin' | 'tokens' | 'queues' | 'log' | 'now' | 'newId'>;

/** What the webhook route has not called up itself by then, nobody will. */
const missedAfterMs = 30_000;
const keepDeliveriesMs = 30 * 24 * 3_600_000;

const lostClaim = {
  code: 'worker_lost',
  text: 'It is not known whether the supplier has this order: the app stopped while sending it. Look for the reference in your supplier account before placing it again.',
};

export async function doUpkeep(deps: UpkeepDeps, {task}: Message<'upkeep'>): Promise<void> {
  switch (task) {
    case 'sweep-deliveries':
      return sweepDeliveries(deps);
    case 'sweep-placing':
      return sweepPlacing(deps);
    case 'recheck-open':
      return recheckOpen(deps);
    case 'reconcile-orders':
      return forEachShop(deps, task, (shop) => reconcileOrders(deps, shop));
    case 'reconcile-week':
      return forEachShop(deps, task, (shop) => reconcileWeek(deps, shop));
    case 'sweep-aftercare':
      return sweepAftercare(deps);
    case 'retention':
      return forEachShop(deps, task, (shop) => deleteClosed(deps, shop));
    case 'assert-schedules':
      return assertSchedules(deps);
    case 'catch-up':
      return catchUp(deps);
    case 'keep-tokens-alive':
      return forEachShop(deps, task, (shop) => deps.tokens.keepAlive(shop));
    case 'purge-deliveries':
      return void (await purgeDeliveries(deps.db, new Date(deps.now().getTime() - keepDeliveriesMs)));
  }
}

async function sweepDeliveries(deps: UpkeepDeps): Promise<void> {
  const olderThan = new Date(deps.now().getTime() - missedAfterMs);
  for (const shop of await loadShopsWithDeliveries(deps.db, olderThan)) await callUp(deps, 'deliveries', shop);
}

async function sweepPlacing({db, log, now}: UpkeepDeps): Promise<void> {
  const lost = await saveLostClaims(db, lostClaim, now());
  if (lost > 0) log.warn({lost}, 'dropship orders whose sending was cut short are unconfirmed now');
}

async function recheckOpen(deps: UpkeepDeps): Promise<void> {
  for (const shop of await loadShopsDue(deps.db, deps.now())) await callUp(deps, 'dropship', shop);
}

async function sweepAftercare(deps: UpkeepDeps): Promise<void> {
  for (const shop of await loadShopsOwed(deps.db)) await callUp(deps, 'aftercare', shop);
}

/** One shop's trouble does not keep the others from their turn. */
async function forEachShop(
  {db, log}: UpkeepDeps,
  task: string,
  work: (shop: ShopDomain) => Promise<unknown>,
): Promise<void> {
  for (const {shop} of await listInstalledShops(db)) {
    try {
      await work(shop);
    } catch (err) {
      log.warn({shop, task, err}, 'a chore failed for one shop');
    }
  }
}
