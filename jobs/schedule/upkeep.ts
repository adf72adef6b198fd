// Periodic tasks, each safe to repeat. The sweeps find in the database what the queue missed and enqueue it again. No task here calls
// a store; such work is a chore (chores.ts) with worker slots of its own.
import {day} from '#domain/durations.ts';
import {loadShopsWithDeliveries, purgeDeliveries} from '../../server/db/deliveries/deliveries.ts';
import {loadShopsDue} from '../../server/db/orders/due-orders.ts';
import {saveLostClaims} from '../../server/db/orders/placing.ts';
import {loadShopsOwed} from '../../server/db/orders/store-writes.ts';
import {resealSecrets} from '../../server/db/secrets/reseal.ts';
import {listKnownShops} from '../../server/db/shops/shops.ts';
import {loadStoppedShopsDue} from '../../server/db/shops/stopped-shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import {maintainCatalogue} from './catalogue-maintenance.ts';
import {enqueueChoreForAll} from './chores.ts';
import {enqueueBatch, enqueueChore} from './enqueue-batch.ts';
import {checkPreviousSecret} from './previous-secret.ts';
import {assertSchedules, catchUp} from './schedule.ts';
import {enqueueStoreIds, eraseAside} from './store-ids.ts';

export type UpkeepDeps = Pick<
  Deps,
  'config' | 'db' | 'sealer' | 'admin' | 'queues' | 'log' | 'metrics' | 'now' | 'newId'
>;

/** If the webhook route has not enqueued a delivery by then, it never will. */
const missedAfterMs = 30_000;
/** Rows of each kind that one run of `reseal` encrypts again. */
const sealedAtOnce = 500;
const keepDeliveriesMs = 30 * day;

export async function doUpkeep(deps: UpkeepDeps, {task, shop}: Message<'upkeep'>): Promise<void> {
  switch (task) {
    case 'sweep-deliveries':
      return sweepDeliveries(deps);
    case 'sweep-placing':
      return sweepPlacing(deps);
    case 'recheck-open':
      return recheckOpen(deps);
    case 'sweep-store-writeback':
      return sweepStoreWriteback(deps);
    case 'ask-stopped':
      return askStoppedShops(deps);
    case 'reconcile-orders':
    case 'reconcile-week':
    case 'keep-tokens-alive':
      return enqueueChoreForAll(deps, task);
    case 'retention':
      await eraseAside(deps);
      return enqueueChoreForAll(deps, task);
    case 'assert-schedules':
      await assertSchedules(deps);
      return enqueueStoreIds(deps);
    case 'catch-up':
      return catchUp(deps);
    case 'purge-deliveries':
      return void (await purgeDeliveries(deps.db, new Date(deps.now().getTime() - keepDeliveriesMs)));
    case 'reseal':
      return resealOld(deps);
    case 'check-secrets':
      return checkPreviousSecret(deps);
    case 'forget-jobs':
      return forgetJobs(deps);
    case 'purge-history':
    case 'read-edits':
    case 'read-images':
      return enqueueChore(deps, task, shop);
    case 'recompute-choice':
      return maintainCatalogue(deps, task, shop);
  }
}

/** The next run continues with the remaining rows. */
async function resealOld({db, sealer, log}: UpkeepDeps): Promise<void> {
  const sealed = await resealSecrets(db, sealer, sealedAtOnce);
  if (sealed > 0)
    log.info({sealed}, 'secrets sealed with an older encryption key were sealed again with the first one');
}

/** Removes what the queue still keeps for erased shops and for queues of older versions. */
async function forgetJobs({db, queues, log}: UpkeepDeps): Promise<void> {
  const known = new Set<string>(await listKnownShops(db));
  const removed = await queues.removeJobsOfShops((shop) => !known.has(shop));
  if (removed > 0) log.info({removed}, 'finished jobs of shops that were erased are gone from the queue');
  const retired = await queues.removeRetired();
  if (retired > 0)
    log.info({retired}, 'jobs of older versions of the app were deleted; the sweeps enqueue what is left to do');
}

async function sweepDeliveries(deps: UpkeepDeps): Promise<void> {
  const olderThan = new Date(deps.now().getTime() - missedAfterMs);
  for (const shop of await loadShopsWithDeliveries(deps.db, olderThan, deps.now()))
    await enqueueBatch(deps, 'deliveries', shop);
}

async function askStoppedShops(deps: UpkeepDeps): Promise<void> {
  for (const shop of await loadStoppedShopsDue(deps.db, deps.now())) await enqueueChore(deps, 'ask-stopped', shop);
}

async function sweepPlacing({db, log, now}: UpkeepDeps): Promise<void> {
  const lost = await saveLostClaims(db, now());
  if (lost > 0) log.warn({lost}, 'the claims of dropship orders expired while sending: they are unconfirmed now');
}

async function recheckOpen(deps: UpkeepDeps): Promise<void> {
  for (const shop of await loadShopsDue(deps.db, deps.now())) await enqueueBatch(deps, 'dropship', shop);
}

async function sweepStoreWriteback(deps: UpkeepDeps): Promise<void> {
  for (const shop of await loadShopsOwed(deps.db, deps.now())) await enqueueBatch(deps, 'store-writeback', shop);
}
