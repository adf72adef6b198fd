// One batch of a shop's webhook inbox. Several deliveries about one order or product are handled with one reading of it.
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
import {enqueueBatch, limitBatch} from '../enqueue-batch.ts';
import {type DeliveryDeps, handleDelivery} from './handle-delivery.ts';
import {HandleLater, RunUnderWay} from './handle-later.ts';
import {UnreadableRequest} from './privacy.ts';

const atOnce = 25;

type DrainDeps = DeliveryDeps & Pick<Deps, 'metrics'>;

/** Throws the error at the end of the batch, so that the queue retries later. */
export async function drainDeliveries(deps: DrainDeps, {shop}: Message<'deliveries'>): Promise<void> {
  const pending = await loadNextDeliveries(deps.db, shop, atOnce, deps.now());
  const mayContinue = limitBatch(atOnce);
  let trouble: unknown = null;
  for (const alike of Map.groupBy(pending, subjectOf).values()) {
    if (!mayContinue()) break;
    trouble = (await serve(deps, alike)) ?? trouble;
  }
  if (trouble !== null) throw trouble;
  if ((await loadNextDeliveries(deps.db, shop, 1, deps.now())).length > 0) await enqueueBatch(deps, 'deliveries', shop);
}

/** Deliveries with the same key need the same work: reading their order or product again. */
function subjectOf({id, topic, resource}: StoredDelivery): string {
  const ofOrder = /^(orders|refunds|fulfillment_orders)\//.test(topic);
  if (topic === 'orders/delete') return `deleted ${resource ?? id}`;
  if (topic.startsWith('products/') && resource !== null) return `changed ${resource}`;
  return ofOrder && resource !== null ? resource : `delivery ${id}`;
}

/**
 * `orders/updated` and `products/update` may need no whole reading, so a delivery of another topic is chosen first. It gets the earliest
 * trigger time and the latest arrival of all of them: a write or a reading in between has not seen all of them.
 */
function chooseMostUrgent(alike: readonly StoredDelivery[]): StoredDelivery | undefined {
  const chosen = alike.find(({topic}) => topic !== 'orders/updated' && topic !== 'products/update') ?? alike[0];
  const triggered = alike.map(({triggered_at: at}) => at?.getTime() ?? Number.NaN);
  const first = Math.min(...triggered);
  const last = Math.max(...alike.map(({received_at: at}) => at.getTime()));
  return chosen && {...chosen, triggered_at: Number.isNaN(first) ? null : new Date(first), received_at: new Date(last)};
}

async function serve(deps: DrainDeps, alike: readonly StoredDelivery[]): Promise<unknown> {
  const chosen = chooseMostUrgent(alike);
  if (chosen === undefined) return null;
  try {
    const unread = await handleDelivery(deps, chosen);
    for (const one of alike) await markDeliveryDone(deps.db, one, deps.now(), unread);
    return null;
  } catch (error) {
    // The delivery stays pending until the run is over.
    if (error instanceof RunUnderWay) return null;
    if (error instanceof HandleLater) {
      for (const {id} of alike) await markDeliveryLater(deps.db, id, error.later);
      return null;
    }
    if (error instanceof UnreadableRequest) return giveUp(deps, alike, error);
    // A temporary remote failure is not the delivery's fault: it stays pending and is retried.
    const passing = error instanceof Failure && isPassing(error);
    const reason = error instanceof Error ? error.message : 'unknown';
    for (const {id} of alike) {
      if (passing) await markDeliveryPostponed(deps.db, id);
      else if ((await markDeliveryFailed(deps.db, id, reason, deps.now())) === 'failed') deps.metrics.countGivenUp(1);
    }
    return error;
  }
}

/** A retry would read the same payload; the delivery is shown as failed, and the queue does not retry. */
async function giveUp(deps: DrainDeps, alike: readonly StoredDelivery[], error: UnreadableRequest): Promise<null> {
  for (const {id, shop, topic} of alike) {
    await markDeliveryFailed(deps.db, id, error.message, deps.now(), 1);
    deps.metrics.countGivenUp(1);
    deps.log.error({shop, topic, delivery: id}, error.message);
  }
  return null;
}
