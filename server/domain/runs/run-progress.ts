// How far a run has come: chosen articles that are done, how fast, and how long the rest takes at that rate.
import {second} from '#domain/durations.ts';

export type Mark = {/** Milliseconds. */ readonly at: number; readonly done: number};

/** The rate is measured from `from`, which is always at least one window old once the run is that far. */
export type Pace = {readonly from: Mark; readonly next: Mark; readonly latest: Mark};

/** Long enough that a burst of calls, which Shopify allows after a pause, changes the rate little; short enough to follow a change. */
const windowMs = 30 * second;

/** @param pace null: the run just began to work on the chosen articles. */
export function toPace(pace: Pace | null, latest: Mark): Pace {
  if (pace === null) return {from: latest, next: latest, latest};
  return latest.at - pace.next.at >= windowMs ? {from: pace.next, next: latest, latest} : {...pace, latest};
}

type Counts = {
  readonly chosen: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly held: number;
  readonly restored: number;
  readonly quarantined: number;
};

/** How many of the chosen articles the run is done with. */
export const countDone = ({chosen, ...counts}: Counts): number =>
  Math.min(
    chosen,
    counts.created + counts.updated + counts.unchanged + counts.held + counts.restored + counts.quarantined,
  );

export type Progress = {
  readonly done: number;
  readonly total: number;
  /** Articles a minute; null: not known yet. */
  readonly perMinute: number | null;
  /** Milliseconds until the chosen articles are done; null: not known yet. */
  readonly leftMs: number | null;
};

/** Below this time there is no rate: the first few articles are not representative. */
const shortestMs = 4 * second;

/** Null while the run does not work on the chosen articles: it reads, is paused, or is done with them. */
export function toProgress(counts: Counts, pace: Pace | null, now: number): Progress | null {
  if (pace === null || counts.chosen === 0) return null;
  const {from, latest} = pace;
  const [passedMs, made] = [latest.at - from.at, latest.done - from.done];
  const facts = {done: Math.max(countDone(counts), latest.done), total: counts.chosen};
  if (passedMs < shortestMs || made <= 0) return {...facts, perMinute: null, leftMs: null};
  const left = ((facts.total - latest.done) * passedMs) / made - Math.max(0, now - latest.at);
  return {...facts, perMinute: (made * 60 * second) / passedMs, leftMs: Math.max(0, left)};
}
