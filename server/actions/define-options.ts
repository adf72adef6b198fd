// The merchant defines, changes or removes colours and sizes of an article for which the supplier's answer to `a=stock` states none. The
// next run creates the variants.

import type {Kysely, Transaction} from 'kysely';
import type {ArticleId} from '#domain/ids.ts';
import {sameWords} from '#domain/options/check-options.ts';
import {
  type DefinedOptions,
  nothingDefined,
  type OptionName,
  optionNames,
  withoutOverruled,
} from '#domain/options/defined-options.ts';
import {loadDefinedOptions, lockStatedOptions, saveDefinedOptions} from '../db/catalogue/defined-options.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {saveDueForReason} from '../db/orders/due-orders.ts';
import {saveAudit} from '../db/shops/audit.ts';
import {lockShop} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {By} from './audited-changes.ts';

/**
 * Orders that wait for a colour or size are looked at again. False if the same options were defined already.
 * @param check throws if the options cannot be saved; called with those that are saved, under a lock.
 */
export async function defineOptions(
  db: Kysely<Tables>,
  by: By,
  articleId: ArticleId,
  options: DefinedOptions,
  check: (saved: DefinedOptions) => void,
): Promise<boolean> {
  return changeOptions(db, by, articleId, async (_transaction, saved) => {
    check(saved);
    return options;
  });
}

/**
 * Removes those of `lists` that the supplier's current reading overrules. A lock keeps runs from saving another reading meanwhile. False if
 * nothing is overruled.
 * @param check throws if what is saved may not be replaced by what is left.
 */
export async function removeOverruled(
  db: Kysely<Tables>,
  by: By,
  articleId: ArticleId,
  lists: readonly OptionName[],
  check: (saved: DefinedOptions, left: DefinedOptions) => void,
): Promise<boolean> {
  return changeOptions(db, by, articleId, async (transaction, saved) => {
    const stated = await lockStatedOptions(transaction, by.shop, articleId);
    const left = stated === null ? saved : withoutOverruled(lists, stated, saved);
    if (isSame(left, saved)) return saved;
    check(saved, left);
    return left;
  });
}

/** @param decide returns the options to save, given the saved ones; called under a lock. */
async function changeOptions(
  db: Kysely<Tables>,
  {shop, actor, now}: By,
  articleId: ArticleId,
  decide: (transaction: Transaction<Tables>, saved: DefinedOptions) => Promise<DefinedOptions>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, shop);
    const saved = (await loadDefinedOptions(transaction, shop, articleId)) ?? nothingDefined;
    const options = await decide(transaction, saved);
    if (isSame(options, saved)) return false;
    await saveDefinedOptions(transaction, shop, articleId, options, now);
    const after = toAuditText(options);
    const action = after === null ? 'options_taken_back' : 'options_defined';
    await saveAudit(transaction, shop, {actor, action, subject: articleId, before: toAuditText(saved), after}, now);
    await saveDueForReason(transaction, shop, ['colour_missing', 'size_missing'], now);
    return true;
  });
}

const isSame = (one: DefinedOptions, other: DefinedOptions): boolean =>
  optionNames.every((name) => sameWords(one[name], other[name]));

/** Null: nothing is defined. */
function toAuditText(options: DefinedOptions): string | null {
  const lists = optionNames.flatMap((name) =>
    options[name].length === 0 ? [] : [`${name}: ${options[name].join(', ')}`],
  );
  return lists.length === 0 ? null : lists.join('; ');
}
