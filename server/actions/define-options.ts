// The merchant defines, changes or removes colours and sizes of an article for which the supplier's answer to `a=stock` states none. The
// next run creates the variants.

import type {Kysely, Transaction} from 'kysely';
import type {ArticleId} from '#domain/ids.ts';
import {areSameWords} from '#domain/options/check-options.ts';
import {
  type DefinedOptions,
  noDefinedOptions,
  type OptionName,
  optionNames,
  withoutOverruled,
} from '#domain/options/defined-options.ts';
import {loadDefinedOptions, lockStatedOptions, saveDefinedOptions} from '../db/catalogue/defined-options.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {makeDueByReason} from '../db/orders/due-orders.ts';
import {saveAudit} from '../db/shops/audit.ts';
import {lockShop} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {ChangeContext} from './audited-changes.ts';

/**
 * Saves an article's options, and makes orders due that wait for a colour or size. False if the same options were defined already.
 * @param check throws if the options cannot be saved; it gets the options saved so far, and is called under a lock.
 */
export async function defineOptions(
  db: Kysely<Tables>,
  by: ChangeContext,
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
 * Removes the options in `lists` for which the supplier states words now. A lock keeps runs from saving another reading meanwhile. False if
 * there are none.
 * @param check throws if the saved options may not be replaced by the remaining ones.
 */
export async function removeOverruled(
  db: Kysely<Tables>,
  by: ChangeContext,
  articleId: ArticleId,
  lists: readonly OptionName[],
  check: (saved: DefinedOptions, left: DefinedOptions) => void,
): Promise<boolean> {
  return changeOptions(db, by, articleId, async (transaction, saved) => {
    const stated = await lockStatedOptions(transaction, by.shop, articleId);
    const left = stated === null ? saved : withoutOverruled(lists, stated, saved);
    if (areSameOptions(left, saved)) return saved;
    check(saved, left);
    return left;
  });
}

/** Changes an article's options. @param decide returns the options to save, given the saved ones; called under a lock. */
async function changeOptions(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  articleId: ArticleId,
  decide: (transaction: Transaction<Tables>, saved: DefinedOptions) => Promise<DefinedOptions>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, shop);
    const saved = (await loadDefinedOptions(transaction, shop, articleId)) ?? noDefinedOptions;
    const options = await decide(transaction, saved);
    if (areSameOptions(options, saved)) return false;
    await saveDefinedOptions(transaction, shop, articleId, options, now);
    const after = toAuditText(options);
    const action = after === null ? 'options_taken_back' : 'options_defined';
    await saveAudit(transaction, shop, {actor, action, subject: articleId, before: toAuditText(saved), after}, now);
    await makeDueByReason(transaction, shop, ['colour_missing', 'size_missing'], now);
    return true;
  });
}

const areSameOptions = (one: DefinedOptions, other: DefinedOptions): boolean =>
  optionNames.every((name) => areSameWords(one[name], other[name]));

/** The options as a text for the audit trail; null: nothing is defined. */
function toAuditText(options: DefinedOptions): string | null {
  const lists = optionNames.flatMap((name) =>
    options[name].length === 0 ? [] : [`${name}: ${options[name].join(', ')}`],
  );
  return lists.length === 0 ? null : lists.join('; ');
}
