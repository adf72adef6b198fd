// Writes each shop's schedules for runs, one nightly and one by day, from the database to the queue, and starts runs that were missed. The
// schedules are written at start, every hour, when the queue has lost them (watchdog.ts), and when a shop's installation or settings
// change. The workers start first, because writing a changed schedule drops a due run that no worker has taken yet.
import {day} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {lateAfterMs, nightlyStart, startDelayMinutes} from '#domain/nightly-start.ts';
import {isDeparting, loadDepartingShops} from '../../server/db/departures/departures.ts';
import {loadLatestRun, loadOpenRun, loadStaleRuns} from '../../server/db/runs/runs.ts';
import {listInstalledShops, loadShop, loadStoredSettings} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {enqueueRun} from './resume-runs.ts';

type ScheduleDeps = Pick<Deps, 'db' | 'queues' | 'log' | 'now'>;

/** An open run without progress for this many milliseconds has no worker: its lease has expired as well. */
const staleAfterMs = 120_000;

/**
 * Writes the schedules of all installed shops, and removes those of all others, and of shops whose merchant is leaving. A shop whose schedules cannot be written does not stop
 * the others.
 */
export async function writeAllShopSchedules(deps: ScheduleDeps): Promise<void> {
  const departing = await loadDepartingShops(deps.db);
  const installed = (await listInstalledShops(deps.db)).filter(({shop}) => !departing.has(shop));
  for (const {shop} of installed) {
    try {
      await writeShopSchedule(deps, shop);
    } catch (err) {
      deps.log.warn({shop, err}, 'the schedules of one shop could not be written; the others are');
    }
  }
  const wanted = new Set(installed.flatMap(({shop}) => [nightScheduleId(shop), dayScheduleId(shop)]));
  // Also those that were left because the queue was down while a shop uninstalled.
  for (const {id, queue} of await deps.queues.listSchedules()) {
    if (queue === 'sync' && !wanted.has(id)) await deps.queues.removeSchedule(id);
  }
}

/** Schedules the nightly full run, spread over the hour from the set local time, and the runs over new articles by day, spread as well. */
export async function writeShopSchedule(deps: Pick<Deps, 'db' | 'queues'>, shop: ShopDomain): Promise<void> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed' || (await isDeparting(deps.db, shop))) return;
  const {nightlyAt} = (await loadStoredSettings(deps.db, shop)).settings;
  const zone = facts.timeZone ?? 'UTC';
  const [atHour = '4', atMinute = '0'] = nightlyStart(nightlyAt, shop, zone).split(':');
  const night = `${Number(atMinute)} ${Number(atHour)} * * *`;
  const {upsertSchedule} = deps.queues;
  const written = [
    await upsertSchedule(nightScheduleId(shop), night, zone, 'sync', {shop, kind: 'full', trigger: 'schedule'}),
    await upsertSchedule(dayScheduleId(shop), `${startDelayMinutes(shop)} 9,13,17,21 * * *`, zone, 'sync', {
      shop,
      kind: 'daytime',
      trigger: 'schedule',
    }),
  ];
  if (written.includes(true)) await removeIfUninstalled(deps, shop);
}

/** Removes the schedules again if the shop uninstalled or left after it was read, because they were then removed before these were written. */
async function removeIfUninstalled(deps: Pick<Deps, 'db' | 'queues'>, shop: ShopDomain): Promise<void> {
  const isInstalled = (await loadShop(deps.db, shop))?.state === 'installed';
  if (!isInstalled || (await isDeparting(deps.db, shop))) await removeShopSchedule(deps, shop);
}

/** Removes both schedules of the shop. */
export async function removeShopSchedule({queues}: Pick<Deps, 'queues'>, shop: ShopDomain): Promise<void> {
  await queues.removeSchedule(nightScheduleId(shop));
  await queues.removeSchedule(dayScheduleId(shop));
}

/** The id of a shop's nightly schedule. It hides the shop's name, because the queue keeps ids longer than the shop keeps the app. */
const nightScheduleId = (shop: ShopDomain) => `night-${toOpaqueId(shop)}`;
/** The id of a shop's schedule by day, which hides the shop's name as well. */
const dayScheduleId = (shop: ShopDomain) => `day-${toOpaqueId(shop)}`;

/**
 * Enqueues open runs without progress, which wait for another run or a new attempt, or whose job was lost. A shop that missed its nightly
 * run gets one run.
 */
export async function enqueueMissedRuns(deps: ScheduleDeps): Promise<void> {
  const {db, queues, now} = deps;
  for (const run of await loadStaleRuns(db, new Date(now().getTime() - staleAfterMs))) await enqueueRun(queues, run);
  for (const {shop} of await listInstalledShops(db)) {
    if (await hasMissedNight(deps, shop)) {
      await queues.enqueue('sync', {shop, kind: 'full', trigger: 'catch_up'}, {deduplicationId: `catch-up-${shop}`});
    }
  }
}

/**
 * Whether the last complete nightly run is late, no run is open, and no full run has started for a day, according to the database alone.
 * False before the first complete one, and while the merchant is leaving.
 */
export async function hasMissedNight({db, now}: Pick<Deps, 'db' | 'now'>, shop: ShopDomain): Promise<boolean> {
  const facts = await loadShop(db, shop);
  const lastGood = facts?.lastGoodNightAt ?? null;
  if (lastGood === null || now().getTime() - lastGood.getTime() < lateAfterMs) return false;
  if ((await isDeparting(db, shop)) || (await loadOpenRun(db, shop))) return false;
  const latest = await loadLatestRun(db, shop, 'full');
  return latest === null || now().getTime() - latest.started_at.getTime() >= day;
}
