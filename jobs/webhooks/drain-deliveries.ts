// A shop's turn at its webhook inbox. Several deliveries about one order are one reading of it.
import {Failure, isPassing} from '#domain/failure.ts';
import {
  loadNextDeliveries,
  markDeliveryDone,
  markDeliveryFailed,
  markDeliveryPostponed,
  type StoredDelivery,
} from '../../server/db/deliveries/deliveries.ts';
import {markDeliveryLater} from '../../server/db/deliveries/later-deliveries.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import {enqueueBatch, startTurn} from '../schedule/enqueue-batch.ts';
import {type DeliveryDeps, handleDelivery} from './handle-delivery.ts';
import {RunUnderWay} from './notice-product.ts';
import {UnreadableRequest} from './privacy.ts';
import {HandleLater} from './uninstall.ts';

const atOnce = 25;

type DrainDeps = DeliveryDeps & Pick<Deps, 'metrics'>;

/** Throws what went wrong at the end of the turn, so that the queue tries again after a while. */
export async function drainDeliveries(deps: DrainDeps, {shop}: Message<'deliveries'>): Promise<void> {
  const pending = await loadNextDeliveries(deps.db, shop, atOnce, deps.now());
  const mayGoOn = startTurn(atOnce);
  let trouble: unknown = null;
  for (const alike of Map.groupBy(pending, subjectOf).values()) {
    if (!mayGoOn()) break;
    trouble = (await serve(deps, alike)) ?? trouble;
  }
  if (trouble !== null) throw trouble;
  if ((await loadNextDeliveries(deps.db, shop, 1, deps.now())).length > 0) await enqueueBatch(deps, 'deliveries', shop);
}

/** Deliveries of one group ask for the same: the order or the product they name is read again. */
function subjectOf({id, topic, resource}: StoredDelivery): string {
  const ofOrder = topic.startsWith('orders/') || topic.startsWith('refunds/');
  if (topic.startsWith('products/') && resource !== null) return `changed ${resource}`;
  return ofOrder && resource !== null ? resource : `delivery ${id}`;
}

async function serve(deps: DrainDeps, alike: readonly StoredDelivery[]): Promise<unknown> {
  const [first] = alike;
  if (first === undefined) return null;
  try {
    const unread = await handleDelivery(deps, first);
    for (const {id} of alike) await markDeliveryDone(deps.db, id, deps.now(), unread);
    return null;
  } catch (error) {
    // It stays as it is until the run is over.
    if (error instanceof RunUnderWay) return null;
    if (error instanceof HandleLater) {
      for (const {id} of alike) await markDeliveryLater(deps.db, id, error.later);
      return null;
    }
    if (error instanceof UnreadableRequest) return giveUp(deps, alike, error);
    // Remote trouble that passes is no fault of the delivery: it stays pending and is tried again.
    const passing = error instanceof Failure && isPassing(error);
    const reason = error instanceof Error ? error.message : 'unknown';
    for (const {id} of alike) {
      if (passing) await markDeliveryPostponed(deps.db, id);
      else if ((await markDeliveryFailed(deps.db, id, reason, deps.now())) === 'failed') deps.metrics.countGivenUp(1);
    }
    return error;
  }
}

/** Another try would read the same; it is shown, and the queue has nothing to try again. */
async function giveUp(deps: DrainDeps, alike: readonly StoredDelivery[], error: UnreadableRequest): Promise<null> {
  for (const {id, shop, topic} of alike) {
    await markDeliveryFailed(deps.db, id, error.message, deps.now(), 1);
    deps.metrics.countGivenUp(1);
    deps.log.error({shop, topic, delivery: id}, error.message);
  }
  return null;
}
