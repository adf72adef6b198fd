// Asks Shopify whether a store for which sending is stopped accepts the app again: once a day, and when someone opens the app.
import type {ShopDomain} from '#domain/ids.ts';
import {codesFreedBy} from '#domain/orders/reasons.ts';
import {toStopReason} from '#domain/uninstall.ts';
import {makeDueByReason} from '../../server/db/orders/due-orders.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import {resumeSending, saveNextAskAt, stopSending} from '../../server/db/shops/stopped-shops.ts';
import type {Deps} from '../../server/deps.ts';
import {enqueueTask} from '../enqueue-batch.ts';
import {askIfInstalled} from '../webhooks/ask-store.ts';
import {writeShopSchedule} from './schedule.ts';

type StoppedDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now'>;

/**
 * Asks Shopify about a shop whose sending is stopped, and resumes sending after a 2xx answer. After any other answer sending stays stopped;
 * only a webhook can announce that the app was removed.
 */
export async function askStoppedStore(deps: StoppedDeps, shop: ShopDomain): Promise<void> {
  const {db, log, now} = deps;
  if ((await loadShop(db, shop))?.state !== 'stopped') return;
  const askedAt = now();
  const answer = await askIfInstalled(deps, shop);
  if (answer === 'installed') return resumeStore(deps, shop);
  const reason = toStopReason(answer);
  if (reason === null) await saveNextAskAt(db, shop, now());
  else await stopSending(db, shop, reason, now(), askedAt);
  log.info({shop, answer}, 'sending stays stopped');
}

/** Resumes sending, and enqueues reading what changed in the store meanwhile, because its webhooks were not handled. */
async function resumeStore(deps: StoppedDeps, shop: ShopDomain): Promise<void> {
  if (!(await resumeSending(deps.db, shop, deps.now()))) return;
  await makeDueByReason(deps.db, shop, codesFreedBy('access'), deps.now());
  deps.log.info({shop}, 'Shopify accepts the app again: sending resumes');
  await writeShopSchedule(deps, shop);
  await enqueueTask(deps, 'reconcile-orders', shop);
  await enqueueTask(deps, 'read-edits', shop);
}
