// Calculates a run's progress: how many chosen articles are done, how fast, and how long the rest takes at that rate.
import {second} from '#domain/durations.ts';

/** How many chosen articles were done at one moment. */
export type ProgressMark = {/** Milliseconds. */ readonly at: number; readonly done: number};

/** Three moments of a run. The rate is measured from `from` to `latest`; `next` replaces `from` after one window (`rateWindowMs`). */
export type Pace = {readonly from: ProgressMark; readonly next: ProgressMark; readonly latest: ProgressMark};

/** Long enough that the burst of calls which Shopify allows after a pause changes the rate little; short enough to follow a change. */
const rateWindowMs = 30 * second;

/** Adds the latest moment. @param pace null: the run just began to work on the chosen articles. */
export function updatePace(pace: Pace | null, latest: ProgressMark): Pace {
  if (pace === null) return {from: latest, next: latest, latest};
  return latest.at - pace.next.at >= rateWindowMs ? {from: pace.next, next: latest, latest} : {...pace, latest};
}

/** How many articles a run has chosen and what became of them. */
type RunCounts = {
  readonly chosen: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Articles whose products are drafts, or that wait behind a brake. */
  readonly held: number;
  /** Articles whose retired products are sold again. */
  readonly restored: number;
  readonly quarantined: number;
};

/** How many of the chosen articles the run is done with. */
export const countDone = ({chosen, ...counts}: RunCounts): number =>
  Math.min(
    chosen,
    counts.created + counts.updated + counts.unchanged + counts.held + counts.restored + counts.quarantined,
  );

/** How far a run is with the chosen articles. */
export type Progress = {
  readonly done: number;
  readonly total: number;
  /** Articles a minute; null: not known yet. */
  readonly perMinute: number | null;
  /** Milliseconds until the chosen articles are done; null: not known yet. */
  readonly leftMs: number | null;
};

/** No rate is stated before this time, because the first few articles are not representative. */
const minRateMs = 4 * second;

/** The progress; null while the run does not work on the chosen articles: it reads, is paused, or is done with them. */
export function toProgress(counts: RunCounts, pace: Pace | null, now: number): Progress | null {
  if (pace === null || counts.chosen === 0) return null;
  const {from, latest} = pace;
  const [passedMs, made] = [latest.at - from.at, latest.done - from.done];
  const facts = {done: Math.max(countDone(counts), latest.done), total: counts.chosen};
  if (passedMs < minRateMs || made <= 0) return {...facts, perMinute: null, leftMs: null};
  const left = ((facts.total - latest.done) * passedMs) / made - Math.max(0, now - latest.at);
  return {...facts, perMinute: (made * 60 * second) / passedMs, leftMs: Math.max(0, left)};
}
