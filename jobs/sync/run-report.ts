// Collects what a run has found and done so far. The heartbeat saves it during the run, so steps add to it piece by piece.
import {countDone, type Pace, updatePace} from '#domain/runs/run-progress.ts';
import {zeroCounts} from '../../server/db/runs/runs.ts';
import type {RunCounts} from '../../server/db/tables/catalogue-tables.ts';

/** What one run has found and done so far. */
export type RunReport = {
  /** How many articles and products so far, by what became of them. */
  readonly counts: RunCounts;
  /** Why the run is incomplete, in sentences for the merchant. */
  readonly notes: readonly string[];
  /** The current step, in one word for the page. */
  readonly step: string | null;
  /** Adds `by` to a count; left out: 1. */
  readonly count: (name: keyof RunCounts, by?: number) => void;
  /** Adds a sentence to `notes`. */
  readonly note: (sentence: string) => void;
  /** Sets the current step. */
  readonly enter: (step: string | null) => void;
  /** The moments from which the run's speed is calculated; null: it does not work on the chosen articles. */
  readonly pace: Pace | null;
  /** Starts or ends measuring the speed, which makes sense only while the run works on the chosen articles. */
  readonly measure: (isMeasured: boolean) => void;
  /** Records the present counts and time for the speed. @param isPaused measuring starts again after the pause. */
  readonly mark: (now: Date, isPaused: boolean) => void;
};

export function createRunReport(): RunReport {
  const counts: {-readonly [name in keyof RunCounts]: RunCounts[name]} = {...zeroCounts};
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
      pace = isMeasured && !isPaused ? updatePace(pace, {at: now.getTime(), done: countDone(counts)}) : null;
    },
  };
}
