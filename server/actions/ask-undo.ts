// Queues the undo of a run for the merchant. While an undo of that run is open, a request adds no other.

import type {Kysely} from 'kysely';
import type {RunId, ShopDomain} from '#domain/ids.ts';
import {findUndoRefusal, type UndoRefusal} from '#domain/undo/undo-refusal.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadRun, type StoredRun, saveQueuedRun} from '../db/runs/runs.ts';
import {hasChangesLeft, hasUndoValues} from '../db/runs/undo-changes.ts';
import {loadUndos} from '../db/runs/undos.ts';
import {saveAudit} from '../db/shops/audit.ts';
import {lockShop} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';

/** The merchant's request to undo `run`. `id`: the id for the undo, which is a run itself. `actor`: who asks, for the audit trail. */
export type UndoRequest = {
  readonly id: RunId;
  readonly shop: ShopDomain;
  readonly run: StoredRun;
  readonly actor: string;
};

/** The open undo, or why the run cannot be undone. */
export type UndoOutcome =
  /** `isNew` is false if an undo was open already; `undo` is that one. */
  | {readonly kind: 'asked'; readonly undo: StoredRun; readonly isNew: boolean}
  | {readonly kind: 'refused'; readonly refusal: UndoRefusal};

/** Queues the undo, unless one of this run is open or the run cannot be undone. The caller enqueues a new one. */
export async function requestUndo(db: Kysely<Tables>, request: UndoRequest, now: Date): Promise<UndoOutcome> {
  const {id, shop, run, actor} = request;
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, shop);
    const undos = await loadUndos(transaction, shop, [run.id]);
    const open = undos.find(({state}) => state === 'queued' || state === 'running');
    if (open !== undefined) return {kind: 'asked', undo: open, isNew: false};
    const refusal = await loadUndoRefusal(transaction, shop, run, undos);
    if (refusal !== null) return {kind: 'refused', refusal};
    await saveQueuedRun(transaction, {id, shop, kind: 'undo', trigger: 'merchant', undoes: run.id}, now);
    const entry = {actor, action: 'run_undone' as const, subject: run.id, detail: `by run ${id}`, after: 'queued'};
    await saveAudit(transaction, shop, entry, now);
    const undo = await loadRun(transaction, shop, id);
    if (undo === null) throw new Error('an undo that was just saved is not there');
    return {kind: 'asked', undo, isNew: true};
  });
}

/** Why the run cannot be undone; null: it can. @param undos all undos of this run so far. */
export async function loadUndoRefusal(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {id, kind, state}: StoredRun,
  undos: readonly StoredRun[],
): Promise<UndoRefusal | null> {
  const states = undos.map((undo) => undo.state);
  const hasLeft = await hasChangesLeft(db, shop, id);
  return findUndoRefusal({kind, state, undos: states, hasLeft, hasValues: await hasUndoValues(db, shop, id)});
}
