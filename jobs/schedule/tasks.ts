// The table of periodic tasks with their times, shops and work. Each task can be repeated safely.
import {day, hour} from '#domain/durations.ts';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {keepService} from '../../server/actions/fulfilment-service/keep-service.ts';
import {followRefunds, refundsDue} from '../../server/actions/refunds/follow-refunds.ts';
import {keepProfile} from '../../server/actions/shipping-profile/keep-profile.ts';
import {loadShopsWithDeliveries, purgeDeliveries} from '../../server/db/deliveries/deliveries.ts';
import {loadShopsToReadStayed} from '../../server/db/departures/stayed-products.ts';
import {loadServiceShops, loadShopsWithServiceDue} from '../../server/db/fulfilment-services/services.ts';
import {listShopsWithPendingMedia} from '../../server/db/listings/listing-media.ts';
import {listShopsToCompare} from '../../server/db/listings/ownership.ts';
import {loadShopsWithDueOrders} from '../../server/db/orders/due-orders.ts';
import {saveLostClaims} from '../../server/db/orders/placing.ts';
import {loadShopsWithOpenOutcome} from '../../server/db/orders/refunds-to-follow.ts';
import {loadShopsWithStoreWrites} from '../../server/db/orders/store-writes.ts';
import {loadLatestRun, saveQueuedRun} from '../../server/db/runs/runs.ts';
import {resealSecrets} from '../../server/db/secrets/reseal.ts';
import {loadShopsWithProfileDue} from '../../server/db/shipping-profiles/shipping-profiles.ts';
import {listInstalledShops, listKnownShops} from '../../server/db/shops/shops.ts';
import {loadStoppedShopsToAsk} from '../../server/db/shops/stopped-shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message, TaskName} from '../../server/queue/messages.ts';
import {enqueueBatch, enqueueTask, type ShopWork} from '../enqueue-batch.ts';
import {loadShopsWithMails, sendMails} from '../mail/send-mails.ts';
import {reconcileOrders, reconcileWeek} from '../orders/reconcile-orders.ts';
import {answerRequests} from '../requests/answer-requests.ts';
import {readPendingImages} from '../sync/read/read-images.ts';
import {checkPreviousSecret} from './previous-secret.ts';
import {deleteOldOrders, deleteOldRuns} from './retention.ts';
import {enqueueMissedRuns, writeAllShopSchedules} from './schedule.ts';
import {readStayedOnSale} from './stayed-on-sale.ts';
import {askStoppedStore} from './stopped-store.ts';
import {enqueueStoreIds, eraseSetAsideShops, readStoreId} from './store-ids.ts';

export type TaskDeps = Pick<
  Deps,
  | 'config'
  | 'db'
  | 'sealer'
  | 'admin'
  | 'tokens'
  | 'mailer'
  | 'digest'
  | 'queues'
  | 'log'
  | 'metrics'
  | 'now'
  | 'newId'
  | 'waitMs'
  | 'checkpoint'
>;

/** Runs a task. A task for shops enqueues one job per due shop, so that a store that hangs does not delay the others. */
export async function runTask(deps: TaskDeps, {task: name, shop}: Message<'upkeep'>): Promise<void> {
  const task = tasks[name];
  if ('run' in task) await task.run(deps);
  else if (shop !== undefined) await task.runFor(deps, shop);
  else for (const due of await task.shops(deps)) await enqueueTask(deps, name, due);
}

/** Writes the schedules of all tasks. Returns how many were missing or different. */
export async function writeTaskSchedules({queues}: Pick<Deps, 'queues'>): Promise<number> {
  let written = 0;
  for (const [name, {cron}] of Object.entries(tasks)) {
    const task = name as TaskName;
    if (await queues.upsertSchedule(scheduleId(task), cron, 'UTC', 'upkeep', {task})) written += 1;
  }
  return written;
}

/** The id in the queue of a task's schedule. */
const scheduleId = (task: string) => `upkeep-${task}`;

/**
 * Writes the schedules of tasks and shops again, removes those of tasks that no longer exist, and enqueues reading store ids that are
 * missing.
 */
