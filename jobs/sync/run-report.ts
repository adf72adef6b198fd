// What a run has found and done so far. The heartbeat saves it during the run, so steps add to it piece by piece; they return all
// other results.
import {countDone, type Pace, toPace} from '#domain/runs/run-progress.ts';
import {noCounts} from '../../server/db/runs/runs.ts';
import type {RunCounts} from '../../server/db/tables/catalogue-tables.ts';

export type RunReport = {
  readonly counts: RunCounts;
  /** Why the run is incomplete, in sentences for the merchant. */
  readonly notes: readonly string[];
  /** The current step, in one word for the page. */
  readonly step: string | null;
  readonly count: (name: keyof RunCounts, by?: number) => void;
  readonly note: (sentence: string) => void;
  readonly enter: (step: string | null) => void;
  /** How fast it gets through the chosen articles; null: it does not work on them. */
  readonly pace: Pace | null;
  /** From now on the counts say how many of the chosen articles are done; false: not any more. */
  readonly measure: (isMeasured: boolean) => void;
  /** Notes when the present counts were reached; two such times give the rate. @param isPaused the rate starts again after the pause. */
  readonly mark: (now: Date, isPaused: boolean) => void;
};

export function newReport(): RunReport {
  const counts: {-readonly [name in keyof RunCounts]: RunCounts[name]} = {...noCounts};
  const notes: string[] = [];
  let step: string | null = null;
  let pace: Pace | null = null;
  let isMeasured = false;
  return {
    counts,
    notes,
    get step() {
      return step;
    },
    count: (name, by = 1) => {
      counts[name] += by;
    },
    note: (sentence) => {
      notes.push(sentence);
    },
    enter: (next) => {
      step = next;
    },
    get pace() {
      return pace;
    },
    measure: (is) => {
      isMeasured = is;
      pace = null;
    },
    mark: (now, isPaused) => {
      pace = isMeasured && !isPaused ? toPace(pace, {at: now.getTime(), done: countDone(counts)}) : null;
    },
  };
}
