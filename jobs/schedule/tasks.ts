// Periodic tasks, each safe to repeat: one table with the time, the shops and the work of each.
import {day} from '#domain/durations.ts';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {loadShopsWithDeliveries, purgeDeliveries} from '../../server/db/deliveries/deliveries.ts';
import {listShopsWithPendingMedia} from '../../server/db/listings/listing-media.ts';
import {listShopsToCompare} from '../../server/db/listings/ownership.ts';
import {loadShopsDue} from '../../server/db/orders/due-orders.ts';
import {saveLostClaims} from '../../server/db/orders/placing.ts';
import {loadShopsOwed} from '../../server/db/orders/store-writes.ts';
import {loadLatestRun, saveQueuedRun} from '../../server/db/runs/runs.ts';
import {resealSecrets} from '../../server/db/secrets/reseal.ts';
import {listInstalledShops, listKnownShops} from '../../server/db/shops/shops.ts';
import {loadStoppedShopsDue} from '../../server/db/shops/stopped-shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message, TaskName} from '../../server/queue/messages.ts';
import {enqueueBatch, enqueueChore, type ShopWork} from '../enqueue-batch.ts';
import {reconcileOrders, reconcileWeek} from '../orders/reconcile-orders.ts';
import {readPendingImages} from '../sync/read/read-images.ts';
import {checkPreviousSecret} from './previous-secret.ts';
import {deleteClosed, deleteHistory} from './retention.ts';
import {assertShopSchedules, catchUp} from './schedule.ts';
import {askStopped} from './stopped-store.ts';
import {enqueueStoreIds, eraseAside, readStoreId} from './store-ids.ts';

export type TaskDeps = Pick<
  Deps,
  'config' | 'db' | 'sealer' | 'admin' | 'tokens' | 'queues' | 'log' | 'metrics' | 'now' | 'newId'
>;

/** Runs a task; one of shops without a shop becomes one job for each that is due, so that a hanging store does not delay the others. */
export async function runTask(deps: TaskDeps, {task: name, shop}: Message<'upkeep'>): Promise<void> {
  const task = tasks[name];
  if ('run' in task) await task.run(deps);
  else if (shop !== undefined) await task.runFor(deps, shop);
  else for (const due of await task.shops(deps)) await enqueueChore(deps, name, due);
}

/** Writes the schedules of all tasks. Returns how many were missing or different. */
export async function assertUpkeep({queues}: Pick<Deps, 'queues'>): Promise<number> {
  let written = 0;
  for (const [name, {cron}] of Object.entries(tasks)) {
    const task = name as TaskName;
    if (await queues.upsertSchedule(scheduleId(task), cron, 'UTC', 'upkeep', {task})) written += 1;
  }
  return written;
}

const scheduleId = (task: string) => `upkeep-${task}`;

async function assertAllSchedules(deps: TaskDeps): Promise<void> {
  await assertUpkeep(deps);
  const known = new Set(Object.keys(tasks).map(scheduleId));
  // Tasks of an older version.
  for (const {id, queue} of await deps.queues.listSchedules()) {
    if (queue === 'upkeep' && !known.has(id)) await deps.queues.removeSchedule(id);
  }
  await assertShopSchedules(deps);
  await enqueueStoreIds(deps);
}

/** `cron` in UTC. */
type Task = {readonly cron: string} & (
  | {
      /** Short, and calls no store: the sweeps find in the database what the queue missed and enqueue it again. */
      readonly run: (deps: TaskDeps) => Promise<unknown>;
    }
  | {
      readonly shops: (deps: TaskDeps) => Promise<readonly ShopDomain[]>;
      readonly runFor: (deps: TaskDeps, shop: ShopDomain) => Promise<unknown>;
    }
);

const sweep = (work: ShopWork, shops: (deps: TaskDeps) => Promise<readonly ShopDomain[]>) => ({
  cron: '* * * * *',
  run: async (deps: TaskDeps) => {
    for (const shop of await shops(deps)) await enqueueBatch(deps, work, shop);
  },
});

/** If the webhook route has not enqueued a delivery by then, it never will. */
const missedAfterMs = 30_000;
/** Rows of each kind that one run of `reseal` encrypts again. */
const sealedAtOnce = 500;
const keepDeliveriesMs = 30 * day;
const compareEveryMs = 7 * day;

