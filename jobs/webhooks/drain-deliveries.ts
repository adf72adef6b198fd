// One batch of a shop's webhook inbox. Several deliveries about one order are handled with one reading of it.
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
import {enqueueBatch, limitBatch} from '../schedule/enqueue-batch.ts';
import {type DeliveryDeps, handleDelivery} from './handle-delivery.ts';
import {RunUnderWay} from './notice-product.ts';
import {UnreadableRequest} from './privacy.ts';
import {HandleLater} from './uninstall.ts';

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

async function serve(deps: DrainDeps, alike: readonly StoredDelivery[]): Promise<unknown> {
  // Only `orders/updated` may be handled without a whole reading, and then not for the others.
  const first = alike.find(({topic}) => topic !== 'orders/updated') ?? alike[0];
  if (first === undefined) return null;
  try {
    const unread = await handleDelivery(deps, first);
    for (const {id} of alike) await markDeliveryDone(deps.db, id, deps.now(), unread);
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
