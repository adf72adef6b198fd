// Counts the statements that reach embedded databases, the app's and its queues', without changing them.
import {AsyncLocalStorage} from 'node:async_hooks';
import {EmbeddedEngine} from '../../server/db/connection/embedded-engine.ts';

const own = new AsyncLocalStorage<true>();

/** What `look` asks the databases is not counted. */
export const uncounted = <T>(look: () => Promise<T>): Promise<T> => own.run(true, look);

/** Calls `note` before each statement, until the returned function is called. Transactions note `begin` and `commit` as well. */
export function watchStatements(note: (statement: string) => void): () => void {
  const query = Reflect.get(EmbeddedEngine.prototype, 'query');
  const transaction = Reflect.get(EmbeddedEngine.prototype, 'transaction');
  const noted = (statement: string) => own.getStore() === true || note(statement);
  EmbeddedEngine.prototype.query = function (text, ...rest) {
    noted(text);
    return query.call(this, text, ...rest) as ReturnType<typeof query<never>>;
  };
  EmbeddedEngine.prototype.transaction = async function <T>(work: Parameters<typeof transaction<T>>[0]): Promise<T> {
    noted('begin');
    const done = await transaction.call(this, (inner) => {
      const ask: typeof inner.query = (text, ...rest) => {
        noted(text);
        return inner.query(text, ...rest);
      };
      return work(Object.create(inner, {query: {value: ask}}));
    });
    noted('commit');
    return done as T;
  };
  return () => Object.assign(EmbeddedEngine.prototype, {query, transaction});
}

/** Verb and table of each statement with how often it was sent, most often first: for the message of a failed test. */
export function tellStatements(statements: readonly string[]): string {
  const counts = Map.groupBy(statements, verbAndTable);
  const lines = [...counts].map(([what, all]) => ({what, count: all.length})).toSorted((a, b) => b.count - a.count);
  return lines.map(({what, count}) => `${count} ${what}`).join('\n');
}

/** The queues' statements begin with a comment that says what they do. */
export const isOfQueue = (statement: string): boolean => statement.trimStart().startsWith('--');

function verbAndTable(statement: string): string {
  const plain = statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  if (isOfQueue(statement)) return `queue: ${/--\s*(.+)/.exec(statement)?.[1] ?? ''}`;
  const [verb = ''] = plain.split(' ');
  const table = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_.]+)/i.exec(plain)?.[1] ?? '';
  return `${verb.toLowerCase()} ${table}`.trim();
}
