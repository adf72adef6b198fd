// Runs and their changes, in pages: runs newest first, changes in the order they were made.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredRunChange} from './run-changes.ts';
import type {StoredRun} from './runs.ts';

/** The last run of a page; the next page begins after it. */
export type RunCursor = {readonly startedAt: Date; readonly id: string};

/** One page of the shop's runs, newest first; `next` is null on the last page. */
export async function loadRunsPage(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {
    kinds,
    after,
    limit,
  }: {
    /** Only runs of these kinds; null: of all kinds. */
    readonly kinds: readonly RunKind[] | null;
    readonly after: RunCursor | null;
    readonly limit: number;
  },
): Promise<{readonly runs: readonly StoredRun[]; readonly next: RunCursor | null}> {
  let query = db.selectFrom('runs').selectAll().where('shop', '=', shop);
  if (kinds !== null) query = query.where('kind', 'in', kinds);
  if (after !== null) {
    // The database stores microseconds, a cursor carries milliseconds.
    const at = sql<Date>`date_trunc('milliseconds', started_at)`;
    query = query.where(sql<boolean>`(${at}, id) < (${after.startedAt}, ${after.id}::uuid)`);
  }
  const rows = await query
    .orderBy(sql`date_trunc('milliseconds', started_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const runs = rows.slice(0, limit);
  const last = rows.length > limit ? runs.at(-1) : undefined;
  return {runs, next: last === undefined ? null : {startedAt: last.started_at, id: last.id}};
}

/** Whether a run that began since then, with chosen articles, ended as done or partial. Previews, undos and trials do not count. */
export async function hasCompletedRun(db: Kysely<Tables>, shop: ShopDomain, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('shop', '=', shop)
    .where('kind', 'not in', ['preview', 'undo', 'trial'])
    .where('state', 'in', ['done', 'partial'])
    .where('started_at', '>=', since)
    .where(sql<boolean>`(counts->>'chosen')::int > 0`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which changes of a run to load; null: no condition. */
export type ChangeFilter = {
  readonly field: string | null;
  readonly kind: StoredRunChange['kind'] | null;
  readonly articleId: ArticleId | null;
};

/** A change with the name of its article. */
export type NamedChange = StoredRunChange & {/** The article's name; empty if unknown. */ readonly name: string};

/** A page of a run's changes, in the order they were made. @param after the `next` of the previous page, 0 for the first. */
export async function loadChangesPage(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: RunId,
  {field, kind, articleId}: ChangeFilter,
  {after, limit}: {readonly after: number; readonly limit: number},
): Promise<{readonly changes: readonly NamedChange[]; readonly next: number | null}> {
  let query = db
    .selectFrom('run_changes as c')
    .leftJoin('articles as a', (join) => join.onRef('a.shop', '=', 'c.shop').onRef('a.article_id', '=', 'c.article_id'))
    .select(['c.id', 'c.run_id as runId', 'c.article_id as articleId', 'c.kind', 'c.field'])
    .select(['c.before', 'c.after', 'c.why', 'c.applied', 'c.at', sql<string>`coalesce(a.name, '')`.as('name')])
    .where('c.shop', '=', shop)
    .where('c.run_id', '=', runId)
    .where('c.id', '>', after);
  if (field !== null) query = query.where('c.field', '=', field);
  if (kind !== null) query = query.where('c.kind', '=', kind);
  if (articleId !== null) query = query.where('c.article_id', '=', articleId);
  const rows = await query
    .orderBy('c.id')
    .limit(limit + 1)
    .execute();
  const changes = rows.slice(0, limit);
  return {changes, next: rows.length > limit ? (changes.at(-1)?.id ?? null) : null};
}

/** All changes of a run that the filter lets through, page by page, for a file. */
export async function* streamChanges(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: RunId,
  filter: ChangeFilter,
): AsyncGenerator<readonly NamedChange[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof loadChangesPage>> = await loadChangesPage(db, shop, runId, filter, {
      after,
      limit: 1_000,
    });
    if (page.changes.length > 0) yield page.changes;
    after = page.next;
  }
}

/** How many changes of a run have the same kind, field and outcome. */
export type ChangeCount = Pick<StoredRunChange, 'kind' | 'field' | 'applied'> & {readonly count: number};

/** Counts the run's changes by kind, field and whether they were carried out; the most frequent first. */
export async function countChanges(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: RunId,
): Promise<readonly ChangeCount[]> {
  const {rows} = await sql<ChangeCount>`
    select kind, field, applied, count(*)::int as count from run_changes
    where shop = ${shop} and run_id = ${runId} group by kind, field, applied order by count desc, kind, field
  `.execute(db);
  return rows;
}
