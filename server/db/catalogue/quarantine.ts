// Articles that a run could not process, each with its reason; a few bad articles do not stop the others. After three failures with the
// same input of a plan an article rests until the input changes or the merchant asks.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {PlanInputs} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {QuarantineTable} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';

/** An article that a run could not process, and why. */
export type QuarantineEntry = {
  readonly articleId: ArticleId;
  readonly reason: string;
  /** The input of the failed plan; null: the article could not be read, so there was no plan, or the plan's input is not known. */
  readonly input: PlanInputs | null;
};

/**
 * Stores the entries; an article's failures count up while its input stays the same. Returns the ids that failed for the first time with
 * their input.
 */
export async function saveQuarantine(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: RunId,
  entries: readonly QuarantineEntry[],
  now: Date,
): Promise<readonly ArticleId[]> {
  const fresh: ArticleId[] = [];
  for (const {articleId, reason, input} of entries) {
    const hash = input === null ? null : sql<string>`${JSON.stringify(input)}::jsonb::text`;
    const values = {run_id: runId, reason: reason.slice(0, 2_000).toWellFormed(), input_hash: hash};
    const row = await db
      .insertInto('quarantine')
      .values({shop, article_id: articleId, ...values, failures: 1, since: now})
      .onConflict((conflict) =>
        conflict.columns(['shop', 'article_id']).doUpdateSet({
          ...values,
          failures: sql<number>`case when quarantine.input_hash is not distinct from excluded.input_hash
            then quarantine.failures + 1 else 1 end`,
        }),
      )
      .returning('failures')
      .executeTakeFirst();
    if (row?.failures === 1) fresh.push(articleId);
  }
  return fresh;
}

/**
 * Call after a run that looked at everything. Releases articles that did not fail again, and articles that are no longer listed or chosen.
 * Keeps articles that rest until their input changes, and listed ones for which the catalogue or `a=stock` gave no answer: not every run
 * asks for those.
 */
export async function releaseRecovered(db: Kysely<Tables>, shop: ShopDomain, runId: RunId): Promise<void> {
  await sql`
    delete from quarantine q where q.shop = ${shop} and q.run_id <> ${runId} and (q.input_hash is null or not exists (
      select from articles a
      where a.shop = q.shop and a.article_id = q.article_id and a.listed and a.chosen
    )) and not exists (
      select from articles a
      where a.shop = q.shop and a.article_id = q.article_id and a.listed
        and a.asks > 0 and (a.data is null or a.chosen)
    )
  `.execute(db);
}

/** Removes articles from quarantine, so that the next run plans them again; also the merchant's "try again". */
export async function releaseQuarantine(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleIds: readonly ArticleId[],
): Promise<void> {
  if (articleIds.length === 0) return;
  await db.deleteFrom('quarantine').where('shop', '=', shop).where('article_id', 'in', articleIds).execute();
}

/** Why an article was set aside: its details could not be read, or its plan failed. */
type QuarantineCause = 'reading' | 'planning';

/**
 * Releases articles that recovered from `cause`: they were read, or planned and not refused by the store. Keeps what `runId` itself set
 * aside, and articles with the other cause: one whose details cannot be read may still be planned on its last details.
 */
export async function releaseByCause(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {
    articleIds,
    cause,
    runId,
  }: {readonly articleIds: readonly ArticleId[]; readonly cause: QuarantineCause; readonly runId: RunId},
): Promise<void> {
  if (articleIds.length === 0) return;
  await db
    .deleteFrom('quarantine')
    .where('shop', '=', shop)
    .where('run_id', '<>', runId)
    .where('input_hash', cause === 'reading' ? 'is' : 'is not', null)
    .where('article_id', 'in', articleIds)
    .execute();
}

/** Articles set aside because the supplier gave no readable answer about them. */
export async function loadUnansweredIds(db: Kysely<Tables>, shop: ShopDomain): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('quarantine')
    .select('article_id')
    .where('shop', '=', shop)
    .where('input_hash', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.article_id));
}

/** One page of quarantined articles, ordered by id; `after` is the last article id of the previous page. */
export async function loadQuarantine(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {after = '', limit}: {readonly after?: string; readonly limit: number},
): Promise<readonly Selectable<QuarantineTable>[]> {
  return db
    .selectFrom('quarantine')
    .selectAll()
    .where('shop', '=', shop)
    .where(sql<boolean>`article_id > ${after}`)
    .orderBy('article_id')
    .limit(limit)
    .execute();
}

/** How many articles of the shop are quarantined. */
export async function countQuarantined(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const row = await db
    .selectFrom('quarantine')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .executeTakeFirstOrThrow();
  return row.count;
}
