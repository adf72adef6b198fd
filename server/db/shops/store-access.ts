// Whether the app may act in a shop's store: access lost, and granted again.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {freedBy} from '#domain/orders/reasons.ts';
import {inTransaction} from '../connection/transaction.ts';
import {saveDueForReason} from '../orders/due-orders.ts';
import type {Tables} from '../tables/tables.ts';

/** Nothing can be done in the store until the merchant opens the app again. */
export async function markNeedsReauth(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db.updateTable('shops').set({needs_reauth: true}).where('shop', '=', shop).execute();
}

/**
 * A valid token is available again. Only an exchange begins an installation. A refresh continues one, so it proves nothing more than its
 * exchange did; and a refresh answered while the merchant removes the app would hide the removal. True when access may have been lost
 * until now: the waiting orders become due, and jobs may have work.
 * @param exchangedAt when the token was requested with a session token; null: an older token was refreshed.
 */
export async function saveTokenGranted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  exchangedAt: Date | null,
  now: Date,
): Promise<boolean> {
  const granted = exchangedAt === null ? {} : {granted_at: exchangedAt};
  return inTransaction(db, async (transaction) => {
    const before = await transaction
      .selectFrom('shops')
      .select('needs_reauth')
      .where('shop', '=', shop)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return false;
    await transaction
      .updateTable('shops')
      .set({...granted, needs_reauth: false})
      .where('shop', '=', shop)
      .execute();
    // The hourly renewal of a working token releases nothing.
    if (exchangedAt === null && !before.needs_reauth) return false;
    await saveDueForReason(transaction, shop, freedBy('access'), now);
    return true;
  });
}
