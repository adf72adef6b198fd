// Statements that run for every webhook are planned once for each connection: on Postgres planning one costs as much as running
// it. Kysely hands statements on without a name, so they carry theirs in front.
import type {PoolClient} from 'pg';

const mark = /^\/\* prepared: ([a-z-]+) \*\//;

/** @param name stands for this text alone. */
export const prepared = (name: string, text: string): string => `/* prepared: ${name} */ ${text}`;

/** Has the connection keep what it has planned of marked statements; others go through as they are. */
export function keepPrepared(client: PoolClient): void {
  const run: (...question: unknown[]) => unknown = client.query.bind(client);
  const query = (text: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? mark.exec(text)?.[1] : undefined;
    return name === undefined ? run(text, ...rest) : run({name, text, values: rest[0]});
  };
  client.query = query as typeof client.query;
}
