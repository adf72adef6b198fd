// The merchant says whether products of the store are the articles they look like.
import type {Kysely} from 'kysely';
import type {ArticleId} from '#domain/ids.ts';
import {saveDecision} from '../db/catalogue/product-matches.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {forgetPlans} from '../db/listings/listings.ts';
import {saveAudits} from '../db/shops/audit.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {By} from './audited-changes.ts';

export type MatchDecision = 'same' | 'other';

/** What was decided before stays. @param ids null: all undecided ones of chosen articles. Returns the articles decided now. */
export async function decideMatches(
  db: Kysely<Tables>,
  {shop, actor, now}: By,
  ids: readonly ArticleId[] | null,
  decision: MatchDecision,
): Promise<readonly ArticleId[]> {
  return inTransaction(db, async (transaction) => {
    const decided = await saveDecision(transaction, shop, ids, decision);
    await forgetPlans(transaction, shop, decided);
    const after = decision === 'same' ? 'the same product' : 'another product';
    const entries = decided.map((subject) => ({actor, action: 'match_decided', subject, after}));
    await saveAudits(transaction, shop, entries, now);
    return decided;
  });
}
