// The only way to open a transaction, except for BullMQ's own. A transaction is short, never waits for a remote, and enqueues nothing. The
// embedded database has one connection, so a queue's query inside it would wait for its own transaction: a deadlock.
import {AsyncLocalStorage} from 'node:async_hooks';
import type {Kysely, Transaction} from 'kysely';
import type {Tables} from '../tables/tables.ts';

/** The transaction that the calling code runs in; `open` is false once it has ended. */
const currentTransaction = new AsyncLocalStorage<{open: boolean}>();

/** Runs `work` in a transaction: commits when it resolves, rolls back when it throws. Must not be nested. */
export async function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (insideTransaction()) throw new Error('A transaction was opened inside a transaction.');
  const mark = {open: true};
  try {
    return await currentTransaction.run(mark, () => kysely.transaction().execute(work));
  } finally {
    mark.open = false;
  }
}

/** Whether the calling code runs inside `inTransaction`. Code that must not run there asks this and refuses. */
export function insideTransaction(): boolean {
  return currentTransaction.getStore()?.open === true;
}