async function writeAllSchedules(deps: TaskDeps): Promise<void> {
  await writeTaskSchedules(deps);
  const known = new Set(Object.keys(tasks).map(scheduleId));
  // Removes schedules of tasks that only older versions had.
  for (const {id, queue} of await deps.queues.listSchedules()) {
    if (queue === 'upkeep' && !known.has(id)) await deps.queues.removeSchedule(id);
  }
  await writeAllShopSchedules(deps);
  await enqueueStoreIds(deps);
}

/** A task with its cron time in UTC: either `run` for all at once, or `runFor` for each shop of `shops`. */
type PeriodicTask = {readonly cron: string} & (
  | {
      /** The whole task; it must be short and call no store. */
      readonly run: (deps: TaskDeps) => Promise<unknown>;
    }
  | {
      /** The shops for which the task is due now. */
      readonly shops: (deps: TaskDeps) => Promise<readonly ShopDomain[]>;
      /** The task for one shop. */
      readonly runFor: (deps: TaskDeps, shop: ShopDomain) => Promise<unknown>;
    }
);

/** Makes a task that every minute enqueues a job of this kind for each shop that has such work. @param shops finds these shops. */
const createSweep = (work: ShopWork, shops: (deps: TaskDeps) => Promise<readonly ShopDomain[]>) => ({
  cron: '* * * * *',
  run: async (deps: TaskDeps) => {
    for (const shop of await shops(deps)) await enqueueBatch(deps, work, shop);
  },
});

/** A stored delivery older than this, in milliseconds, was not enqueued by the webhook route, so the sweep enqueues it. */
const deliveryMissedAfterMs = 30_000;
/** How many rows of each kind one run of `reseal` encrypts again. */
const resealBatchSize = 500;
/** Milliseconds for which webhook deliveries are stored. */
const deliveriesKeptMs = 30 * day;
/** A shipping profile or a fulfilment service is looked at again after this many milliseconds. */
const checkWishEveryMs = 20 * hour;
/** A shop's products are compared with the store again after this many milliseconds. */
const compareEveryMs = 7 * day;

/** The time `ms` milliseconds ago. */
const msAgo = ({now}: Pick<Deps, 'now'>, ms: number) => new Date(now().getTime() - ms);
/** The names of all shops that have the app installed. */
const loadInstalledShops = async ({db}: Pick<Deps, 'db'>) => (await listInstalledShops(db)).map(({shop}) => shop);

/** Every periodic task by its name. */
const tasks: Readonly<Record<TaskName, PeriodicTask>> = {
  'sweep-deliveries': createSweep('deliveries', (deps) =>
    loadShopsWithDeliveries(deps.db, msAgo(deps, deliveryMissedAfterMs), deps.now()),
  ),
  'recheck-open': createSweep('dropship', ({db, now}) => loadShopsWithDueOrders(db, now())),
  'sweep-store-writeback': createSweep('store-writeback', ({db, now}) => loadShopsWithStoreWrites(db, now())),
  'sweep-placing': {cron: '* * * * *', run: endExpiredClaims},
  'catch-up': {cron: '*/5 * * * *', run: enqueueMissedRuns},
  'assert-schedules': {cron: '7 * * * *', run: writeAllSchedules},
  'forget-jobs': {cron: '*/10 * * * *', run: removeJobsOfErasedShops},
  'check-secrets': {cron: '11 * * * *', run: checkPreviousSecret},
  reseal: {cron: '19 * * * *', run: resealOldSecrets},
  'purge-deliveries': {cron: '41 3 * * *', run: purgeOldData},
  'ask-stopped': {cron: '13 * * * *', shops: ({db, now}) => loadStoppedShopsToAsk(db, now()), runFor: askStoppedStore},
  'reconcile-orders': {cron: '*/10 * * * *', shops: loadInstalledShops, runFor: reconcileOrders},
  'reconcile-week': {cron: '37 2 * * *', shops: loadInstalledShops, runFor: reconcileWeek},
  'keep-shipping': {
    cron: '*/10 * * * *',
    shops: (deps) => loadShopsWithProfileDue(deps.db, msAgo(deps, checkWishEveryMs)),
    runFor: keepProfile,
  },
  'answer-requests': {cron: '*/10 * * * *', shops: ({db}) => loadServiceShops(db), runFor: answerRequests},
  'follow-refunds': {
    cron: '17 * * * *',
    shops: ({db, now}) => loadShopsWithOpenOutcome(db, refundsDue(now())),
    runFor: followRefunds,
  },
  'keep-service': {
    cron: '*/10 * * * *',
    shops: (deps) => loadShopsWithServiceDue(deps.db, msAgo(deps, checkWishEveryMs)),
    runFor: keepService,
  },
  'keep-tokens-alive': {cron: '23 3 * * *', shops: loadInstalledShops, runFor: keepTokenAlive},
  retention: {cron: '53 3 * * *', shops: loadInstalledShops, runFor: deleteOldOrders},
  'purge-history': {cron: '53 3 * * *', shops: loadInstalledShops, runFor: deleteOldRuns},
  'send-mails': {cron: '*/5 * * * *', shops: loadShopsWithMails, runFor: sendMails},
  'read-edits': {
    cron: '29 2 * * *',
    shops: (deps) => listShopsToCompare(deps.db, msAgo(deps, compareEveryMs)),
    runFor: queueComparison,
  },
  'read-stayed': {
    cron: '*/10 * * * *',
    shops: ({db}) => loadShopsToReadStayed(db),
    runFor: readStayedOnSale,
  },
  'read-images': {cron: '*/5 * * * *', shops: ({db}) => listShopsWithPendingMedia(db), runFor: readPendingImages},
};

