// A delivery about an order or a product that is older than `staleAfterMs` is not stored. If the app is installed, it starts a
// comparison with the store, which reads the current state.
import {hour, minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {loadShop} from '../db/shops/shops.ts';
import type {Deps} from '../deps.ts';
import {createTroubleLog} from '../queue/trouble-log.ts';
import type {WebhookDelivery} from '../shopify/auth/webhook.ts';

/** Shopify repeats a delivery for four hours; the rest is a margin for deliveries that arrive late. */
const staleAfterMs = 48 * hour;
/** Per store and kind. The schedule runs the reconciliation of orders at the same interval. */
const startedEveryMs = 10 * minute;

type Hint = Pick<WebhookDelivery, 'shop' | 'topic' | 'triggeredAt'>;

/** Deliveries about the app, the shop or privacy have no age limit; a delivery without a time counts as new. */
export function isStale({topic, triggeredAt}: Omit<Hint, 'shop'>, now: Date): boolean {
  const isHint = /^(orders|refunds|products|fulfillment_orders)\//.test(topic);
  return isHint && triggeredAt !== null && now.getTime() - triggeredAt.getTime() > staleAfterMs;
}

/** Never waits and never throws. */
export function createReconciliationStart({db, queues, log, now}: Pick<Deps, 'db' | 'queues' | 'log' | 'now'>) {
  const startedAt = new Map<string, number>();
  const warn = createTroubleLog(log);

  async function start(shop: ShopDomain, task: 'reconcile-orders' | 'read-edits'): Promise<void> {
    const known = await loadShop(db, shop);
    if (known?.state !== 'installed') return;
    const key = `${task}-${shop}`;
    if (now().getTime() - (startedAt.get(key) ?? -Infinity) < startedEveryMs) return;
    startedAt.set(key, now().getTime());
    await queues.enqueue('chores', {task, shop}, {deduplicationId: key});
  }

  return ({shop, topic}: Hint): void => {
    const task = topic.startsWith('products/') ? 'read-edits' : 'reconcile-orders';
    start(shop, task).catch((err: unknown) => {
      warn({err, shop, task}, 'the reconciliation could not be started; the schedule starts it later');
    });
  };
}
