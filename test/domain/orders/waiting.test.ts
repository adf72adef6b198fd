// How long to wait: for Shopify's cost bucket, for a remote in trouble, for the next try of an order.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {Failure, type FailureKind, isTransient, retryDelayMs} from '#domain/failure.ts';
import {recheckAt} from '#domain/orders/reasons.ts';
import {supplierRetryPauseMs} from '#domain/retry-ladder.ts';
import {availablePoints, type BucketState, notInFuture, spendPoints, waitMs} from '#domain/throttle.ts';

describe('cost bucket', () => {
  const bucket: BucketState = {maximumAvailable: 2_000, currentlyAvailable: 500, restoreRate: 100, asOf: 10_000};

  test.each([
    [10_000, 500],
    [11_000, 600],
    [25_000, 2_000],
    [999_000, 2_000],
    [9_000, 500],
  ])('at %i ms it holds %i points', (now, points) => {
    expect(availablePoints(bucket, now)).toBe(points);
  });

  test.each([
    [500, 0],
    [501, 10],
    [700, 2_000],
    [2_000, 15_000],
    [5_000, 15_000],
  ])('%i points are there after %i ms', (cost, ms) => {
    expect(waitMs(bucket, cost, 10_000)).toBe(ms);
  });

  test('that is ahead of a clock set back holds what it held, and fills from now on', () => {
    const back = notInFuture(bucket, 4_000);
    expect(availablePoints(back, 4_000)).toBe(500);
    expect(availablePoints(back, 5_000)).toBe(600);
    expect(notInFuture(bucket, 10_000)).toBe(bucket);
    expect(notInFuture(bucket, 11_000)).toBe(bucket);
  });

  const buckets = fc.record({
    maximumAvailable: fc.constantFrom(2_000, 20_000),
    currentlyAvailable: fc.integer({min: -500, max: 2_000}),
    restoreRate: fc.constantFrom(50, 100, 1_000),
    asOf: fc.constant(0),
  });
  const costs = fc.integer({min: 1, max: 3_000});

  test('waiting as long as it says is enough, and two milliseconds less are not', () => {
    fc.assert(
      fc.property(buckets, costs, fc.nat(60_000), (drawn, cost, now) => {
        const needed = Math.min(cost, drawn.maximumAvailable);
        const wait = waitMs(drawn, cost, now);
        expect(availablePoints(drawn, now + wait)).toBeGreaterThanOrEqual(needed - 1e-6);
        if (wait > 2) expect(availablePoints(drawn, now + wait - 2)).toBeLessThan(needed);
      }),
    );
  });

  test('whoever waits before each call never spends what is not there', () => {
    fc.assert(
      fc.property(
        buckets,
        fc.array(
          costs.map((cost) => Math.min(cost, 2_000)),
          {maxLength: 20},
        ),
        (drawn, calls) => {
          let now = 0;
          let left: BucketState = drawn;
          for (const cost of calls) {
            now += waitMs(left, cost, now);
            left = spendPoints(left, cost, now);
            expect(left.currentlyAvailable).toBeGreaterThanOrEqual(-1e-6);
          }
        },
      ),
    );
  });
});

describe('a remote in trouble', () => {
  const failure = (kind: FailureKind, retryAfter?: number) =>
    new Failure('The supplier did not answer.', {
      remote: 'supplier',
      kind,
      sent: true,
      ...(retryAfter === undefined ? {} : {retryAfterMs: retryAfter}),
    });

  test.each<[FailureKind, boolean]>([
    ['unreachable', true],
    ['timeout', true],
    ['throttled', true],
    ['unavailable', true],
    ['unauthorised', false],
    ['refused', false],
    ['malformed', false],
  ])('%s passes by itself: %s', (kind, passing) => {
    expect(isTransient(failure(kind))).toBe(passing);
  });

  test('the pause doubles from a second to half a minute, unless the remote asked for another', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 100].map((attempt) => retryDelayMs(failure('unavailable'), attempt));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(retryDelayMs(failure('throttled', 90_000), 1)).toBe(90_000);
    expect(retryDelayMs(failure('throttled', 0), 5)).toBe(0);
  });

  test('a failure says what happened and keeps its facts', () => {
    const cause = new Error('socket hang up');
    const unavailable = new Failure('The supplier answered with HTTP 503.', {
      remote: 'supplier',
      kind: 'unavailable',
      sent: true,
      status: 503,
      remoteMessage: 'Maintenance',
      cause,
    });
    expect(unavailable).toBeInstanceOf(Error);
    expect(unavailable).toMatchObject({
      name: 'Failure',
      remote: 'supplier',
      sent: true,
      status: 503,
      remoteMessage: 'Maintenance',
      cause,
    });
    expect(failure('timeout').cause).toBeUndefined();
  });
});

describe('an order', () => {
  const minute = 60_000;

  test.each([
    [0, 1],
    [1, 5],
    [6, 15],
    [21, 30],
    [51, 60],
    [111, 60],
    [231, 60],
    [36 * 60 - 1, 60],
  ])('whose supplier has been away for %i minutes is tried again in %i', (away, minutes) => {
    expect(supplierRetryPauseMs(away * minute)).toBe(minutes * minute);
  });

  test('whose supplier has been away for a day and a half waits for the merchant', () => {
    expect(supplierRetryPauseMs(36 * 60 * minute)).toBeNull();
  });

  test('whose fraud check is under way is looked at in five minutes, any other within the hour', () => {
    expect(recheckAt('risk_pending', new Date(0))?.getTime()).toBe(5 * minute);
    for (const code of ['not_paid', 'too_old', 'price_rose', 'sending_paused', 'key_missing'] as const) {
      expect(recheckAt(code, new Date(0))?.getTime()).toBe(60 * minute);
    }
  });
});
