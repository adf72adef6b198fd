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

/** Options for one article, and whether they may be saved in place of what is saved by then. */
export type ProposedOptions = {
  readonly articleId: ArticleId;
  readonly options: DefinedOptions;
  readonly isFree: (saved: DefinedOptions) => boolean;
};

/** Saves the options of many articles, but for those that are not free any more. Returns the articles whose options were changed. */
export async function defineManyOptions(
  db: Kysely<Tables>,
  by: ChangeContext,
  proposed: readonly ProposedOptions[],
): Promise<readonly ArticleId[]> {
  const changed: ArticleId[] = [];
  for (let at = 0; at < proposed.length; at += articlesPerTransaction) {
    const part = proposed.slice(at, at + articlesPerTransaction);
    const saved = await inTransaction(db, async (transaction) => {
      await lockShop(transaction, by.shop);
      const done: ArticleId[] = [];
      for (const {articleId, options, isFree} of part) {
        const decide = async (_: unknown, before: DefinedOptions) => (isFree(before) ? options : before);
        if (await replaceOptions(transaction, by, articleId, decide)) done.push(articleId);
      }
      if (done.length > 0) await makeDueByReason(transaction, by.shop, optionReasons, by.now);
      return done;
    });
    changed.push(...saved);
  }
  return changed;
}

/** So many articles are changed under one lock on the shop, and the waiting orders become due once for them. */
const articlesPerTransaction = 50;

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

/** Returns the options to save, given the saved ones; called under a lock on the shop. */
type DecideOptions = (transaction: Transaction<Tables>, saved: DefinedOptions) => Promise<DefinedOptions>;

/** Changes an article's options, and makes due the orders that may wait for them. */
async function changeOptions(
  db: Kysely<Tables>,
  by: ChangeContext,
  articleId: ArticleId,
  decide: DecideOptions,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, by.shop);
    if (!(await replaceOptions(transaction, by, articleId, decide))) return false;
    await makeDueByReason(transaction, by.shop, optionReasons, by.now);
    return true;
  });
}

/** Saves other options with their line in the audit trail. False if they are the same. */
async function replaceOptions(
  transaction: Transaction<Tables>,
  {shop, actor, now}: ChangeContext,
  articleId: ArticleId,
  decide: DecideOptions,
): Promise<boolean> {
  const saved = (await loadDefinedOptions(transaction, shop, articleId)) ?? noDefinedOptions;
  const options = await decide(transaction, saved);
  if (areSameOptions(options, saved)) return false;
  await saveDefinedOptions(transaction, shop, articleId, options, now);
  const after = toAuditText(options);
  const action = after === null ? 'options_taken_back' : 'options_defined';
  await saveAudit(transaction, shop, {actor, action, subject: articleId, before: toAuditText(saved), after}, now);
  return true;
}

/** The reasons of orders that wait for an article's options. */
const optionReasons = ['colour_missing', 'size_missing'] as const;

const areSameOptions = (one: DefinedOptions, other: DefinedOptions): boolean =>
  optionNames.every((name) => areSameWords(one[name], other[name]));

/** The options as a text for the audit trail; null: nothing is defined. */
function toAuditText(options: DefinedOptions): string | null {
  const lists = optionNames.flatMap((name) =>
    options[name].length === 0 ? [] : [`${name}: ${options[name].join(', ')}`],
  );
  return lists.length === 0 ? null : lists.join('; ');
}
