// A change of settings: read, changed and written in one step, so that two pages saved at once both count.
import {isDeepStrictEqual} from 'node:util';
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings.ts';
import {type AuditEntry, saveAudit} from './audit.ts';
import {choiceBasis, choicePrint, rulesPrint} from './choice.ts';
import {saveRetiredFor} from './shelf.ts';
import {loadSettings, loadShop, saveSettings} from './shops.ts';
import type {Tables} from './tables.ts';
import {inTransaction} from './transaction.ts';

/**
 * @param confirmed the print of a choice whose consequences the merchant has seen: the next run carries it out whatever it
 * takes off sale. Any other new choice counts as unseen, and the brake stands guard over it.
 * @param by who saves it, and which page of the settings: written down with the names of what is another now.
 */
export async function changeSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: (settings: Settings) => Settings,
  confirmed: string | null,
  now: Date,
  by: Pick<AuditEntry, 'actor' | 'subject'>,
): Promise<Settings> {
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('shops').select('shop').where('shop', '=', shop).forUpdate().execute();
    const facts = await loadShop(transaction, shop);
    const before = Settings.parse(await loadSettings(transaction, shop));
    const after = Settings.parse(change(before));
    await saveSettings(transaction, shop, after, now);
    const changed = namesOfChanged(before, after);
    if (changed.length > 0) {
      await saveAudit(transaction, shop, {...by, action: 'settings_changed', detail: changed.join(', ')}, now);
    }
    const store = {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    const rules = rulesPrint({settings: after});
    const isSeen = choicePrint(choiceBasis(after, store)) === confirmed;
    if (rules !== rulesPrint({settings: before}) && !isSeen) await saveRetiredFor(transaction, shop, rules);
    return after;
  });
}

/** Names, never values; those of the orders' settings one by one. */
function namesOfChanged({orders: oldOrders, ...old}: Settings, {orders, ...others}: Settings): readonly string[] {
  const of = (before: object, after: object, prefix: string) =>
    Object.entries(after)
      .filter(([name, value]) => !isDeepStrictEqual(value, new Map(Object.entries(before)).get(name)))
      .map(([name]) => `${prefix}${name}`);
  return [...of(old, others, ''), ...of(oldOrders, orders, 'orders.')];
}
