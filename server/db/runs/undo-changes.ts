// Loads what is left to undo of a run, and stores what an undo did to changes and listings.
import {type Kysely, sql} from 'kysely';
import type {FieldEdits} from '#domain/catalogue/edits.ts';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {ChangeToUndo, UndoFacts, UndoValues} from '#domain/undo/plan-undo.ts';
import type {Tables} from '../tables/tables.ts';

/** A run, and the undo of it; `undoId` null: a preview of the undo. */
export type UndoneRun = {readonly runId: RunId; readonly undoId: RunId | null};

/** A change that a run made, with its row's id. */
export type StoredChangeToUndo = ChangeToUndo & {readonly id: number; readonly articleId: ArticleId};

/** SQL condition: changes that an undo may take back or has to explain; of a created product, only that it is on sale. */
const isUndoable = sql<boolean>`applied and undone_in is null and kind not in ('quarantine', 'adopt', 'undo')
  and field not in ('state', 'brake') and (kind <> 'create' or field = 'status')`;

/** SQL condition: this undo could not write the change, since Shopify did not take it; a later undo tries again. False in a preview. */
const wasLeftByUndo = (undoId: RunId | null) => sql<boolean>`coalesce(undo->>'leftIn' = ${undoId}, false)`;

/** The articles with changes that no undo has settled, in the order of the changes. @param after the `last` of the page before. */
export async function loadArticlesToUndo(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {runId, undoId}: UndoneRun,
  {after, limit}: {readonly after: number; readonly limit: number},
): Promise<{readonly articleIds: readonly ArticleId[]; readonly last: number | null}> {
  const rows = await db
    .selectFrom('run_changes')
    .select(['id', 'article_id'])
    .where('shop', '=', shop)
    .where('run_id', '=', runId)
    .where('id', '>', after)
    .where(isUndoable)
    .where((where) => where.not(wasLeftByUndo(undoId)))
    .orderBy('id')
    .limit(limit)
    .execute();
  return {articleIds: [...new Set(rows.map(({article_id}) => article_id))], last: rows.at(-1)?.id ?? null};
}

/** The changes to undo, by article, in the order the run made them. */
export async function loadChangesToUndo(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {runId, undoId}: UndoneRun,
  articleIds: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, readonly StoredChangeToUndo[]>> {
  const rows = await db
    .selectFrom('run_changes')
    .select(['id', 'article_id as articleId', 'kind', 'field', 'undo'])
    .where('shop', '=', shop)
    .where('run_id', '=', runId)
    .where(sql<boolean>`article_id = any(${articleIds}::text[])`)
    .where(isUndoable)
    .where((where) => where.not(wasLeftByUndo(undoId)))
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({articleId}) => articleId);
}

/** How many articles this undo is about, including those it has settled. */
export async function countArticlesToUndo(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {runId, undoId}: UndoneRun,
): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(distinct article_id)::int as count from run_changes
    where shop = ${shop} and run_id = ${runId} and (undone_in = ${undoId} or (${isUndoable}))
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * By article and field, newest first: changes of later runs that undos wrote back, up to the first change that still applies. A change that
 * an undo settled without writing it has no `begun`, and counts as one that still applies.
 */
export async function loadLaterUndoneValues(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: RunId,
  articleIds: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, UndoFacts['undone']>> {
  const rows = await db
    .selectFrom('run_changes')
    .select(['article_id as articleId', 'field', 'undo', 'undone_in as undoneIn'])
    .where('shop', '=', shop)
    .where(sql<boolean>`article_id = any(${articleIds}::text[])`)
    .where('run_id', '<>', runId)
    .where(sql<boolean>`id > (select min(id) from run_changes where shop = ${shop} and run_id = ${runId})`)
    .where(sql<boolean>`applied and kind not in ('quarantine', 'adopt', 'undo') and field not in ('state', 'brake')`)
    .orderBy('id', 'desc')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({articleId}) => articleId)].map(([id, ofArticle]) => [id, groupUndoneByField(ofArticle)]),
  );
}

/** A change of a later run, with what undid it; `undoneIn` null: nothing did. */
type LaterChange = {readonly field: string; readonly undo: UndoValues | null; readonly undoneIn: RunId | null};

