// A change of a shop's order settings, with its line in the audit trail. The row is locked, so two people who save two different parts do
// not undo each other. Other parts stay as stored, even those that cannot be read, unless nothing that is stored can be read.
import type {Kysely, Transaction} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {isUnreadable, readSettings, type Settings, withOrders} from '#domain/settings.ts';
import {settingsChanges} from '#domain/settings-changes.ts';
import {rulesPrint} from '../db/catalogue/choice.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {saveRulesUnconfirmed} from '../db/listings/listings-to-retire.ts';
import {type AuditEntry, saveAudit} from '../db/shops/audit.ts';
import {saveSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import {saveReplaced} from './settings-change.ts';

type OrderSettingsChange = (settings: Settings) => Settings;
type ChangeEntry = Omit<AuditEntry, 'detail' | 'before' | 'after'>;

/**
 * When `change` returns the settings unchanged and all of them could be read, nothing is written, not even to the audit trail.
 * @param change of `orders` only.
 */
export async function changeOrderSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: OrderSettingsChange,
  entry: ChangeEntry,
  now: Date,
): Promise<Settings> {
  return inTransaction(db, (trx) => changeOrderSettingsWithin(trx, shop, change, entry, now));
}

/** The same in a transaction that is open already. */
export async function changeOrderSettingsWithin(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  change: OrderSettingsChange,
  entry: ChangeEntry,
  now: Date,
): Promise<Settings> {
  const row = await trx
    .selectFrom('shops')
    .select('settings')
    .where('shop', '=', shop)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const stored = readSettings(row.settings);
  const before = stored.settings;
  const settings = change(before);
  const changes = settingsChanges(before.orders, settings.orders);
  if (changes === null && stored.unreadable.size === 0) return before;
  const saved = withOrders(row.settings, settings);
  await saveSettings(trx, shop, saved, now);
  const left = readSettings(saved).unreadable;
  const replaced = new Map([...stored.unreadable].filter(([name]) => !left.has(name)));
  await saveReplaced(trx, shop, {unreadable: replaced}, entry, now);
  // Without any readable settings the choice is replaced as well, and the merchant has not seen what that takes off sale.
  if (isUnreadable({unreadable: replaced}, 'choice')) await saveRulesUnconfirmed(trx, shop, rulesPrint({settings}));
  if (changes === null) return settings;
  const {names, ...values} = changes;
  await saveAudit(trx, shop, {...entry, detail: names.join(', '), ...values}, now);
  return settings;
}
