// Asks Shopify whether a store whose sending is stopped accepts the app again: once a day, and when someone opens the app.
import type {ShopDomain} from '#domain/ids.ts';
import {freedBy} from '#domain/orders/reasons.ts';
import {toStopReason} from '#domain/uninstall.ts';
import {saveDueForReason} from '../../server/db/orders/due-orders.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import {resumeSending, saveStoppedAsked, stopSending} from '../../server/db/shops/stopped-shops.ts';
import type {Deps} from '../../server/deps.ts';
import {enqueueChore} from '../enqueue-batch.ts';
import {askStore} from '../webhooks/ask-store.ts';
import {assertShopSchedule} from './schedule.ts';

type StoppedDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now'>;

/** A 2xx answer resumes sending. Anything else leaves it stopped: no later answer proves a removal, which only a webhook announces. */
export async function askStopped(deps: StoppedDeps, shop: ShopDomain): Promise<void> {
  const {db, log, now} = deps;
  if ((await loadShop(db, shop))?.state !== 'stopped') return;
  const askedAt = now();
  const answer = await askStore(deps, shop);
  if (answer === 'installed') return resume(deps, shop);
  const reason = toStopReason(answer);
  if (reason === null) await saveStoppedAsked(db, shop, now());
  else await stopSending(db, shop, reason, now(), askedAt);
  log.info({shop, answer}, 'sending stays stopped');
}

/** Reads again what changed in the store meanwhile, because its webhooks were stored unread. */
async function resume(deps: StoppedDeps, shop: ShopDomain): Promise<void> {
  if (!(await resumeSending(deps.db, shop, deps.now()))) return;
  await saveDueForReason(deps.db, shop, freedBy('access'), deps.now());
  deps.log.info({shop}, 'Shopify accepts the app again: sending resumes');
  await assertShopSchedule(deps, shop);
  await enqueueChore(deps, 'reconcile-orders', shop);
  await enqueueChore(deps, 'read-edits', shop);
}
