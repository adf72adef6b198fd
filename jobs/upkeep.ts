// What the clock calls, each safe to repeat: what the queue missed is found in the database and called up again. No store is
// asked from here; whatever asks one is a chore, with slots of its own.
import {loadShopsWithDeliveries, purgeDeliveries} from '../server/db/deliveries.ts';
import {loadShopsDue} from '../server/db/due-orders.ts';
import {saveLostClaims} from '../server/db/placing.ts';
import {sealAnew} from '../server/db/seal-anew.ts';
import {loadShopsOwed} from '../server/db/store-writes.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {callUp} from './call-up.ts';
import {callUpChore, callUpChoreOfAll} from './chores.ts';
import {assertSchedules, catchUp} from './schedule.ts';
import {tendCatalogue} from './tend-catalogue.ts';

export type UpkeepDeps = Pick<Deps, 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;

/** What the webhook route has not called up itself by then, nobody will. */
const missedAfterMs = 30_000;
/** Of each kind. */
const sealedAtOnce = 500;
const keepDeliveriesMs = 30 * 24 * 3_600_000;

export async function doUpkeep(deps: UpkeepDeps, {task, shop}: Message<'upkeep'>): Promise<void> {
  switch (task) {
    case 'sweep-deliveries':
      return sweepDeliveries(deps);
    case 'sweep-placing':
      return sweepPlacing(deps);
    case 'recheck-open':
      return recheckOpen(deps);
    case 'sweep-aftercare':
      return sweepAftercare(deps);
    case 'reconcile-orders':
    case 'reconcile-week':
    case 'retention':
    case 'keep-tokens-alive':
      return callUpChoreOfAll(deps, task);
    case 'assert-schedules':
      return assertSchedules(deps);
    case 'catch-up':
      return catchUp(deps);
    case 'purge-deliveries':
      return void (await purgeDeliveries(deps.db, new Date(deps.now().getTime() - keepDeliveriesMs)));
    case 'seal-anew':
      return sealOldAnew(deps);
    case 'purge-history':
    case 'read-edits':
    case 'read-images':
      return callUpChore(deps, task, shop);
    case 'recompute-choice':
      return tendCatalogue(deps, task, shop);
  }
}

/** What is left is for the next turn. */
async function sealOldAnew({db, sealer, log}: UpkeepDeps): Promise<void> {
  const sealed = await sealAnew(db, sealer, sealedAtOnce);
  if (sealed > 0) log.info({sealed}, 'what an older encryption key had sealed was sealed with the first one');
}

async function sweepDeliveries(deps: UpkeepDeps): Promise<void> {
  const olderThan = new Date(deps.now().getTime() - missedAfterMs);
  for (const shop of await loadShopsWithDeliveries(deps.db, olderThan)) await callUp(deps, 'deliveries', shop);
}

async function sweepPlacing({db, log, now}: UpkeepDeps): Promise<void> {
  const lost = await saveLostClaims(db, now());
  if (lost > 0) log.warn({lost}, 'dropship orders whose sending was cut short are unconfirmed now');
}

async function recheckOpen(deps: UpkeepDeps): Promise<void> {
  for (const shop of await loadShopsDue(deps.db, deps.now())) await callUp(deps, 'dropship', shop);
}

async function sweepAftercare(deps: UpkeepDeps): Promise<void> {
  for (const shop of await loadShopsOwed(deps.db, deps.now())) await callUp(deps, 'aftercare', shop);
}
