// Runs that a person asks for. Asked for twice at once, or again while the first still waits, it is one run.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {RunKind} from './catalogue-tables.ts';
import {loadRun, type StoredRun, saveQueuedRun} from './runs.ts';
import type {Tables} from './tables.ts';
import {inTransaction} from './transaction.ts';

export type RunRequest = {
  readonly id: string;
  readonly shop: ShopDomain;
  readonly kind: Extract<RunKind, 'full' | 'preview' | 'few' | 'delete'>;
  readonly trigger: StoredRun['trigger'];
  /** Named articles; null: all. */
  readonly articleIds: readonly string[] | null;
};

export type RequestedRun = {
  readonly run: StoredRun /** False: one that is open already answers it. */;
  readonly isNew: boolean;
};

/**
 * The whole pass answers for a pass that runs; what is about named articles only for the same ones that still waits, since
 * a run under way may have looked at them already.
 */
export async function requestRun(db: Kysely<Tables>, request: RunRequest, now: Date): Promise<RequestedRun> {
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('shops').select('shop').where('shop', '=', request.shop).forUpdate().execute();
    const open = await loadSameRequest(transaction, request);
    if (open !== null) return {run: open, isNew: false};
    const {articleIds, ...run} = request;
    const ids = articleIds === null ? null : sorted(articleIds);
    await saveQueuedRun(transaction, {...run, ...(ids === null ? {} : {articleIds: ids})}, now);
    const saved = await loadRun(transaction, request.shop, request.id);
    if (saved === null) throw new Error('a run that was just saved is not there');
    return {run: saved, isNew: true};
  });
}

async function loadSameRequest(db: Kysely<Tables>, {shop, kind, articleIds}: RunRequest): Promise<StoredRun | null> {
  const ofKind = db.selectFrom('runs').selectAll().where('shop', '=', shop).where('kind', '=', kind);
  const row =
    articleIds === null
      ? await ofKind.where('state', 'in', ['queued', 'running']).orderBy('started_at').executeTakeFirst()
      : await ofKind
          .where('state', '=', 'queued')
          .where(sql<boolean>`article_ids = ${JSON.stringify(sorted(articleIds))}::jsonb`)
          .executeTakeFirst();
  return row ?? null;
}

const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted();
