// The five figures that Shopify asks of a fulfilment service: what counts, what is enough, and when the merchant is warned.
import {describe, expect, test} from 'vitest';
import {
  countFigures,
  type Figure,
  type FigureFacts,
  type FigureKind,
  warningTimes,
} from '#domain/fulfilment-service/service-figures.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The store's clock shows 00:30 on the 28th; in UTC it is still the 27th. */
const now = new Date('2026-11-27T23:30:00Z');
const clock = {now, timeZone: 'Europe/Berlin'};
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const nothing: FigureFacts = {orders: [], answers: [], calls: [], fulfilments: []};

const figureOf = (kind: FigureKind, facts: Partial<FigureFacts>): Figure => {
  const found = countFigures({...nothing, ...facts}, clock).figures.find((figure) => figure.kind === kind);
  if (found === undefined) throw new Error(`there is no figure ${kind}`);
  return found;
};
const shareOf = (kind: FigureKind, facts: Partial<FigureFacts>) => {
  const {met, of} = figureOf(kind, facts);
  return [met, of];
};
const times = (count: number, milliseconds: number) => Array.from({length: count}, () => milliseconds);

describe.each([
  ['requests', 'request', 24 * hour],
  ['cancellations', 'cancellation', 24 * hour],
] as const)('%s', (kind, asked, limit) => {
  const answer = (askedAt: Date, answeredAt: Date | null) =>
    shareOf(kind, {answers: [{kind: asked, askedAt, answeredAt}]});

  test.each<[string, Date, Date | null, readonly [met: number, of: number]]>([
    ['answered at the limit are in time', ago(3 * day), ago(3 * day - limit), [1, 1]],
    ['answered a moment later are late', ago(3 * day), ago(3 * day - limit - 1), [0, 1]],
    ['that wait and may still be answered in time do not count yet', ago(limit), null, [0, 0]],
    ['that wait for longer are missed already', ago(limit + 1), null, [0, 1]],
    ['of 28 local days count', new Date('2026-10-31T23:00:00Z'), new Date('2026-10-31T23:00:01Z'), [1, 1]],
    ['of the day before do not', new Date('2026-10-31T22:59:59Z'), new Date('2026-10-31T23:00:01Z'), [0, 0]],
  ])('%s', (_, askedAt, answeredAt, share) => {
    expect(answer(askedAt, answeredAt)).toEqual(share);
  });
});

describe('tracking', () => {
  test.each<[string, number, number | null, readonly [met: number, of: number]]>([
    ['in the write that fulfils is in time', 2 * day, 0, [1, 1]],
    ['an hour later is in time', 2 * day, hour, [1, 1]],
    ['a moment later is late', 2 * day, hour + 1, [0, 1]],
    ['that may still come in time does not count yet', hour, null, [0, 0]],
    ['that did not come counts as missed', hour + 1, null, [0, 1]],
  ])('%s', (_, made, tracked, share) => {
    const fulfilments = [{madeAt: ago(made), trackedAt: tracked === null ? null : ago(made - tracked)}];
    expect(shareOf('tracking', {fulfilments})).toEqual(share);
  });
});

describe('completed', () => {
  test.each<[string, Partial<FigureFacts['orders'][number]>, readonly [met: number, of: number]]>([
    ['counts an order that was shipped', {isCompleted: true}, [1, 1]],
    ['counts one of seven days that was not', {}, [0, 1]],
    ['leaves out one under seven days', {askedAt: ago(7 * day - 1)}, [0, 0]],
    ['also if it was shipped', {askedAt: ago(7 * day - 1), isCompleted: true}, [0, 0]],
    ['leaves out one that was rejected or cancelled', {isAssigned: false}, [0, 0]],
    ['leaves out one of more than 28 days', {askedAt: ago(28 * day)}, [0, 0]],
  ])('%s', (_, changes, share) => {
    const order = {askedAt: ago(7 * day), isAssigned: true, isCompleted: false, ...changes};
    expect(shareOf('completed', {orders: [order]})).toEqual(share);
  });
});

test('calls count by the store’s day, whichever day it is in UTC', () => {
  const calls = [
    {day: '2026-11-28', answered: 3, failed: 0},
    {day: '2026-11-01', answered: 4, failed: 1},
    {day: '2026-10-31', answered: 50, failed: 50},
  ];
  expect(countFigures({...nothing, calls}, clock).since).toBe('2026-11-01');
  expect(shareOf('calls', {calls})).toEqual([7, 8]);
});

test.each([
  [95, 100, true],
  [9_496, 10_000, false],
  [0, 0, null],
] as const)('a goal of 95 %% with %i of %i is reached: %s', (met, of, isMet) => {
  const answers = [...times(met, 0), ...times(of - met, 25 * hour)].map((late) => {
    const askedAt = ago(3 * day);
    return {kind: 'request' as const, askedAt, answeredAt: new Date(askedAt.getTime() + late)};
  });
  expect(figureOf('requests', {answers})).toMatchObject({met, of, isMet, goal: 95});
});

test.each([
  [99, false],
  [100, true],
])('%i fulfilment orders are enough for Shopify to count: %s', (number, isCounted) => {
  const order = {askedAt: ago(day), isAssigned: false, isCompleted: false};
  const old = {...order, askedAt: ago(29 * day)};
  const orders = [...Array.from({length: number}, () => order), old];
  expect(countFigures({...nothing, orders}, clock)).toMatchObject({orders: number, isCounted});
});

test('a time zone that this machine does not know counts as UTC', () => {
  expect(countFigures(nothing, {now, timeZone: 'Mars/Olympus'}).since).toBe('2026-10-31');
});

test('the merchant is warned after 15 hours without an answer, five days without a shipment, an hour without a number', () => {
  expect(warningTimes(now)).toEqual({
    since: ago(28 * day),
    before: {unanswered: ago(15 * hour), uncompleted: ago(5 * day), untracked: ago(hour)},
  });
});
