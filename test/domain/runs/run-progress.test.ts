// How far a run has come, how fast, and how long the rest takes.
import {expect, test} from 'vitest';
import {countDone, type Pace, toProgress, updatePace} from '#domain/runs/run-progress.ts';

const counts = {chosen: 1_000, created: 0, updated: 0, unchanged: 0, held: 0, restored: 0, quarantined: 0};
/** A mark each second, with so many articles done by then. */
const after = (seconds: number, doneAt: (second: number) => number): Pace => {
  let pace: Pace | null = null;
  for (let second = 0; second <= seconds; second += 1)
    pace = updatePace(pace, {at: second * 1_000, done: doneAt(second)});
  if (pace === null) throw new Error('no mark');
  return pace;
};

test('a burst at the beginning is forgotten within a minute', () => {
  // A hundred at once from the points a store had saved up, then one a second.
  const progress = toProgress(
    {...counts, created: 200},
    after(100, (second) => (second === 0 ? 0 : 100 + second)),
    100_000,
  );
  expect(progress).toMatchObject({done: 200, total: 1_000, perMinute: 60, leftMs: 800_000});
});

test('no rate is named in the first seconds, and none while nothing gets done', () => {
  expect(
    toProgress(
      counts,
      after(3, (second) => second),
      3_000,
    ),
  ).toMatchObject({perMinute: null, leftMs: null});
  expect(
    toProgress(
      counts,
      after(60, () => 0),
      60_000,
    ),
  ).toMatchObject({done: 0, perMinute: null, leftMs: null});
});

test('there is no progress while the catalogue is read, nor of nothing chosen', () => {
  expect(toProgress(counts, null, 0)).toBeNull();
  expect(
    toProgress(
      {...counts, chosen: 0},
      after(10, () => 0),
      10_000,
    ),
  ).toBeNull();
});

test('what is done is never more than what was chosen', () => {
  expect(countDone({...counts, chosen: 3, created: 2, quarantined: 5})).toBe(3);
});
