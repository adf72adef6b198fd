// The states of a dropship order: once a request may have left, no way leads back to sending it by itself.
import {describe, expect, test} from 'vitest';
import {type DropshipState, dropshipStates, isOpenState, mayMove, openStates} from '#domain/orders/dropship-state.ts';
import {toSettlement} from '../../../jobs/orders/settle-order.ts';
import type {AttemptResult} from '../../../server/db/orders/placing.ts';
import type {PlaceOutcome} from '../../../server/supplier/placing/place-answer.ts';
import {now} from '../builders.ts';

const actors = ['app', 'merchant'] as const;
const moves = dropshipStates.flatMap((from) =>
  dropshipStates.flatMap((to) =>
    actors.filter((actor) => mayMove(from, to, actor)).map((actor) => ({from, to, actor})),
  ),
);
const out = (from: DropshipState) => moves.filter((move) => move.from === from);

function reachable(start: DropshipState, forbidden: (from: DropshipState, to: DropshipState) => boolean) {
  const found = new Set<DropshipState>();
  const look = [start];
  for (let from = look.pop(); from !== undefined; from = look.pop()) {
    for (const {to} of out(from)) {
      if (found.has(to) || forbidden(from, to)) continue;
      found.add(to);
      look.push(to);
    }
  }
  return found;
}

test.each(['placing', 'unconfirmed', 'rejected', 'awaiting_payment', 'paid', 'shipped'] as const)(
  'from %s no way leads back to an open state, but for a request that surely was not processed',
  (start) => {
    const later = reachable(start, (from, to) => from === 'placing' && to === 'waiting');
    expect([...later].filter(isOpenState)).toEqual([]);
    expect(later).not.toContain('placing');
  },
);

const sentOnce = {reference: 'my-store-1042-6jgp1x4-1', unreachableSince: null};

describe('what became of a request', () => {
  const outcomes: [Parameters<typeof toSettlement>[0], DropshipState][] = [
    [
      {kind: 'placed', ref: 'R-1', checkoutUrl: null, checkoutWithheld: 'Its host is not known.', status: 200},
      'awaiting_payment',
    ],
    [{kind: 'rejected', message: 'No.', status: 422}, 'rejected'],
    [{kind: 'unauthorised', message: 'unauthorized', status: 401}, 'waiting'],
    [{kind: 'never_sent', why: 'The order did not leave: connection refused.'}, 'waiting'],
    [{kind: 'unconfirmed', why: 'The connection was lost.', status: null}, 'unconfirmed'],
    [{kind: 'unconfirmed', why: 'The supplier answered (HTTP 500).', status: 500}, 'unconfirmed'],
  ];
  test.each(outcomes)('%j leads to %s', (outcome, state) => {
    const {settlement} = toSettlement(outcome, sentOnce, now);
    expect(settlement.state).toBe(state);
    expect(mayMove('placing', state, 'app')).toBe(true);
  });

  test.each<[PlaceOutcome, Pick<AttemptResult, 'phase' | 'httpStatus'>]>([
    [
      {kind: 'placed', ref: 'R-1', checkoutUrl: null, checkoutWithheld: null, status: 201},
      {phase: 'answered', httpStatus: 201},
    ],
    [
      {kind: 'rejected', message: 'No.', status: 422},
      {phase: 'answered', httpStatus: 422},
    ],
    [
      {kind: 'unauthorised', message: 'unauthorized', status: 401},
      {phase: 'answered', httpStatus: 401},
    ],
    [
      {kind: 'unauthorised', message: 'The key has a line break.', status: null},
      {phase: 'never_sent', httpStatus: null},
    ],
    [
      {kind: 'unconfirmed', why: 'It answered (HTTP 500).', status: 500},
      {phase: 'answered', httpStatus: 500},
    ],
    [
      {kind: 'unconfirmed', why: 'It answered (HTTP 429).', status: 429},
      {phase: 'answered', httpStatus: 429},
    ],
    [
      {kind: 'unconfirmed', why: 'The connection was lost.', status: null},
      {phase: 'sent', httpStatus: null},
    ],
    [
      {kind: 'never_sent', why: 'Connection refused.'},
      {phase: 'never_sent', httpStatus: null},
    ],
  ])('%j is recorded as far as it came', (outcome, attempt) => {
    expect(toSettlement(outcome, sentOnce, now).attempt).toMatchObject(attempt);
  });

  test('an unconfirmed order names the reference to look for, and says nothing twice', () => {
    const why = 'The order was sent to the supplier, but the connection was lost.';
    const {settlement} = toSettlement({kind: 'unconfirmed', why, status: null}, sentOnce, now);
    expect(settlement).toMatchObject({
      reason: {
        text:
          'It is not known whether the supplier has this order. ' +
          'The order was sent to the supplier, but the connection was lost. ' +
          'Look for the reference my-store-1042-6jgp1x4-1 in your supplier account before placing it again.',
      },
    });
  });

  test('what never left is tried again sooner at first, later by and by, and at least hourly', () => {
    const pauses = [0, 1, 240, 40 * 60].map((minutes) => {
      const since = new Date(now.getTime() - minutes * 60_000);
      const {settlement} = toSettlement(
        {kind: 'never_sent', why: 'Connection refused.'},
        {...sentOnce, unreachableSince: since},
        now,
      );
      return settlement.state === 'waiting' ? Number(settlement.nextAttemptAt) - now.getTime() : null;
    });
    expect(pauses).toEqual([60_000, 300_000, 3_600_000, 3_600_000]);
  });
});

test('sending begins from waiting alone, and is the app’s doing alone', () => {
  expect(moves.filter(({to}) => to === 'placing')).toEqual([{from: 'waiting', to: 'placing', actor: 'app'}]);
  expect(out('placing').every(({actor}) => actor === 'app')).toBe(true);
});

test('payment, shipping and refund are the merchant’s word; the app claims none of them', () => {
  const claims = moves.filter(({to}) => ['paid', 'shipped', 'refunded', 'dismissed'].includes(to));
  expect(claims.filter(({actor}) => actor === 'app')).toEqual([]);
  expect(out('awaiting_payment').filter(({actor}) => actor === 'app')).toEqual([]);
});

test('the supplier gives back only what was paid', () => {
  expect(
    moves
      .filter(({to}) => to === 'refunded')
      .map(({from}) => from)
      .toSorted(),
  ).toEqual(['paid', 'shipped']);
});

test('only what was never sent can be cancelled', () => {
  const before = moves.filter(({to}) => to === 'cancelled').map(({from}) => from);
  expect(before.toSorted()).toEqual([...openStates].toSorted());
});

test.each(['refunded', 'dismissed'] as const)('%s is the end', (state) => {
  expect(out(state)).toEqual([]);
});

test('what was cancelled unsent may be wanted again, and the app finds that out', () => {
  expect(out('cancelled')).toEqual([{from: 'cancelled', to: 'waiting', actor: 'app'}]);
});

test('everything but an end can be left, every state can be reached, and no move leads nowhere', () => {
  const ends = dropshipStates.filter((state) => out(state).length === 0);
  expect(ends.toSorted()).toEqual(['dismissed', 'refunded']);
  const all = reachable('waiting', () => false);
  expect(dropshipStates.filter((state) => !all.has(state))).toEqual([]);
  expect(moves.filter(({from, to}) => from === to)).toEqual([]);
});

test('every open state can wait again, and the merchant can drop it', () => {
  for (const state of openStates) {
    expect(state === 'waiting' || mayMove(state, 'waiting', 'app')).toBe(true);
    expect(mayMove(state, 'dismissed', 'merchant')).toBe(true);
  }
});