/** Deletes old webhook deliveries, and the data of shops that were set aside long ago. */
async function purgeOldData(deps: TaskDeps): Promise<void> {
  await purgeDeliveries(deps.db, msAgo(deps, deliveriesKeptMs));
  await eraseSetAsideShops(deps);
}

/** Keeps the shop's access token from expiring, and reads the store's id if it is not stored yet. */
async function keepTokenAlive(deps: TaskDeps, shop: ShopDomain): Promise<void> {
  await deps.tokens.keepAlive(shop);
  await readStoreId(deps, shop);
}

/** Marks dropship orders as unconfirmed whose claim expired while they were being sent. */
async function endExpiredClaims({db, log, now}: TaskDeps): Promise<void> {
  const lost = await saveLostClaims(db, now());
  if (lost > 0) log.warn({lost}, 'the claims of dropship orders expired while sending: they are unconfirmed now');
}

/** Removes jobs of erased shops, and queues of older versions. */
async function removeJobsOfErasedShops({db, queues, log}: TaskDeps): Promise<void> {
  const known = new Set<string>(await listKnownShops(db));
  const removed = await queues.removeJobsOfShops((shop) => !known.has(shop));
  if (removed > 0) log.info({removed}, 'finished jobs of shops that were erased are gone from the queue');
  const retired = await queues.removeRetiredQueues();
  if (retired > 0)
    log.info({retired}, 'jobs of older versions of the app were deleted; the sweeps enqueue what is left to do');
}

/** Encrypts a batch of old secrets with the first key. The next run of the task continues with the others. */
async function resealOldSecrets({db, sealer, log}: TaskDeps): Promise<void> {
  const sealed = await resealSecrets(db, sealer, resealBatchSize);
  if (sealed > 0)
    log.info({sealed}, 'secrets sealed with an older encryption key were sealed again with the first one');
}

/** Queues a comparison of the products as a run, so that no other run writes at the same time. */
async function queueComparison({db, newId, now, queues}: TaskDeps, shop: ShopDomain): Promise<void> {
  const latest = await loadLatestRun(db, shop, 'edits');
  if (latest?.state === 'queued' || latest?.state === 'running') return;
  const runId = RunId.parse(newId());
  const message = {shop, kind: 'edits', trigger: 'schedule'} as const;
  await saveQueuedRun(db, {id: runId, ...message}, now());
  await queues.enqueue('sync', {...message, runId}, {deduplicationId: `run-${runId}`});
}
