// Asks a worker to look at a shop's fulfilment service.
import type {Kysely} from 'kysely';
import type {ServiceStop} from '#domain/fulfilment-service/plan-service.ts';
import {retryRefusedMs} from '#domain/fulfilment-service/plan-service.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {hasServiceChanges} from '../../db/fulfilment-services/serviced-variants.ts';
import {wakeService} from '../../db/fulfilment-services/services.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Log} from '../../log.ts';
import type {Queues} from '../../queue/queues.ts';

type QueueDeps = {readonly queues: Queues; readonly log: Log};
type AskDeps = QueueDeps & {readonly db: Kysely<Tables>; readonly now: () => Date};

/** Enqueues a look at the service, and one more if a worker has it now. If the queue is down, the task `keep-service` does it later. */
export async function askServiceWorker({queues, log}: QueueDeps, shop: ShopDomain): Promise<void> {
  try {
    const message = {task: 'keep-service', shop} as const;
    await queues.enqueue('chores', message, {deduplicationId: `keep-service-${shop}`, keepLast: true});
  } catch (err) {
    log.warn({err, shop}, 'the queue cannot be reached; the schedule looks at the fulfilment service');
  }
}

/** Has a worker look at the service again, where there is one that nothing else hinders than these reasons. */
export async function wakeServiceWorker(
  deps: AskDeps,
  shop: ShopDomain,
  despite: readonly ServiceStop[] = [],
): Promise<void> {
  if (await wakeService(deps.db, shop, despite)) await askServiceWorker(deps, shop);
}

/** Has the service follow the variants that a run made or retired, or that the shipping profile has just taken in or given back. */
export async function followWithService(deps: AskDeps, shop: ShopDomain): Promise<void> {
  const triedBefore = new Date(deps.now().getTime() - retryRefusedMs);
  if (await hasServiceChanges(deps.db, shop, triedBefore)) await wakeServiceWorker(deps, shop, ['no_profile']);
}
