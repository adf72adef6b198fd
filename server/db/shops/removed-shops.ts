// Shops whose merchant removed the app.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../connection/transaction.ts';
import {noCatalogueKey, noDropshipKey} from '../secrets/shop-keys.ts';
import type {Tables} from '../tables/tables.ts';
import {notStoppedColumns} from './stopped-shops.ts';

/**
 * Stores that the merchant removed the app: tokens are revoked already, we may no longer keep the keys, and a running run loses its lease.
 * Settings, listings and orders stay until Shopify asks for the shop's erasure, 48 hours later. @param goneAt just before Shopify was
 * asked, by our clock. False, and nothing done, if the app was installed or a token exchanged later.
 */
export async function markUninstalled(
  db: Kysely<Tables>,
  shop: ShopDomain,
  now: Date,
  goneAt: Date = now,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const gone = await transaction
      .updateTable('shops')
      .set((eb) => ({
        ...noCatalogueKey,
        ...noDropshipKey,
        ...notStoppedColumns,
        state: 'uninstalled',
        uninstalled_at: now,
        removal_confirmed: true,
        needs_reauth: true,
        scopes: '',
        run_lease_owner: null,
        run_lease_until: null,
        run_fence: eb('run_fence', '+', 1),
        // If the shop returns before any reconciliation, the first one must begin at this installation and not at the return.
        orders_watermark_at: eb.fn.coalesce('orders_watermark_at', 'installed_at'),
        updated_at: now,
      }))
      .where('shop', '=', shop)
      .where('installed_at', '<=', goneAt)
      .where((eb) => eb.or([eb('granted_at', 'is', null), eb('granted_at', '<=', goneAt)]))
      .executeTakeFirst();
    if (gone.numUpdatedRows === 0n) return false;
    await transaction.deleteFrom('sessions').where('shop', '=', shop).execute();
    return true;
  });
}
