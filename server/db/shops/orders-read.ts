// How far the shop's store orders were read: by webhooks, and by the reconciliation that finds what no webhook told.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Stores that the reconciliation covers store orders changed before `at`. Call it only after their rows were stored. */
export async function saveOrdersWatermark(db: Kysely<Tables>, shop: ShopDomain, at: Date): Promise<void> {
  await db.updateTable('shops').set({orders_watermark_at: at}).where('shop', '=', shop).execute();
}

/** Stores the time of the latest order webhook, and resets the count of lines that only the reconciliation found. */
export async function saveOrderWebhookAt(db: Kysely<Tables>, shop: ShopDomain, at: Date): Promise<void> {
  await db
    .updateTable('shops')
    .set({last_webhook_at: at, reconcile_found: 0})
    .where('shop', '=', shop)
    .where((eb) => eb.or([eb('last_webhook_at', 'is', null), eb('last_webhook_at', '<', at)]))
    .execute();
}

/** Stores a finished reconciliation, and adds the lines that it found without a webhook. */
export async function saveReconciliation(
  db: Kysely<Tables>,
  shop: ShopDomain,
  found: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('shops')
    .set((eb) => ({
      reconciled_at: now,
      reconcile_found: eb('reconcile_found', '+', found),
      ...(found > 0 ? {webhook_missed_at: now} : {}),
    }))
    .where('shop', '=', shop)
    .execute();
}
