// A change of settings: read, changed and written in one step, so that two pages saved at once both count.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings.ts';
import {choiceBasis, choicePrint, rulesPrint} from './choice.ts';
import {saveRetiredFor} from './shelf.ts';
import {loadSettings, loadShop, saveSettings} from './shops.ts';
import type {Tables} from './tables.ts';
import {inTransaction} from './transaction.ts';

/**
 * @param confirmed the print of a choice whose consequences the merchant has seen: the next run carries it out whatever it
 * takes off sale. Any other new choice counts as unseen, and the brake stands guard over it.
 */
export async function changeSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: (settings: Settings) => Settings,
  confirmed: string | null,
  now: Date,
): Promise<Settings> {
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('shops').select('shop').where('shop', '=', shop).forUpdate().execute();
    const facts = await loadShop(transaction, shop);
    const before = Settings.parse(await loadSettings(transaction, shop));
    const after = Settings.parse(change(before));
    await saveSettings(transaction, shop, after, now);
    const store = {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    const rules = rulesPrint({settings: after});
    const isSeen = choicePrint(choiceBasis(after, store)) === confirmed;
    if (rules !== rulesPrint({settings: before}) && !isSeen) await saveRetiredFor(transaction, shop, rules);
    return after;
  });
}