/** By field: the changes that undos wrote back, up to the first one that still applies. */
function groupUndoneByField(newestFirst: readonly LaterChange[]): UndoFacts['undone'] {
  const undone = new Map<string, readonly UndoValues[]>();
  for (const [field, changes] of Map.groupBy(newestFirst, (change) => change.field)) {
    const end = changes.findIndex(({undo, undoneIn}) => undoneIn === null || undo?.begun !== true);
    const back = (end === -1 ? changes : changes.slice(0, end)).flatMap(({undo}) => undo ?? []);
    if (back.length > 0) undone.set(field, back);
  }
  return undone;
}

/** Whether an undo of the run left something that a later one may try again. */
export async function hasChangesLeft(db: Kysely<Tables>, shop: ShopDomain, runId: RunId): Promise<boolean> {
  const row = await db
    .selectFrom('run_changes')
    .select('id')
    .where('shop', '=', shop)
    .where('run_id', '=', runId)
    .where(isUndoable)
    .where(sql<boolean>`undo ? 'leftIn'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the run changed anything that could be taken back, whether or not an undo has settled it. */
export async function hasUndoValues(db: Kysely<Tables>, shop: ShopDomain, runId: RunId): Promise<boolean> {
  const row = await db
    .selectFrom('run_changes')
    .select('id')
    .where('shop', '=', shop)
    .where('run_id', '=', runId)
    .where('undo', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores that an undo is about to write these changes back: if it ends before it can save the result, the next attempt recognises its own
 * values.
 */
export async function markUndoBegun(db: Kysely<Tables>, shop: ShopDomain, ids: readonly number[]): Promise<void> {
  await sql`
    update run_changes set undo = undo || '{"begun": true}'::jsonb
    where shop = ${shop} and id = any(${ids}::bigint[]) and undo is not null
  `.execute(db);
}

/** Stores which undo settled these changes, whether it wrote them back or found that they stay. */
export async function markUndone(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly number[],
  undoneIn: RunId,
): Promise<void> {
  await sql`
    update run_changes set undone_in = ${undoneIn} where shop = ${shop} and id = any(${ids}::bigint[])
  `.execute(db);
}

/** Marks changes that Shopify did not take, so that a later undo tries them again. */
export async function markLeftByUndo(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly number[],
  undoId: RunId,
): Promise<void> {
  await sql`
    update run_changes set undo = undo || jsonb_build_object('leftIn', ${undoId}::text)
    where shop = ${shop} and id = any(${ids}::bigint[]) and undo is not null
  `.execute(db);
}

/** How many articles the undo has settled so far, by whether something of them was set back. */
export async function countUndoneArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  undoId: RunId,
): Promise<{readonly setBack: number; readonly left: number}> {
  const {rows} = await sql<{setBack: number; left: number}>`
    select (count(*) filter (where some_back))::int as "setBack", (count(*) filter (where not some_back))::int as left
    from (
      select bool_or(applied) as some_back from run_changes where shop = ${shop} and run_id = ${undoId} group by article_id
    ) as articles
  `.execute(db);
  return rows[0] ?? {setBack: 0, left: 0};
}

/**
 * Makes the fields that the undo sets back the merchant's, as if edited in the store. Lock the listing first, because edits are replaced.
 */
export async function saveUndoEdits(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  edits: FieldEdits,
): Promise<void> {
  await sql`
    update listings set edits = ${JSON.stringify(edits)}::jsonb, planned_for = null
    where shop = ${shop} and article_id = ${articleId}
  `.execute(db);
}

/**
 * The product has the status it had before the run. After a retirement or a draft (stored as `hold`), `keep` stops the next run from
 * repeating it. What is a draft since it is no longer made or published is one of the app's, which the merchant may publish.
 */
export async function saveRestoredStatus(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  kind: 'retire' | 'hold' | 'other',
  status: string | null,
  now: Date,
): Promise<void> {
  await sql`
    update listings set state = 'active', reason = null, reason_code = null, lowered = false, lowered_from = null, store_status = ${status},
      own_draft = case when ${kind}::text = 'other' and ${status}::text = 'DRAFT' then 'made' end,
      written = coalesce(written, '{}'::jsonb) - 'status', planned_for = null, publish_due = publish_due and ${kind}::text <> 'other', updated_at = ${now},
      absence = case when ${kind}::text = 'retire' then 'keep' else absence end,
      loss = case when ${kind}::text = 'hold' then 'keep' else loss end
    where shop = ${shop} and article_id = ${articleId}
  `.execute(db);
}

/** Stores the product's `updatedAt` in Shopify after a write of an undo. */
export async function saveStoreUpdatedAt(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  updatedAt: Date,
): Promise<void> {
  await db
    .updateTable('listings')
    .set({store_updated_at: updatedAt})
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .execute();
}
