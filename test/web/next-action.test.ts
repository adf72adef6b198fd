import {expect, test} from 'vitest';
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {inOrder, nextAction} from '../../web/components/one-order/next-action.ts';
import {anOrderDetail} from './order-answers.ts';

const open: DropshipOrderDetail['actions'] = ['details', 'approve', 'dismiss'];
const unpaid: DropshipOrderDetail['actions'] = ['paid', 'refunded', 'seen', 'dismiss'];
const unconfirmed: DropshipOrderDetail['actions'] = ['place-again', 'confirm', 'dismiss'];

test.each<[string, Partial<DropshipOrderDetail>, DropshipOrderDetail['actions']]>([
  ['held because the price rose', {state: 'held', reasonCode: 'price_rose', actions: open}, ['approve', 'details']],
  ['without a size', {state: 'needs_details', reasonCode: 'size_missing', actions: open}, ['details', 'approve']],
  ['unpaid', {actions: unpaid}, ['paid', 'seen']],
  [
    'unconfirmed',
    {state: 'unconfirmed', actions: unconfirmed, placeAgainAsksForReference: true},
    ['confirm', 'place-again'],
  ],
  ['refused', {state: 'rejected', actions: ['place-again', 'dismiss']}, ['place-again', 'dismiss']],
])('of an order that is %s, the likely action comes first', (_, changes, first) => {
  const order = anOrderDetail(changes);
  expect(nextAction(order)).toBe(first[0]);
  expect(inOrder(order).slice(0, 2)).toEqual(first);
  expect(inOrder(order).toSorted()).toEqual(order.actions.toSorted());
});

test.each<[string, Partial<DropshipOrderDetail>]>([
  ['for Norway', {state: 'blocked', reasonCode: 'destination_blocked', actions: open}],
  ['not to be paid', {doNotPay: true, actions: unpaid}],
  [
    'dismissed while its outcome was unknown',
    {state: 'dismissed', actions: ['place-again'], placeAgainAsksForReference: true},
  ],
  ['rejected, but perhaps there', {state: 'rejected', actions: ['place-again'], placeAgainAsksForReference: true}],
])('of an order that is %s, no action is the likely one', (_, changes) => {
  expect(nextAction(anOrderDetail(changes))).toBeNull();
});

test('an order that is not to be paid offers the payment last', () => {
  expect(inOrder(anOrderDetail({doNotPay: true, actions: unpaid})).at(-1)).toBe('paid');
});
