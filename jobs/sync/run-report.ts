// What a run found and did so far. The heartbeat stores it while the run works, so it is added to piece by piece; everything
// else a step finds out, it returns.
import {noCounts} from '../../server/db/runs/runs.ts';
import type {RunCounts} from '../../server/db/tables/catalogue-tables.ts';

export type RunReport = {
  readonly counts: RunCounts;
  /** What keeps the run from being whole, in sentences for the merchant. */
  readonly notes: readonly string[];
  /** Where it is, in a word for the page. */
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