const before = ({now}: Pick<Deps, 'now'>, ms: number) => new Date(now().getTime() - ms);
const installed = async ({db}: Pick<Deps, 'db'>) => (await listInstalledShops(db)).map(({shop}) => shop);

const tasks: Readonly<Record<TaskName, Task>> = {
  'sweep-deliveries': sweep('deliveries', (deps) =>
    loadShopsWithDeliveries(deps.db, before(deps, missedAfterMs), deps.now()),
  ),
  'recheck-open': sweep('dropship', ({db, now}) => loadShopsDue(db, now())),
  'sweep-store-writeback': sweep('store-writeback', ({db, now}) => loadShopsOwed(db, now())),
  'sweep-placing': {cron: '* * * * *', run: giveUpClaims},
  'catch-up': {cron: '*/5 * * * *', run: catchUp},
  'assert-schedules': {cron: '7 * * * *', run: assertAllSchedules},
  'forget-jobs': {cron: '*/10 * * * *', run: forgetJobs},
  'check-secrets': {cron: '11 * * * *', run: checkPreviousSecret},
  reseal: {cron: '19 * * * *', run: resealOld},
  'purge-deliveries': {cron: '41 3 * * *', run: purgeOld},
  'ask-stopped': {cron: '13 * * * *', shops: ({db, now}) => loadStoppedShopsDue(db, now()), runFor: askStopped},
  'reconcile-orders': {cron: '*/10 * * * *', shops: installed, runFor: reconcileOrders},
  'reconcile-week': {cron: '37 2 * * *', shops: installed, runFor: reconcileWeek},
  'keep-tokens-alive': {cron: '23 3 * * *', shops: installed, runFor: keepToken},
  retention: {cron: '53 3 * * *', shops: installed, runFor: deleteClosed},
  'purge-history': {cron: '53 3 * * *', shops: installed, runFor: deleteHistory},
  'read-edits': {
    cron: '29 2 * * *',
    shops: (deps) => listShopsToCompare(deps.db, before(deps, compareEveryMs)),
    runFor: askForComparison,
  },
  'read-images': {cron: '*/5 * * * *', shops: ({db}) => listShopsWithPendingMedia(db), runFor: readPendingImages},
};

async function purgeOld(deps: TaskDeps): Promise<void> {
  await purgeDeliveries(deps.db, before(deps, keepDeliveriesMs));
  await eraseAside(deps);
}

async function keepToken(deps: TaskDeps, shop: ShopDomain): Promise<void> {
  await deps.tokens.keepAlive(shop);
  await readStoreId(deps, shop);
}

async function giveUpClaims({db, log, now}: TaskDeps): Promise<void> {
  const lost = await saveLostClaims(db, now());
  if (lost > 0) log.warn({lost}, 'the claims of dropship orders expired while sending: they are unconfirmed now');
}

/** Removes what the queue still keeps for erased shops and for queues of older versions. */
async function forgetJobs({db, queues, log}: TaskDeps): Promise<void> {
  const known = new Set<string>(await listKnownShops(db));
  const removed = await queues.removeJobsOfShops((shop) => !known.has(shop));
  if (removed > 0) log.info({removed}, 'finished jobs of shops that were erased are gone from the queue');
  const retired = await queues.removeRetired();
  if (retired > 0)
    log.info({retired}, 'jobs of older versions of the app were deleted; the sweeps enqueue what is left to do');
}

/** The next run continues with the remaining rows. */
async function resealOld({db, sealer, log}: TaskDeps): Promise<void> {
  const sealed = await resealSecrets(db, sealer, sealedAtOnce);
  if (sealed > 0)
    log.info({sealed}, 'secrets sealed with an older encryption key were sealed again with the first one');
}

/** The comparison is queued as a run, so that no other run writes at the same time. */
async function askForComparison({db, newId, now, queues}: TaskDeps, shop: ShopDomain): Promise<void> {
  const latest = await loadLatestRun(db, shop, 'edits');
  if (latest?.state === 'queued' || latest?.state === 'running') return;
  const runId = RunId.parse(newId());
  const message = {shop, kind: 'edits', trigger: 'schedule'} as const;
  await saveQueuedRun(db, {id: runId, ...message}, now());
  await queues.enqueue('sync', {...message, runId}, {deduplicationId: `run-${runId}`});
}
