// The embedded database in the form that BullMQ's PostgreSQL backend needs: a pool whose clients all share the one connection.
import {EventEmitter} from 'node:events';
import type {PGlite, Transaction} from '@electric-sql/pglite';
import {type PgPool, type PgPoolClient, type PgQueryResult, runMigrations} from 'bullmq';

/** What runs a statement: the database, or a transaction on it. */
type QueryRunner = Pick<PGlite | Transaction, 'query' | 'exec'>;

/**
 * Creates BullMQ's schema and a pool on `pglite`. Names without a schema resolve to the app's tables first, then to BullMQ's; BullMQ's
 * own functions name their schema.
 */
export async function createPglitePool(pglite: PGlite): Promise<PgPool> {
  await pglite.transaction(async (transaction) => {
    await runMigrations(new MigrationClient(transaction));
  });
  await pglite.exec('set search_path = public, bullmq');
  return new PglitePool(pglite);
}

/** A pool whose clients all use the one connection. */
class PglitePool extends EventEmitter implements PgPool {
  /** BullMQ reads this option: there is no socket that could be lost unnoticed, so its workers need not poll. */
  readonly options = {keepAlive: true};
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
    this.setMaxListeners(0); // every queue and worker listens for errors
  }

  query<R>(text: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    return runQuery<R>(this.#pglite, text, params);
  }

  async connect(): Promise<PgPoolClient> {
    return new PgliteClient(this.#pglite);
  }

  /** The connection belongs to the database, which closes it. */
  async end(): Promise<void> {}
}

/** A client of the pool. It also passes on the database's notifications, until it is released. */
class PgliteClient extends EventEmitter implements PgPoolClient {
  readonly #pglite: PGlite;
  readonly #stopListening: () => void;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
    this.#stopListening = pglite.onNotification((channel, payload) => this.emit('notification', {channel, payload}));
  }

  query<R>(text: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    return runQuery<R>(this.#pglite, text, params);
  }

  release(): void {
    this.#stopListening();
  }
}

/** Runs BullMQ's migrations inside our transaction, so that no other query can use the connection in between. */
class MigrationClient extends EventEmitter implements PgPoolClient {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction) {
    super();
    this.#transaction = transaction;
  }

  query<R>(text: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    const isOurs = ['BEGIN', 'COMMIT', 'ROLLBACK'].includes(text);
    return isOurs ? Promise.resolve({rows: []}) : runQuery<R>(this.#transaction, text, params);
  }

  release(): void {}
}

/** PGlite's query() takes one statement with parameters, exec() several statements without. */
async function runQuery<R>(
  runner: QueryRunner,
  text: string,
  params: readonly unknown[] = [],
): Promise<PgQueryResult<R>> {
  if (params.length === 0 && /;\s*\S/.test(text)) {
    const last = (await runner.exec(text)).at(-1);
    return {rows: [], rowCount: last?.affectedRows ?? 0};
  }
  const {rows, affectedRows} = await runner.query<R>(text, [...params]);
  return {rows, rowCount: affectedRows ?? rows.length};
}
