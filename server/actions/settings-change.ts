// Changes of settings, with their line in the audit trail. Read, change and write are one transaction that holds the shop's row, so two people
// who save two different parts do not undo each other. All throw `SettingsUnreadable` while what is stored cannot be read.
import type {Kysely, Transaction} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {readable, Settings} from '#domain/settings/settings.ts';
import {settingsChanges} from '#domain/settings/settings-changes.ts';
import {choiceBasis, choicePrint, rulesPrint} from '../db/catalogue/choice.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {saveRulesConfirmed, saveRulesUnconfirmed} from '../db/listings/listings-to-retire.ts';
import {type AuditEntry, saveAudit} from '../db/shops/audit.ts';
import {loadShop, loadStoredSettings, lockShop, saveSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';

type SettingsChange = (settings: Settings) => Settings;

/**
 * @param confirmed the print of a choice whose consequences the merchant has seen: the next run carries it out whatever it takes off
 * sale. Any other new choice counts as unseen, and the brake applies to it.
 * @param by who saves it, and which part of the settings; the audit trail stores both with the values before and after.
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
    const before = await loadLocked(transaction, shop);
    const after = Settings.parse(change(before));
    await saveSettings(transaction, shop, after, now);
    const changes = settingsChanges(flat(before), flat(after));
    if (changes !== null) {
      const {names, ...values} = changes;
      const entry = {...by, action: 'settings_changed', detail: names.join(', '), ...values};
      await saveAudit(transaction, shop, entry, now);
    }
    const facts = await loadShop(transaction, shop);
    const store = {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    const rules = rulesPrint({settings: after});
    const isSeen = choicePrint(choiceBasis(after, store)) === confirmed;
    if (isSeen) await saveRulesConfirmed(transaction, shop);
    else if (rules !== rulesPrint({settings: before})) await saveRulesUnconfirmed(transaction, shop, rules);
    return after;
  });
}

/** Names each order setting on its own, as in `orders.sendingPaused`. */
function flat({orders, ...others}: Settings): object {
  const named = Object.entries(orders).map(([name, value]) => [`orders.${name}`, value]);
  return {...others, ...Object.fromEntries(named)};
}

type ChangeEntry = Omit<AuditEntry, 'detail' | 'before' | 'after'>;

/** When nothing changes, nothing is written, not even to the audit trail. @param change of `orders` only. */
export async function changeOrderSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: SettingsChange,
  entry: ChangeEntry,
  now: Date,
): Promise<Settings> {
  return inTransaction(db, (trx) => changeOrderSettingsWithin(trx, shop, change, entry, now));
}

/** The same in a transaction that is open already. */
export async function changeOrderSettingsWithin(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  change: SettingsChange,
  entry: ChangeEntry,
  now: Date,
): Promise<Settings> {
  const before = await loadLocked(trx, shop);
  const after = change(before);
  const changes = settingsChanges(before.orders, after.orders);
  if (changes === null) return before;
  await saveSettings(trx, shop, after, now);
  const {names, ...values} = changes;
  await saveAudit(trx, shop, {...entry, detail: names.join(', '), ...values}, now);
  return after;
}

async function loadLocked(transaction: Transaction<Tables>, shop: ShopDomain): Promise<Settings> {
  await lockShop(transaction, shop);
  return readable(await loadStoredSettings(transaction, shop));
}
