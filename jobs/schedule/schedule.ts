// The periodic schedules: per shop, a nightly and a daytime one, derived from the database; for the app, the upkeep table below.
// Written at start, every hour, when the queue has lost them (watchdog.ts), and when a shop's installation or settings change. The
// workers start first: writing a changed schedule drops a due run that no worker has taken yet.
import {day, hour} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {nightlyStart} from '#domain/nightly-start.ts';
import {loadLatestRun, loadOpenRun, loadStaleRuns} from '../../server/db/runs/runs.ts';
import {listInstalledShops, loadShop, loadStoredSettings} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {forEachShop} from './each-shop.ts';
import {enqueueRun} from './resume-runs.ts';

type ScheduleDeps = Pick<Deps, 'db' | 'queues' | 'log' | 'now'>;

/** A nightly run is late when the last complete one ended this long ago. */
const lateAfterMs = 26 * hour;
/** An open run without progress for this long is not with a worker; a lease would have expired as well. */
const staleAfterMs = 120_000;

const upkeep = {
  'sweep-deliveries': '* * * * *',
  'sweep-placing': '* * * * *',
  'recheck-open': '* * * * *',
  'sweep-store-writeback': '* * * * *',
  'reconcile-orders': '*/10 * * * *',
  'reconcile-week': '37 2 * * *',
  'ask-stopped': '13 * * * *',
  'assert-schedules': '7 * * * *',
  'catch-up': '*/5 * * * *',
  'keep-tokens-alive': '23 3 * * *',
  'purge-deliveries': '41 3 * * *',
  'purge-history': '53 3 * * *',
  'read-edits': '29 2 * * *',
  'read-images': '*/5 * * * *',
  retention: '53 3 * * *',
  reseal: '19 * * * *',
  'forget-jobs': '*/10 * * * *',
  'check-secrets': '11 * * * *',
} as const;

/** Writes only the upkeep schedules. Returns how many were missing or different. */
export async function assertUpkeep({queues}: Pick<Deps, 'queues'>): Promise<number> {
  let written = 0;
  for (const [task, cron] of Object.entries(upkeep)) {
    const payload = {task: task as keyof typeof upkeep};
    if (await queues.upsertSchedule(`upkeep-${task}`, cron, 'UTC', 'upkeep', payload)) written += 1;
  }
  return written;
}

export async function assertSchedules(deps: ScheduleDeps): Promise<void> {
  await assertUpkeep(deps);
  const installed = await listInstalledShops(deps.db);
  await forEachShop(deps, 'assert-schedules', (shop) => assertShopSchedule(deps, shop));
  const wanted = new Set(installed.flatMap(({shop}) => [nightId(shop), dayId(shop)]));
  // Left behind if the queue was down while a shop uninstalled.
  for (const {id, queue} of await deps.queues.listSchedules()) {
    if (queue === 'sync' && !wanted.has(id)) await deps.queues.removeSchedule(id);
    // A task of an older version.
    if (queue === 'upkeep' && !(id.replace(/^upkeep-/, '') in upkeep)) await deps.queues.removeSchedule(id);
  }
}

/** The nightly full run, at a minute of its own in the hour from the shop's set local time; by day, runs over articles added since. */
export async function assertShopSchedule(deps: Pick<Deps, 'db' | 'queues'>, shop: ShopDomain): Promise<void> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed') return;
  const {nightlyAt} = (await loadStoredSettings(deps.db, shop)).settings;
  const zone = facts.timeZone ?? 'UTC';
  const [atHour = '4', atMinute = '0'] = nightlyStart(nightlyAt, shop, zone).split(':');
  const night = `${Number(atMinute)} ${Number(atHour)} * * *`;
  const {upsertSchedule} = deps.queues;
  const written = [
    await upsertSchedule(nightId(shop), night, zone, 'sync', {shop, kind: 'full', trigger: 'schedule'}),
    await upsertSchedule(dayId(shop), '15 9,13,17,21 * * *', zone, 'sync', {
      shop,
      kind: 'daytime',
      trigger: 'schedule',
    }),
  ];
  if (written.includes(true)) await removeIfGone(deps, shop);
}

/** A shop can leave after it was read above: its schedules were then removed before these were written. */
async function removeIfGone(deps: Pick<Deps, 'db' | 'queues'>, shop: ShopDomain): Promise<void> {
  if ((await loadShop(deps.db, shop))?.state !== 'installed') await removeShopSchedule(deps, shop);
}

export async function removeShopSchedule({queues}: Pick<Deps, 'queues'>, shop: ShopDomain): Promise<void> {
  await queues.removeSchedule(nightId(shop));
  await queues.removeSchedule(dayId(shop));
}

/** The id hides the shop's name, because the queue keeps ids longer than the shop keeps the app. */
const nightId = (shop: ShopDomain) => `night-${toOpaqueId(shop)}`;
const dayId = (shop: ShopDomain) => `day-${toOpaqueId(shop)}`;

/**
 * Enqueues open runs without progress: they wait for another run or a new attempt, or their job was lost. A shop that missed its night gets
 * one run.
 */
export async function catchUp(deps: ScheduleDeps): Promise<void> {
  const {db, queues, now} = deps;
  for (const run of await loadStaleRuns(db, new Date(now().getTime() - staleAfterMs))) await enqueueRun(queues, run);
  for (const {shop} of await listInstalledShops(db)) {
    if (await missedItsNight(deps, shop)) {
      await queues.enqueue('sync', {shop, kind: 'full', trigger: 'catch_up'}, {deduplicationId: `catch-up-${shop}`});
    }
  }
}

/**
 * Whether the last complete nightly run is late, no run is open, and no full run has started for a day, according to the database alone.
 * False before the first complete one.
 */
export async function missedItsNight({db, now}: Pick<Deps, 'db' | 'now'>, shop: ShopDomain): Promise<boolean> {
  const facts = await loadShop(db, shop);
  const lastGood = facts?.lastGoodNightAt ?? null;
  if (lastGood === null || now().getTime() - lastGood.getTime() < lateAfterMs) return false;
  if (await loadOpenRun(db, shop)) return false;
  const latest = await loadLatestRun(db, shop, 'full');
  return latest === null || now().getTime() - latest.started_at.getTime() >= day;
}
