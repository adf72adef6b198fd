// The catalogue's periodic work: old history, edits without a webhook, images that were not ready, changed rules.
import {day} from '#domain/durations.ts';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import type {Settings} from '#domain/settings.ts';
import {choiceBasis, refreshChosen} from '../../server/db/catalogue/choice.ts';
import {listShopsWithPendingMedia} from '../../server/db/listings/listing-media.ts';
import {listShopsToCompare} from '../../server/db/listings/ownership.ts';
import {purgeHistory} from '../../server/db/runs/run-changes.ts';
import {loadLatestRun, saveQueuedRun} from '../../server/db/runs/runs.ts';
import {loadShop, loadStoredSettings} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {readPendingImages} from '../sync/read/read-images.ts';
import {forEachShop} from './each-shop.ts';

type ChoreDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now' | 'newId'>;
export type CatalogueChore = 'purge-history' | 'read-edits' | 'read-images' | 'recompute-choice';

const compareEveryMs = 7 * day;

/** @param shop the shop to maintain; every installed shop for which the chore is due if left out. */
export async function maintainCatalogue(deps: ChoreDeps, chore: CatalogueChore, shop?: ShopDomain): Promise<void> {
  if (shop !== undefined) return chores[chore](deps, shop);
  const due = await shopsDue(deps, chore);
  return forEachShop(deps, chore, async (each) => {
    if (due === null || due.has(each)) await chores[chore](deps, each);
  });
}

/** Null: all shops. */
async function shopsDue({db, now}: ChoreDeps, chore: CatalogueChore): Promise<ReadonlySet<string> | null> {
  if (chore === 'read-images') return new Set(await listShopsWithPendingMedia(db));
  if (chore !== 'read-edits') return null;
  return new Set(await listShopsToCompare(db, new Date(now().getTime() - compareEveryMs)));
}

const chores: Readonly<Record<CatalogueChore, (deps: ChoreDeps, shop: ShopDomain) => Promise<void>>> = {
  async 'purge-history'(deps, shop) {
    const settings = await loadReadable(deps, shop);
    if (settings === null) return;
    const {db, now} = deps;
    await purgeHistory(db, shop, new Date(now().getTime() - settings.historyDays * day));
  },
  'read-edits': askForComparison,
  'read-images': (deps, shop) => readPendingImages(deps, shop),
  async 'recompute-choice'(deps, shop) {
    const facts = await loadShop(deps.db, shop);
    const settings = await loadReadable(deps, shop);
    if (facts !== null && settings !== null) await refreshChosen(deps.db, shop, choiceBasis(settings, facts));
  },
};

/** Null while some stored settings cannot be read: nothing is deleted or chosen by a guess. */
async function loadReadable({db, log}: ChoreDeps, shop: ShopDomain): Promise<Settings | null> {
  const {settings, unreadable} = await loadStoredSettings(db, shop);
  if (unreadable.size === 0) return settings;
  log.warn(
    {shop, settings: [...unreadable.keys()]},
    'stored settings cannot be read; maintenance waits until they are saved',
  );
  return null;
}

/** The comparison is queued as a run, so that no other run writes at the same time. */
async function askForComparison({db, newId, now, queues}: ChoreDeps, shop: ShopDomain): Promise<void> {
  const latest = await loadLatestRun(db, shop, 'edits');
  if (latest?.state === 'queued' || latest?.state === 'running') return;
  const runId = RunId.parse(newId());
  const message = {shop, kind: 'edits', trigger: 'schedule'} as const;
  await saveQueuedRun(db, {id: runId, ...message}, now());
  await queues.enqueue('sync', {...message, runId}, {deduplicationId: `run-${runId}`});
}
