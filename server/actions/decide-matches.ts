// Saves the merchant's decision whether products of the store are the articles that they look like.
import type {Kysely} from 'kysely';
import type {ArticleId} from '#domain/ids.ts';
import {saveMatchDecisions} from '../db/catalogue/product-matches.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {forgetPlans} from '../db/listings/listings.ts';
import {saveAudits} from '../db/shops/audit.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {ChangeContext} from './audited-changes.ts';

/** Whether the product is the same as the article, or another one. */
export type MatchDecision = 'same' | 'other';

/**
 * Saves the decision for undecided matches and clears the plans of their articles. Returns the articles decided on now; earlier decisions
 * stay.
 * @param ids null: all undecided matches of chosen articles.
 */
export async function decideMatches(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  ids: readonly ArticleId[] | null,
  decision: MatchDecision,
): Promise<readonly ArticleId[]> {
  return inTransaction(db, async (transaction) => {
    const decided = await saveMatchDecisions(transaction, shop, ids, decision);
    await forgetPlans(transaction, shop, decided);
    const after = decision === 'same' ? 'the same product' : 'another product';
    const entries = decided.map((subject) => ({actor, action: 'match_decided' as const, subject, after}));
    await saveAudits(transaction, shop, entries, now);
    return decided;
  });
}
