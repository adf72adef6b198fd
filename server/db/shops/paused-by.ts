// Who paused the sending of orders, and when: by the audit trail's last entry that changed it.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredAudit} from './audit.ts';

/**
 * Who last paused the sending, and when; null: the last change of the pause ended it, or there was none. Depending on the page, an entry
 * names the setting `sendingPaused` or `orders.sendingPaused`.
 */
export async function loadPauseAuthor(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<Pick<StoredAudit, 'actor' | 'at'> | null> {
  const row = await db
    .selectFrom('audit')
    .select(['actor', 'at', 'after'])
    .where('shop', '=', shop)
    .where('action', 'in', ['settings_changed', 'order_settings_changed'])
    .where('detail', 'like', '%sendingPaused%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.after?.includes('sendingPaused: true') ? {actor: row.actor, at: row.at} : null;
}
