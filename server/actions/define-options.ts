// The merchant defines colours and sizes for an article whose `a=stock` states none, changes them, or takes them back. The next run
// makes the variants.
import type {Kysely} from 'kysely';
import type {ArticleId} from '#domain/ids.ts';
import {sameWords} from '#domain/options/check-options.ts';
import {type DefinedOptions, nothingDefined, optionNames} from '#domain/options/defined-options.ts';
import {loadDefinedOptions, saveDefinedOptions} from '../db/catalogue/defined-options.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {saveDueForReason} from '../db/orders/due-orders.ts';
import {saveAudit} from '../db/shops/audit.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {By} from './audited-changes.ts';

/**
 * Orders that wait for a colour or size are looked at again. False if the same options were defined already.
 * @param check throws if the options cannot be saved; called with those that are saved, under a lock.
 */
export async function defineOptions(
  db: Kysely<Tables>,
  {shop, actor, now}: By,
  articleId: ArticleId,
  options: DefinedOptions,
  check: (saved: DefinedOptions) => void,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    // The shop's row is locked before its orders, as everywhere else.
    await transaction.selectFrom('shops').select('shop').where('shop', '=', shop).forUpdate().execute();
    const saved = (await loadDefinedOptions(transaction, shop, articleId)) ?? nothingDefined;
    check(saved);
    if (optionNames.every((name) => sameWords(options[name], saved[name]))) return false;
    await saveDefinedOptions(transaction, shop, articleId, options, now);
    const after = toText(options);
    const action = after === null ? 'options_taken_back' : 'options_defined';
    await saveAudit(transaction, shop, {actor, action, subject: articleId, before: toText(saved), after}, now);
    await saveDueForReason(transaction, shop, ['colour_missing', 'size_missing'], now);
    return true;
  });
}

/** Null: nothing is defined. */
function toText(options: DefinedOptions): string | null {
  const lists = optionNames.flatMap((name) =>
    options[name].length === 0 ? [] : [`${name}: ${options[name].join(', ')}`],
  );
  return lists.length === 0 ? null : lists.join('; ');
}
