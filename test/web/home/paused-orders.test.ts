// What Home says under "Next for you" of orders that wait because the merchant, or a colleague, has paused sending.
import {expect, test} from 'vitest';
import type {Overview} from '#contract/overview.ts';
import {planNext} from '../../../web/pages/home/plan-next.ts';
import {anOverview, nothingToPay} from '../answers.ts';

const paused = {paused: true, by: null, byYou: false, since: null};
const rowsOf = (facts: Partial<Overview>) =>
  planNext(anOverview({orders: {}, toPay: nothingToPay(), needsYou: 0, ...facts}), new Date('2026-11-20T12:00:00.000Z'))
    .rows;

test('orders that wait while sending is paused are a row that leads to them', () => {
  expect(rowsOf({sending: paused, orders: {waiting: 2}})).toMatchObject([
    {
      heading: '2 orders wait because sending is paused',
      actions: [{kind: 'page', label: 'See the orders', href: '/orders?state=moving'}],
    },
  ]);
});

test('a pause that holds none back is no row, and neither are orders that wait for another reason', () => {
  expect(rowsOf({sending: paused})).toEqual([]);
  expect(rowsOf({sending: {...paused, paused: false}, orders: {waiting: 2}})).toEqual([]);
});
