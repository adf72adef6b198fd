// Starts a run for the merchant: stores it, then enqueues it. If the queue is down, the task `catch-up` enqueues it later.
import {type ArticleId, RunId, type ShopDomain} from '#domain/ids.ts';
import {type RequestedRun, type RunRequest, requestRun} from '../../actions/run-requests.ts';
import {loadShop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {Refusal} from '../refusal.ts';

export type RunRequestDeps = Pick<Deps, 'db' | 'log' | 'newId' | 'now' | 'queues'>;

/** Who asks, and for which shop. */
export type Asker = {readonly shop: ShopDomain; readonly actor: string};

/** Stores a run and enqueues it if it is new. @param articleIds null: all articles. */
export async function startRun(
  deps: RunRequestDeps,
  {shop, actor}: Asker,
  kind: RunRequest['kind'],
  articleIds: readonly ArticleId[] | null = null,
): Promise<RequestedRun> {
  const request = {id: RunId.parse(deps.newId()), shop, kind, trigger: 'merchant', articleIds, actor} as const;
  const asked = await requestRun(deps.db, request, deps.now());
  if (asked.isNew) await enqueueRun(deps, asked.run);
  return asked;
}

/** Enqueues a run that was just stored; only logs a warning if the queue is down. */
export async function enqueueRun(
  {log, queues}: Pick<RunRequestDeps, 'log' | 'queues'>,
  {id, shop, kind, trigger}: RequestedRun['run'],
): Promise<void> {
  try {
    await queues.enqueue('sync', {shop, runId: id, kind, trigger}, {deduplicationId: `run-${id}`});
  } catch (err) {
    log.warn({err, run: id}, 'the queue cannot be reached; the sweep starts the run');
  }
}

/** Starts a run over these articles; null while a key is missing or refused. */
export async function startSelectedRun(
  deps: RunRequestDeps,
  asker: Asker,
  articleIds: readonly ArticleId[],
): Promise<RequestedRun['run'] | null> {
  if (!(await isConnected(deps, asker.shop))) return null;
  return (await startRun(deps, asker, 'selected', articleIds)).run;
}

/** Throws a 409 unless the supplier has accepted both keys. */
export async function requireConnected(deps: Pick<Deps, 'db'>, shop: ShopDomain): Promise<void> {
  if (await isConnected(deps, shop)) return;
  throw new Refusal(409, 'not_connected', 'Connect both supplier keys first: the catalogue key and the dropship key.');
}

/** Whether the supplier has accepted both keys. */
async function isConnected({db}: Pick<Deps, 'db'>, shop: ShopDomain): Promise<boolean> {
  const facts = await loadShop(db, shop);
  return facts?.catalogueKeyState === 'accepted' && facts.dropshipKeyState === 'accepted';
}
