// Queues runs that the merchant or the schedule asks for. Two equal requests at once, or a second one while the first is queued, make one
// run.

import {type Kysely, sql} from 'kysely';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadListings} from '../db/listings/listings.ts';
import {loadRun, type StoredRun, saveQueuedRun} from '../db/runs/runs.ts';
import {saveEverythingAsked} from '../db/set-up/set-up.ts';
import {type AuditEntry, saveAudits} from '../db/shops/audit.ts';
import {lockShop} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';

/** A run that the merchant or the schedule asks for. */
export type RunRequest = {
  readonly id: RunId;
  readonly shop: ShopDomain;
  readonly kind: Extract<RunKind, 'full' | 'preview' | 'selected' | 'delete'>;
  readonly trigger: StoredRun['trigger'];
  /** The articles that the run is limited to; null: all. */
  readonly articleIds: readonly ArticleId[] | null;
  /** Who asks, for the audit trail. Null: the schedule, whose runs are not in the trail. */
  readonly actor: string | null;
};

/** The run that does what was asked. */
export type RequestedRun = {
  readonly run: StoredRun;
  /** Whether a run was queued; false: an open run already covers the request. */
  readonly isNew: boolean;
};

/**
 * Queues a run, unless an open run covers the request. An open run over all articles covers a request of the same kind, even if it has
 * begun. A run over named articles covers a request for the same articles only while it is queued, because later it may have planned them
 * already. The merchant's first request for a run over all articles ends set-up. No open run covers that one, because a run that the
 * schedule started creates nothing during set-up.
 */
export async function requestRun(db: Kysely<Tables>, request: RunRequest, now: Date): Promise<RequestedRun> {
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, request.shop);
    const endsSetUp =
      request.kind === 'full' && request.actor !== null && (await saveEverythingAsked(transaction, request.shop, now));
    const open = endsSetUp ? null : await loadSameRequest(transaction, request);
    if (open !== null) return {run: open, isNew: false};
    const {articleIds, actor, ...run} = request;
    const ids = articleIds === null ? null : sortedIds(articleIds);
    await saveQueuedRun(transaction, {...run, ...(ids === null ? {} : {articleIds: ids})}, now);
    const saved = await loadRun(transaction, request.shop, request.id);
    if (saved === null) throw new Error('a run that was just saved is not there');
    if (actor !== null)
      await saveAudits(transaction, request.shop, await toAuditEntries(transaction, request, actor), now);
    return {run: saved, isNew: true};
  });
}

/** The lines for the audit trail: the run and, for a deletion, every product that it deletes. */
async function toAuditEntries(
  db: Kysely<Tables>,
  {id, shop, kind, articleIds}: RunRequest,
  actor: string,
): Promise<readonly AuditEntry[]> {
  const detail = articleIds === null ? kind : `${kind}: ${sortedIds(articleIds).length} articles`;
  const started = {actor, action: 'run_started' as const, subject: id, detail, after: 'queued'};
  if (kind !== 'delete' || articleIds === null) return [started];
  const listings = await loadListings(db, shop, sortedIds(articleIds));
  const asked = sortedIds(articleIds).map((articleId) => ({
    actor,
    action: 'deletion_asked' as const,
    subject: articleId,
    detail: `run ${id}`,
    before: listings.get(articleId)?.productGid ?? null,
  }));
  return [started, ...asked];
}

/** The open run that covers the request; null: none. */
async function loadSameRequest(db: Kysely<Tables>, {shop, kind, articleIds}: RunRequest): Promise<StoredRun | null> {
  const ofKind = db.selectFrom('runs').selectAll().where('shop', '=', shop).where('kind', '=', kind);
  const row =
    articleIds === null
      ? await ofKind.where('state', 'in', ['queued', 'running']).orderBy('started_at').executeTakeFirst()
      : await ofKind
          .where('state', '=', 'queued')
          .where(sql<boolean>`article_ids = ${JSON.stringify(sortedIds(articleIds))}::jsonb`)
          .executeTakeFirst();
  return row ?? null;
}

/** The ids sorted, each once, so that equal requests can be compared. */
const sortedIds = (ids: readonly ArticleId[]): ArticleId[] => [...new Set(ids)].toSorted();
