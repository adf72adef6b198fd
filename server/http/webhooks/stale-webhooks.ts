// A delivery about an order or a product that is older than `staleAfterMs` is not stored. If the app is installed, a reconciliation starts
// instead, which reads the current state from the store.
import {hour, minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {loadShop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {createTroubleLog} from '../../queue/trouble-log.ts';
import type {WebhookDelivery} from '../../shopify/auth/webhook.ts';

/** Shopify repeats a delivery for four hours; the rest is a margin for deliveries that arrive late. */
const staleAfterMs = 48 * hour;
/** Minimum time between two starts of one task for one store. The schedule runs the reconciliation of orders at the same interval. */
const startAtMostEveryMs = 10 * minute;

/** What decides whether a delivery is too old: its shop, its topic, and when the event happened (null: not stated). */
type AgedDelivery = Pick<WebhookDelivery, 'shop' | 'topic' | 'triggeredAt'>;

/**
 * Whether a delivery is too old to be stored. Deliveries about the app, the shop or privacy have no age limit; one without a time counts as
 * new.
 */
export function isStale({topic, triggeredAt}: Omit<AgedDelivery, 'shop'>, now: Date): boolean {
  const isHint = /^(orders|refunds|products|fulfillment_orders)\//.test(topic);
  return isHint && triggeredAt !== null && now.getTime() - triggeredAt.getTime() > staleAfterMs;
}

/** Returns a function that starts the reconciliation for a stale delivery; the function returns at once and never throws. */
export function createReconciliationStarter({db, queues, log, now}: Pick<Deps, 'db' | 'queues' | 'log' | 'now'>) {
  const startedAt = new Map<string, number>();
  const warn = createTroubleLog(log);

  async function start(shop: ShopDomain, task: 'reconcile-orders' | 'read-edits'): Promise<void> {
    const known = await loadShop(db, shop);
    if (known?.state !== 'installed') return;
    const key = `${task}-${shop}`;
    if (now().getTime() - (startedAt.get(key) ?? -Infinity) < startAtMostEveryMs) return;
    startedAt.set(key, now().getTime());
    await queues.enqueue('chores', {task, shop}, {deduplicationId: key});
  }

  return ({shop, topic}: AgedDelivery): void => {
    const task = topic.startsWith('products/') ? 'read-edits' : 'reconcile-orders';
    start(shop, task).catch((err: unknown) => {
      warn({err, shop, task}, 'the reconciliation could not be started; the schedule starts it later');
    });
  };
}
