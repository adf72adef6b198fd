// Asks a worker to look at a shop's fulfilment service.
import type {Kysely} from 'kysely';
import type {ServiceStop} from '#domain/fulfilment-service/plan-service.ts';
import {retryRefusedMs} from '#domain/fulfilment-service/plan-service.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {hasServiceChanges} from '../../db/fulfilment-services/serviced-variants.ts';
import {wakeService} from '../../db/fulfilment-services/services.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Log} from '../../log.ts';
import {askTask} from '../../queue/ask-task.ts';
import type {Queues} from '../../queue/queues.ts';

type AskDeps = {
  readonly db: Kysely<Tables>;
  readonly queues: Queues;
  readonly log: Log;
  readonly now: () => Date;
};

/** Has a worker look at the service again, where there is one that nothing else hinders than these reasons. */
export async function wakeServiceWorker(
  deps: AskDeps,
  shop: ShopDomain,
  despite: readonly ServiceStop[] = [],
): Promise<void> {
  if (await wakeService(deps.db, shop, despite)) await askTask(deps, 'keep-service', shop);
}

/** Has the service follow the variants that a run made or retired, or that the shipping profile has just taken in or given back. */
export async function followWithService(deps: AskDeps, shop: ShopDomain): Promise<void> {
  const triedBefore = new Date(deps.now().getTime() - retryRefusedMs);
  if (await hasServiceChanges(deps.db, shop, triedBefore)) await wakeServiceWorker(deps, shop, ['no_profile']);
}
