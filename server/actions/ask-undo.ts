// The merchant has a run undone. While an undo of it is open, a request adds none. The undo waits while another run is active.
import type {Kysely} from 'kysely';
import type {RunId, ShopDomain} from '#domain/ids.ts';
import {type UndoRefusal, whyNotUndone} from '#domain/undo/undo-refusal.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadRun, type StoredRun, saveQueuedRun} from '../db/runs/runs.ts';
import {hasLeftToUndo, hasUndoValues} from '../db/runs/undo-changes.ts';
import {loadUndos} from '../db/runs/undos.ts';
import {saveAudit} from '../db/shops/audit.ts';
import type {Tables} from '../db/tables/tables.ts';

export type UndoRequest = {
  readonly id: RunId;
  readonly shop: ShopDomain;
  readonly run: StoredRun;
  readonly actor: string;
};

export type AskedUndo =
  /** `isNew` is false where an undo was open already. */
  | {readonly kind: 'asked'; readonly undo: StoredRun; readonly isNew: boolean}
  | {readonly kind: 'refused'; readonly refusal: UndoRefusal};

export async function askUndo(db: Kysely<Tables>, request: UndoRequest, now: Date): Promise<AskedUndo> {
  const {id, shop, run, actor} = request;
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('shops').select('shop').where('shop', '=', shop).forNoKeyUpdate().execute();
    const undos = await loadUndos(transaction, shop, [run.id]);
    const open = undos.find(({state}) => state === 'queued' || state === 'running');
    if (open !== undefined) return {kind: 'asked', undo: open, isNew: false};
    const refusal = await findRefusal(transaction, shop, run, undos);
    if (refusal !== null) return {kind: 'refused', refusal};
    await saveQueuedRun(transaction, {id, shop, kind: 'undo', trigger: 'merchant', undoes: run.id}, now);
    const entry = {actor, action: 'run_undone', subject: run.id, detail: `by run ${id}`, after: 'queued'};
    await saveAudit(transaction, shop, entry, now);
    const undo = await loadRun(transaction, shop, id);
    if (undo === null) throw new Error('an undo that was just saved is not there');
    return {kind: 'asked', undo, isNew: true};
  });
}

export async function findRefusal(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {id, kind, state}: StoredRun,
  undos: readonly StoredRun[],
): Promise<UndoRefusal | null> {
  const states = undos.map((undo) => undo.state);
  const hasLeft = await hasLeftToUndo(db, shop, id);
  return whyNotUndone({kind, state, undos: states, hasLeft, hasValues: await hasUndoValues(db, shop, id)});
}
