// What each run changed, or in a preview would change, field by field.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import type {UndoValues} from '#domain/undo/plan-undo.ts';
import type {RunChangesTable} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {isStillSetBack} from './set-back-fields.ts';

/** One change of one field that a run made, or in a preview would make. */
export type RunChange = {
  readonly articleId: ArticleId;
  readonly kind: RunChangesTable['kind'];
  /** What changed: a field of the product, or a subject such as `product`, `status`, `state`, `images` or `brake`. */
  readonly field: string;
  /** The value before, as text; null: there was none. */
  readonly before: string | null;
  /** The value after, as text; null: there is none. */
  readonly after: string | null;
  /** Why the run made the change, as a sentence for the merchant. */
  readonly why: string;
  /** What an undo needs, or of an undo's own change what `isStillSetBack` compares; absent: it cannot be taken back. */
  readonly undo?: UndoValues | null;
  /** Whether the change was carried out; absent: yes, except in a preview. */
  readonly applied?: boolean;
};

/** A change as stored, without what an undo needs. */
export type StoredRunChange = Omit<RunChange, 'undo'> & {
  readonly id: number;
  readonly runId: RunId;
  /** Whether the change was carried out. */
  readonly applied: boolean;
  readonly at: Date;
};

/** Longest stored text of a field, in characters; descriptions may be longer. */
const maxTextLength = 2_000;

/** Stores changes of a run. @param applied whether they were carried out. In a preview only the adoption of existing products is. */
export async function saveRunChanges(
  db: Kysely<Tables>,
  run: {readonly shop: ShopDomain; readonly id: RunId; readonly kind: RunKind},
  changes: readonly RunChange[],
  now: Date,
  applied = run.kind !== 'preview',
): Promise<void> {
  for (let at = 0; at < changes.length; at += 500) {
    await db
      .insertInto('run_changes')
      .values(
        changes
          .slice(at, at + 500)
          .map(({articleId, kind, field, before, after, why, undo, applied: isDone = applied}) => ({
            shop: run.shop,
            run_id: run.id,
            article_id: articleId,
            kind,
            field,
            before: cutText(before),
            after: cutText(after),
            why: cutText(why) ?? '',
            applied: isDone,
            undo: isDone && undo != null ? JSON.stringify(undo) : null,
            at: now,
          })),
      )
      .execute();
  }
}

/** The first `maxTextLength` characters. */
const cutText = (text: string | null): string | null =>
  text === null ? null : text.slice(0, maxTextLength).toWellFormed();

/** A page of changes; `next` is the last change's id, null when there are no more. */
export type ChangesPage = {readonly changes: readonly StoredRunChange[]; readonly next: number | null};

/** A page of a run's changes, in the order they were made. @param after the `next` of the page before. */
export async function loadRunChanges(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: RunId,
  {after = 0, limit}: {readonly after?: number; readonly limit: number},
): Promise<ChangesPage> {
  const changes = await selectChanges(db, shop)
    .where('run_id', '=', runId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return {changes, next: changes.length === limit ? (changes.at(-1)?.id ?? null) : null};
}

/** The articles whose products this run has deleted so far. */
export async function loadArticlesDeletedBy(
  db: Kysely<Tables>,
  {shop, id}: {readonly shop: ShopDomain; readonly id: RunId},
): Promise<ReadonlySet<ArticleId>> {
  const rows = await db
    .selectFrom('run_changes')
    .select('article_id')
    .where('shop', '=', shop)
    .where('run_id', '=', id)
    .where('kind', '=', 'delete')
    .execute();
  return new Set(rows.map((row) => row.article_id));
}

/** What happened to one article, newest first. */
export async function loadArticleChanges(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  limit: number,
): Promise<readonly StoredRunChange[]> {
  return selectChanges(db, shop).where('article_id', '=', articleId).orderBy('id', 'desc').limit(limit).execute();
}

/** The changes of all runs of the shop. */
const selectChanges = (db: Kysely<Tables>, shop: ShopDomain) =>
  db
    .selectFrom('run_changes')
    .select([
      'id',
      'run_id as runId',
      'article_id as articleId',
      'kind',
      'field',
      'before',
      'after',
      'why',
      'applied',
      'at',
    ])
    .where('shop', '=', shop);

/**
 * Deletes runs that ended before `before`, with their changes; returns how many runs. A brake that waits for a decision keeps its run, and so
 * does a field that is still as an undo set it back: only the undo's change tells it from an edit of the merchant's.
 */
export async function purgeHistory(db: Kysely<Tables>, shop: ShopDomain, before: Date): Promise<number> {
  let purged = 0;
  for (;;) {
    const old = await db
      .selectFrom('runs as r')
      .select('r.id')
      .where('r.shop', '=', shop)
      .where('r.finished_at', '<', before)
      .where(sql<boolean>`not exists (select from brakes b where b.run_id = r.id and b.state = 'held')`)
      .where(
        sql<boolean>`(r.kind <> 'undo' or not exists (
          select from run_changes c join listings l on l.shop = c.shop and l.article_id = c.article_id
          where c.run_id = r.id and ${isStillSetBack}
        ))`,
      )
      .limit(20)
      .execute();
    if (old.length === 0) return purged;
    await db
      .deleteFrom('runs')
      .where('shop', '=', shop)
      .where(
        'id',
        'in',
        old.map(({id}) => id),
      )
      .execute();
    purged += old.length;
  }
}
