// Handles one batch of a shop's webhook inbox. Several deliveries about one order or product are handled with one reading of it.
import {Failure, isTransient} from '#domain/failure.ts';
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
import {createBatchLimit, enqueueBatch} from '../enqueue-batch.ts';
import {type DeliveryDeps, handleDelivery} from './handle-delivery.ts';
import {HandleLater, RunUnderWay} from './handle-later.ts';
import {UnreadableRequest} from './privacy.ts';

/** The most deliveries that one job handles. */
const deliveriesPerBatch = 25;

type DrainDeps = DeliveryDeps & Pick<Deps, 'metrics'>;

/**
 * Handles one batch of the shop's pending deliveries, and enqueues another job if more are pending. Throws the last error at its end, so
 * that the queue retries later.
 */
export async function drainDeliveries(deps: DrainDeps, {shop}: Message<'deliveries'>): Promise<void> {
  const pending = await loadNextDeliveries(deps.db, shop, deliveriesPerBatch, deps.now());
  const mayContinue = createBatchLimit(deliveriesPerBatch);
  let trouble: unknown = null;
  for (const alike of Map.groupBy(pending, deliverySubject).values()) {
    if (!mayContinue()) break;
    trouble = (await handleAlike(deps, alike)) ?? trouble;
  }
  if (trouble !== null) throw trouble;
  if ((await loadNextDeliveries(deps.db, shop, 1, deps.now())).length > 0) await enqueueBatch(deps, 'deliveries', shop);
}

/** A key that is equal for deliveries that need the same work, reading the same order or product. */
function deliverySubject({id, topic, resource}: StoredDelivery): string {
  const ofOrder = /^(orders|refunds|fulfillment_orders)\//.test(topic);
  if (topic === 'orders/delete') return `deleted ${resource ?? id}`;
  if (topic.startsWith('products/') && resource !== null) return `changed ${resource}`;
  return ofOrder && resource !== null ? resource : `delivery ${id}`;
}

/**
 * Chooses the delivery to handle for all. One of another topic than `orders/updated` and `products/update` comes first, because those may
 * need no whole reading. It gets the earliest trigger time and the latest arrival of all, because a write or reading in between has not
 * seen all.
 */
function chooseMostUrgent(alike: readonly StoredDelivery[]): StoredDelivery | undefined {
  const chosen = alike.find(({topic}) => topic !== 'orders/updated' && topic !== 'products/update') ?? alike[0];
  const triggered = alike.map(({triggered_at: at}) => at?.getTime() ?? Number.NaN);
  const first = Math.min(...triggered);
  const last = Math.max(...alike.map(({received_at: at}) => at.getTime()));
  return chosen && {...chosen, triggered_at: Number.isNaN(first) ? null : new Date(first), received_at: new Date(last)};
}

/**
 * Handles deliveries that need the same work by doing it once, and marks all of them. Returns the error to throw at the batch's end, or
 * null.
 */
async function handleAlike(deps: DrainDeps, alike: readonly StoredDelivery[]): Promise<unknown> {
  const chosen = chooseMostUrgent(alike);
  if (chosen === undefined) return null;
  try {
    const unread = await handleDelivery(deps, chosen);
    for (const one of alike) await markDeliveryDone(deps.db, one, deps.now(), unread);
    return null;
  } catch (error) {
    // The delivery stays pending until the active run is over.
    if (error instanceof RunUnderWay) return null;
    if (error instanceof HandleLater) {
      for (const {id} of alike) await markDeliveryLater(deps.db, id, error.later);
      return null;
    }
    if (error instanceof UnreadableRequest) return giveUpDeliveries(deps, alike, error);
    // After a temporary remote failure the delivery stays pending and is retried, without counting as failed.
    const passing = error instanceof Failure && isTransient(error);
    const reason = error instanceof Error ? error.message : 'unknown';
    for (const {id} of alike) {
      if (passing) await markDeliveryPostponed(deps.db, id);
      else if ((await markDeliveryFailed(deps.db, id, reason, deps.now())) === 'failed') deps.metrics.countGivenUp(1);
    }
    return error;
  }
}

/** Marks unreadable deliveries as failed without a retry, because a retry would read the same payload. */
async function giveUpDeliveries(
  deps: DrainDeps,
  alike: readonly StoredDelivery[],
  error: UnreadableRequest,
): Promise<null> {
  for (const {id, shop, topic} of alike) {
    await markDeliveryFailed(deps.db, id, error.message, deps.now(), 1);
    deps.metrics.countGivenUp(1);
    deps.log.error({shop, topic, delivery: id}, error.message);
  }
  return null;
}
