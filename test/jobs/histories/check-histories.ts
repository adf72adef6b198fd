// Draws histories until one breaks a promise, reduces that one to the shortest that still does, and keeps it.
import {writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {type History, historiesIn} from './history.ts';
import type {HistoryTestApp} from './history-test-app.ts';
import {judgeHistory} from './judge-history.ts';
import {type Care, playHistory} from './play-history.ts';

export type Draw = {
  readonly seed: number;
  readonly count: number;
  /** Of a history that failed: played alone, as it was found with the same seed. */
  readonly path?: string | undefined;
  /** Milliseconds for all of them. */
  readonly limit: number;
  /** Looks for this broken promise and overlooks the others; and does not reduce what it finds. */
  readonly only?: string;
};

type Broken = {readonly history: History; readonly steps: readonly string[]; readonly error: Error};
export type Failed = Broken & {readonly seed: number; readonly path: string};

export type Checked = {
  readonly played: number;
  /** The states that dropship orders ended in. */
  readonly ends: readonly string[];
  /** The shortest one found; null where every promise was kept. */
  readonly failed: Failed | null;
};

/** Throws where the time was not enough for so many histories. */
export async function checkHistories(app: HistoryTestApp, care: Care, draw: Draw): Promise<Checked> {
  const {seed, count, path, limit, only = ''} = draw;
  const ends = new Set<string>();
  const broken: Broken[] = [];
  const property = fc.asyncProperty(historiesIn(app.shops.length), async (history) => {
    const steps: string[] = [];
    try {
      for (const end of judgeHistory(await playHistory(app, history, care, steps))) ends.add(end);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes(only)) return;
      broken.push({history, steps, error});
      throw error;
    }
  });
  const details = await fc.check(property, {
    seed,
    numRuns: count,
    endOnFailure: path !== undefined || only !== '',
    interruptAfterTimeLimit: limit,
    ...(path === undefined ? {} : {path}),
  });
  // Each that fails after the first is a shorter one.
  const last = broken.at(-1);
  const failed = last === undefined ? null : {...last, seed, path: details.counterexamplePath ?? ''};
  if (failed === null && details.interrupted) {
    throw new Error(`only ${details.numRuns} of ${count} histories were played in ${limit / 1_000} s`);
  }
  return {played: details.numRuns, ends: [...ends].toSorted(), failed};
}

/** Writes it to a file of its own; what there is to say, with the way to play it again. */
export function keepHistory({seed, path, history, steps, error}: Failed): string {
  const file = join(tmpdir(), `piecewise-history-${seed}.json`);
  writeFileSync(file, `${JSON.stringify({seed, path, broken: error.message, history, steps}, null, 2)}\n`);
  return [
    error.stack ?? error.message,
    `Played again with PLACING_SEED=${seed} PLACING_PATH=${path}; kept in ${file}:`,
    JSON.stringify(history),
    ...steps,
  ].join('\n');
}
