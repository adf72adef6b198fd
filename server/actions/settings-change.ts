// Changes settings, with a line in the audit trail. Read, change and write are one transaction that locks the shop's row, so two people who
// save two different parts do not undo each other. Throws `SettingsUnreadable` while the stored settings cannot be read.
import type {Kysely, Transaction} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {requireReadable, Settings} from '#domain/settings/settings.ts';
import {describeSettingsChanges} from '#domain/settings/settings-changes.ts';
import {choiceFingerprint, rulesFingerprint, toChoiceBasis} from '../db/catalogue/choice.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {saveRulesConfirmed, saveRulesUnconfirmed} from '../db/listings/listings-to-retire.ts';
import {type AuditEntry, saveAudit} from '../db/shops/audit.ts';
import {loadShop, loadStoredSettings, lockShop, saveSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';

/** Returns the changed settings, given the stored ones. */
type SettingsChange = (settings: Settings) => Settings;

/**
 * Changes any of the settings and returns the new ones.
 * @param confirmed the fingerprint of a choice whose effect the merchant saw in the preview: the next run applies it without a brake. The
 * brake applies to any other new choice.
 * @param by who saves, and which part of the settings; the audit trail stores both with the values before and after.
 */
export async function changeSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: SettingsChange,
  confirmed: string | null,
  now: Date,
  by: Pick<AuditEntry, 'actor' | 'subject'>,
): Promise<Settings> {
  return inTransaction(db, async (transaction) => {
    const before = await loadLockedSettings(transaction, shop);
    const after = Settings.parse(change(before));
    await saveSettings(transaction, shop, after, now);
    const changes = describeSettingsChanges(flattenOrderSettings(before), flattenOrderSettings(after));
    if (changes !== null) {
      const {names, ...values} = changes;
      const entry = {...by, action: 'settings_changed' as const, detail: names.join(', '), ...values};
      await saveAudit(transaction, shop, entry, now);
    }
    const facts = await loadShop(transaction, shop);
    const store = {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    const rules = rulesFingerprint({settings: after});
    const isSeen = choiceFingerprint(toChoiceBasis(after, store)) === confirmed;
    if (isSeen) await saveRulesConfirmed(transaction, shop);
    else if (rules !== rulesFingerprint({settings: before})) await saveRulesUnconfirmed(transaction, shop, rules);
    return after;
  });
}

/** Makes each order setting a field of its own, such as `orders.sendingPaused`, so that the audit trail names it. */
function flattenOrderSettings({orders, ...others}: Settings): object {
  const named = Object.entries(orders).map(([name, value]) => [`orders.${name}`, value]);
  return {...others, ...Object.fromEntries(named)};
}

/** The entry for the audit trail, without the changed names and values. */
type ChangeEntry = Omit<AuditEntry, 'detail' | 'before' | 'after'>;

/** Changes order settings. If nothing changes, nothing is written, not even to the audit trail. @param change may change only `orders`. */
export async function changeOrderSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: SettingsChange,
  entry: ChangeEntry,
  now: Date,
): Promise<Settings> {
  return inTransaction(db, (trx) => changeOrderSettingsWithin(trx, shop, change, entry, now));
}

/** Does what `changeOrderSettings` does, in a transaction that is open already. */
export async function changeOrderSettingsWithin(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  change: SettingsChange,
  entry: ChangeEntry,
  now: Date,
): Promise<Settings> {
  const before = await loadLockedSettings(trx, shop);
  const after = change(before);
  const changes = describeSettingsChanges(before.orders, after.orders);
  if (changes === null) return before;
  await saveSettings(trx, shop, after, now);
  const {names, ...values} = changes;
  await saveAudit(trx, shop, {...entry, detail: names.join(', '), ...values}, now);
  return after;
}

/** Locks the shop's row and loads its settings. @throws SettingsUnreadable */
async function loadLockedSettings(transaction: Transaction<Tables>, shop: ShopDomain): Promise<Settings> {
  await lockShop(transaction, shop);
  return requireReadable(await loadStoredSettings(transaction, shop));
}
