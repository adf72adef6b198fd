// A change of a shop's order settings, with its line in the audit trail. The row is locked, so that two people who save two
// different parts do not undo each other.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings.ts';
import {type AuditEntry, saveAudit} from './audit.ts';
import type {Tables} from './tables.ts';
import {inTransaction} from './transaction.ts';

/** Nothing is written, and nothing said, where `change` gives back what there was. */
export async function changeOrderSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: (settings: Settings) => {readonly settings: Settings; readonly changed: readonly string[]},
  entry: Omit<AuditEntry, 'detail'>,
  now: Date,
): Promise<Settings> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('shops')
      .select('settings')
      .where('shop', '=', shop)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const {settings, changed} = change(Settings.parse(row.settings));
    if (changed.length === 0) return settings;
    await trx
      .updateTable('shops')
      .set({settings: JSON.stringify(settings), updated_at: now})
      .where('shop', '=', shop)
      .execute();
    await saveAudit(trx, shop, {...entry, detail: changed.join(', ')}, now);
    return settings;
  });
}
