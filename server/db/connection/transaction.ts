// The one way to open a transaction: short, never waiting for a remote, and nothing is enqueued inside it. The embedded
// database has one connection, so a queue's query would wait for the very transaction that waits for it.
import {AsyncLocalStorage} from 'node:async_hooks';
import type {Kysely, Transaction} from 'kysely';
import type {Tables} from '../tables/tables.ts';

const current = new AsyncLocalStorage<{open: boolean}>();

/** Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Not to be nested. */
export async function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (insideTransaction()) throw new Error('A transaction was opened inside a transaction.');
  const mark = {open: true};
  try {
    return await current.run(mark, () => kysely.transaction().execute(work));
  } finally {
    mark.open = false;
  }
}

/** Whether the calling code runs inside `inTransaction`; what must not happen there asks this and refuses. */
export function insideTransaction(): boolean {
  return current.getStore()?.open === true;
}
