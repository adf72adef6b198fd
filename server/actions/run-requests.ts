// Runs that the merchant or the schedule asks for. Two equal requests at once, or a second one while the first is queued, give one run.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadListings} from '../db/listings/listings.ts';
import {loadRun, type StoredRun, saveQueuedRun} from '../db/runs/runs.ts';
import {saveEverythingAsked} from '../db/set-up/set-up.ts';
import {type AuditEntry, saveAudits} from '../db/shops/audit.ts';
import type {RunKind} from '../db/tables/catalogue-tables.ts';
import type {Tables} from '../db/tables/tables.ts';

export type RunRequest = {
  readonly id: RunId;
  readonly shop: ShopDomain;
  readonly kind: Extract<RunKind, 'full' | 'preview' | 'selected' | 'delete'>;
  readonly trigger: StoredRun['trigger'];
  /** Named articles; null: all. */
  readonly articleIds: readonly ArticleId[] | null;
  /** Who asks, for the audit trail. Null: the schedule, which only the list of runs shows. */
  readonly actor: string | null;
};

export type RequestedRun = {
  readonly run: StoredRun;
  /** False: an open run already covers the request. */
  readonly isNew: boolean;
};

/**
 * An open run over all articles covers a request of the same kind, also when it has begun. A run over named articles covers a request for
 * the same articles only while it is queued: once it has begun, it may have looked at them already. The merchant's first request for a run
 * over all articles ends set-up. No open run covers that request: a run of the schedule creates nothing during set-up.
 */
export async function requestRun(db: Kysely<Tables>, request: RunRequest, now: Date): Promise<RequestedRun> {
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('shops').select('shop').where('shop', '=', request.shop).forNoKeyUpdate().execute();
    const endsSetUp =
      request.kind === 'full' && request.actor !== null && (await saveEverythingAsked(transaction, request.shop, now));
    const open = endsSetUp ? null : await loadSameRequest(transaction, request);
    if (open !== null) return {run: open, isNew: false};
    const {articleIds, actor, ...run} = request;
    const ids = articleIds === null ? null : sorted(articleIds);
    await saveQueuedRun(transaction, {...run, ...(ids === null ? {} : {articleIds: ids})}, now);
    const saved = await loadRun(transaction, request.shop, request.id);
    if (saved === null) throw new Error('a run that was just saved is not there');
    if (actor !== null) await saveAudits(transaction, request.shop, await toEntries(transaction, request, actor), now);
    return {run: saved, isNew: true};
  });
}

/** The run itself and, for a deletion, every product it names. */
async function toEntries(
  db: Kysely<Tables>,
  {id, shop, kind, articleIds}: RunRequest,
  actor: string,
): Promise<readonly AuditEntry[]> {
  const detail = articleIds === null ? kind : `${kind}: ${sorted(articleIds).length} articles`;
  const started = {actor, action: 'run_started', subject: id, detail, after: 'queued'};
  if (kind !== 'delete' || articleIds === null) return [started];
  const listings = await loadListings(db, shop, sorted(articleIds));
  const asked = sorted(articleIds).map((articleId) => ({
    actor,
    action: 'deletion_asked',
    subject: articleId,
    detail: `run ${id}`,
    before: listings.get(articleId)?.productGid ?? null,
  }));
  return [started, ...asked];
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

const sorted = (ids: readonly ArticleId[]): ArticleId[] => [...new Set(ids)].toSorted();
