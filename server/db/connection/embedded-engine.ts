// PGlite as the app needs it. It runs inside this process and answers without ever waiting, so this class lets other work run between
// statements. And where Postgres would end its process (a PANIC, such as no disk space for the write-ahead log), PGlite calls the ended
// engine again for ever and blocks the process: here every statement fails from then on, and `onStop` is called.
import {statfsSync} from 'node:fs';
import {setImmediate} from 'node:timers/promises';
import {
  PGlite,
  type PGliteOptions,
  parse,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';
import utils from 'pg/lib/utils.js';
import {serialize} from 'pg-protocol';
import {type BackendMessage, DatabaseError, NotificationResponseMessage} from 'pg-protocol/dist/messages.js';
import {Parser} from 'pg-protocol/dist/parser.js';
import {PreparedStatements} from './prepared-statements.ts';

/** Milliseconds. After this long without a break, the engine lets sockets and timers run before the next statement. */
const maxTurnMs = 10;
/** The status of the exception with which Postgres leaves a failed statement; any other status means that the engine has ended. */
const failedStatementStatus = 100;

/**
 * Errors of a prepared statement: what it reads has other columns now, or the engine does not know the statement any more
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). The failed statement changed nothing, so it can be sent again.
 */
const stalePlanStates = new Set<string | undefined>(['0A000', '26000']);

type NotificationListener = (channel: string, payload: string) => void;

/** PGlite that lets other work run between statements, and that fails every statement once its engine has ended. */
export class EmbeddedEngine extends PGlite {
  /** Called once, with a sentence for the operator. */
  onStop: (error: Error) => void = () => {};
  readonly #folder: string;
  readonly #statements = new PreparedStatements();
  readonly #listeners = new Set<NotificationListener>();
  #stopped: Error | null = null;
  #turnBegan = 0;

  private constructor(folder: string, options: PGliteOptions) {
    super(folder, options);
    this.#folder = folder;
  }

  /** Opens the database in the folder and waits until it takes statements. */
  static async open(folder: string, options: PGliteOptions): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(folder, options);
    await engine.waitReady;
    engine.#watch();
    return engine;
  }

  /** Runs a statement alone; before it, other work of the process gets its turn where the engine has run for long. */
  override _runExclusiveQuery<T>(statement: () => Promise<T>): Promise<T> {
    return super._runExclusiveQuery(async () => {
      if (performance.now() - this.#turnBegan > maxTurnMs) {
        await setImmediate();
        this.#turnBegan = performance.now();
      }
      return statement();
    });
  }

  /** Runs one statement; waits first until no transaction is open. */
  override async query<T>(text: string, params: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    await this._checkReady();
    return this._runExclusiveTransaction(() => this.#ask<T>(text, params, options));
  }

  #withQuickQueries(transaction: Transaction): Transaction {
    const query = async <T>(text: string, params: unknown[] = [], options?: QueryOptions): Promise<Results<T>> => {
      if (transaction.closed) throw new Error('The transaction is closed.');
      return this.#ask<T>(text, params, options);
    };
    return Object.create(transaction, {query: {value: query}});
  }

  /**
   * Sends a statement in one piece, as `pg` does: parse, bind, describe, execute, sync
   * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY). PGlite's own `query` sends six, one after the
   * other, because it asks for the types of the parameters; here `pg` converts them, as on Postgres. `pg-protocol`, which is
   * part of `pg`, writes and reads the messages: PGlite's copy of it takes more than twice as long for a long answer.
   */
  #ask<T>(text: string, params: readonly unknown[], options?: QueryOptions): Promise<Results<T>> {
    const values = params.map((value) => utils.prepareValue(value) ?? null);
    return this._runExclusiveQuery(async () => {
      const answer = await this.#send(text, values);
      return parse.parseResults(answer, this.parsers, options)[0] as Results<T>;
    });
  }

  /** Prepares what is sent again (prepared-statements.ts). Throws the error that the answer holds. */
  async #send(text: string, values: unknown[]): Promise<BackendMessage[]> {
    const {name, isPrepared, closes} = this.#statements.planSend(text);
    const answer = await this.#exchange([
      ...(closes === null ? [] : [serialize.close({type: 'S', name: closes})]),
      ...(isPrepared ? [] : [serialize.parse({name, text})]),
      serialize.bind({statement: name, values}),
      serialize.describe({type: 'P'}),
      serialize.execute({}),
      serialize.sync(),
    ]);
    // Also where the statement failed later.
    if (answer.some((one) => one.name === 'parseComplete')) this.#statements.markPrepared(text);
    const error = answer.find((one) => one instanceof DatabaseError);
    if (error === undefined) return answer;
    if (!isPrepared || !stalePlanStates.has(error.code)) throw error;
    this.#statements.forget(text);
    if (this.isInTransaction()) throw error;
    return this.#send(text, values);
  }

  async #exchange(messages: readonly Buffer[]): Promise<BackendMessage[]> {
    const parser = new Parser();
    const answer: BackendMessage[] = [];
    await this.execProtocolRawStream(Buffer.concat(messages), {
      syncToFs: false,
      // A copy, because the engine uses its memory again.
      onRawData: (bytes) => parser.parse(Buffer.from(bytes), (one) => answer.push(one)),
    });
    for (const one of answer) if (one instanceof NotificationResponseMessage) this.#notify(one);
    return answer;
  }

  #notify({channel, payload}: NotificationResponseMessage): void {
    for (const listener of this.#listeners) queueMicrotask(() => listener(channel, payload));
  }

  /** PGlite calls its listeners for what it reads itself, such as the answer to `commit`. */
  override onNotification(listener: NotificationListener): () => void {
    this.#listeners.add(listener);
    super.onNotification(listener);
    return () => this.offNotification(listener);
  }

  override offNotification(listener: NotificationListener): void {
    this.#listeners.delete(listener);
    super.offNotification(listener);
  }

  /** Sends a message to the engine; throws once the engine has stopped. */
  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#stopped !== null) throw this.#stopped;
    return super.execProtocolRawSync(message);
  }

  /** Kysely waits for ever if a transaction does not begin. So `work` is called all the same, and its first statement fails. */
  override async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let hasBegun = false;
    try {
      return await super.transaction((transaction) => {
        hasBegun = true;
        return work(this.#withQuickQueries(transaction));
      });
    } catch (error) {
      if (!hasBegun) await work(failingTransaction(error));
      throw error;
    }
  }

  /** A stopped engine has nothing left to close: the next start recovers from the write-ahead log. */
  override async close(): Promise<void> {
    if (this.#stopped === null) await super.close();
  }

  /**
   * PGlite's loop ignores every exception. After the exception of a failed statement it calls `_PostgresMainLongJmp`: the loop does not
   * catch an error that is thrown there.
   */
  #watch(): void {
    const postgres = this.Module;
    const runOnce = postgres._PostgresMainLoopOnce;
    const leaveStatement = postgres._PostgresMainLongJmp;
    postgres._PostgresMainLoopOnce = () => {
      try {
        runOnce();
      } catch (error) {
        if (isFailedStatement(error)) throw error;
        this.#stop(error);
        throw Object.assign(new Error('the engine has stopped'), {status: failedStatementStatus});
      }
    };
    postgres._PostgresMainLongJmp = () => {
      if (this.#stopped !== null) throw this.#stopped;
      leaveStatement();
    };
  }

  #stop(cause: unknown): void {
    if (this.#stopped !== null) return;
    this.#stopped = new Error(stopSentence(this.#folder), {cause});
    this.onStop(this.#stopped);
  }
}

/** A transaction whose statements all fail with `cause`. */
function failingTransaction(cause: unknown): Transaction {
  const fail = async () => {
    throw cause;
  };
  return {query: fail, sql: fail, exec: fail, listen: fail, rollback: async () => {}, closed: true};
}

/** Whether the exception is that of a failed statement, so that the engine still runs. */
const isFailedStatement = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === failedStatementStatus;

/** A sentence for the operator: what to do, and how much room there is, since a full disk is the usual reason. */
export function stopSentence(folder: string): string {
  return `The embedded database has stopped (${freeSpaceOf(folder)}). Make room if the disk is full, then start again: what was acknowledged is stored.`;
}

/** How much room the folder's disk has, as words for a sentence; the folder alone if that is not known. */
export function freeSpaceOf(folder: string): string {
  try {
    const {bavail, bsize} = statfsSync(folder);
    return `${Math.floor((bavail * bsize) / 1_000_000)} MB are free under ${folder}`;
  } catch {
    return folder;
  }
}
