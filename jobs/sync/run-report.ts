// What a run has found and done so far. The heartbeat saves it during the run, so steps add to it piece by piece; they return all
// other results.
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
};

export function newReport(): RunReport {
  const counts: {-readonly [name in keyof RunCounts]: RunCounts[name]} = {...noCounts};
  const notes: string[] = [];
  let step: string | null = null;
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
  };
}
