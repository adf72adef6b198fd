// A change of settings. Read, change and write are one transaction, so two pages saved at once both count.
import type {Kysely, Transaction} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {Settings, type StoredSettings} from '#domain/settings.ts';
import {settingsChanges} from '#domain/settings-changes.ts';
import {choiceBasis, choicePrint, rulesPrint} from '../db/catalogue/choice.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {saveRulesConfirmed, saveRulesUnconfirmed} from '../db/listings/listings-to-retire.ts';
import {type AuditEntry, saveAudit} from '../db/shops/audit.ts';
import {loadShop, loadStoredSettings, saveSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';

/**
 * @param change of the settings as they are read; `stored` names those that cannot be read, which their defaults replace.
 * @param confirmed the print of a choice whose consequences the merchant has seen: the next run carries it out whatever it takes off
 * sale. Any other new choice counts as unseen, and the brake applies to it.
 * @param by who saves it, and which page of the settings; the audit trail stores both with the values before and after.
 */
export async function changeSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: (settings: Settings, stored: StoredSettings) => Settings,
  confirmed: string | null,
  now: Date,
  by: Pick<AuditEntry, 'actor' | 'subject'>,
): Promise<Settings> {
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('shops').select('shop').where('shop', '=', shop).forNoKeyUpdate().execute();
    const facts = await loadShop(transaction, shop);
    const stored = await loadStoredSettings(transaction, shop);
    const before = stored.settings;
    const after = Settings.parse(change(before, stored));
    await saveSettings(transaction, shop, after, now);
    await saveReplaced(transaction, shop, stored, by, now);
    const changes = settingsChanges(flat(before), flat(after));
    if (changes !== null) {
      const {names, ...values} = changes;
      const entry = {...by, action: 'settings_changed', detail: names.join(', '), ...values};
      await saveAudit(transaction, shop, entry, now);
    }
    const store = {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    const rules = rulesPrint({settings: after});
    const isSeen = choicePrint(choiceBasis(after, store)) === confirmed;
    if (isSeen) await saveRulesConfirmed(transaction, shop);
    // What could not be read had rules that are not known: the defaults on both sides may agree.
    else if (stored.unreadable.size > 0 || rules !== rulesPrint({settings: before}))
      await saveRulesUnconfirmed(transaction, shop, rules);
    return after;
  });
}

/** Saving replaces what could not be read; the audit trail keeps the beginning of what was stored. */
export async function saveReplaced(
  transaction: Transaction<Tables>,
  shop: ShopDomain,
  {unreadable}: Pick<StoredSettings, 'unreadable'>,
  by: Pick<AuditEntry, 'actor' | 'subject'>,
  now: Date,
): Promise<void> {
  const replaced = settingsChanges(Object.fromEntries(unreadable), {});
  if (replaced === null) return;
  const {names, before} = replaced;
  const entry = {...by, action: 'unreadable_settings_replaced', detail: names.join(', '), before};
  await saveAudit(transaction, shop, entry, now);
}

/** Names each order setting on its own, as in `orders.sendingPaused`. */
function flat({orders, ...others}: Settings): object {
  const named = Object.entries(orders).map(([name, value]) => [`orders.${name}`, value]);
  return {...others, ...Object.fromEntries(named)};
}
