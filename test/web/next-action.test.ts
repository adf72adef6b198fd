import {expect, test} from 'vitest';
import {actionNames, type DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {actionTextOf} from '../../web/pages/one-order/action-forms.ts';
import {findNextAction, sortActions} from '../../web/pages/one-order/next-action.ts';
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
  [
    'unpaid and cancelled in the store',
    {doNotPay: true, ending: {kind: 'close'}, actions: unpaid},
    ['dismiss', 'seen'],
  ],
  [
    'unpaid and reduced in the store',
    {
      doNotPay: true,
      ending: {kind: 'replace', because: 'pieces', pieces: 1},
      actions: ['replace', 'paid', 'refunded', 'seen', 'dismiss'],
    },
    ['replace', 'seen'],
  ],
  [
    'unpaid and raised in the store',
    {ending: {kind: 'replace', because: 'pieces', pieces: 3}, actions: ['replace', 'paid', 'seen']},
    ['paid', 'replace'],
  ],
  ['refused', {state: 'rejected', actions: ['place-again', 'dismiss']}, ['place-again', 'dismiss']],
])('of an order that is %s, the likely action comes first', (_, changes, first) => {
  const order = anOrderDetail(changes);
  expect(findNextAction(order)).toBe(first[0]);
  expect(sortActions(order).slice(0, 2)).toEqual(first);
  expect(sortActions(order).toSorted()).toEqual(order.actions.toSorted());
});

test.each([
  ['name_missing', ['name', 'email', 'colour', 'size']],
  ['email_missing', ['email', 'name', 'colour', 'size']],
  ['size_missing', ['size', 'colour', 'name', 'email']],
  ['colour_gone', ['colour', 'size', 'name', 'email']],
] as const)('the form of an order that waits because of %s begins with what is missing', (reasonCode, names) => {
  const {fields} = actionTextOf('details', anOrderDetail({state: 'needs_details', reasonCode}));
  expect(fields.map(({name}) => name)).toEqual(names);
});

test.each<[string, Partial<DropshipOrderDetail>]>([
  ['for Norway', {state: 'blocked', reasonCode: 'destination_blocked', actions: open}],
  ['not to be paid, where nothing says how to end it', {doNotPay: true, actions: unpaid}],
  [
    'dismissed while its outcome was unknown',
    {state: 'dismissed', actions: ['place-again'], placeAgainAsksForReference: true},
  ],
  ['rejected, but perhaps there', {state: 'rejected', actions: ['place-again'], placeAgainAsksForReference: true}],
])('of an order that is %s, no action is the likely one', (_, changes) => {
  expect(findNextAction(anOrderDetail(changes))).toBeNull();
});

test('an order that is not to be paid offers the payment last', () => {
  expect(sortActions(anOrderDetail({doNotPay: true, actions: unpaid})).at(-1)).toBe('paid');
});

test.each(actionNames)(
  'the text above the button of %s says when to press it, and states nothing that has not happened',
  (action) => {
    const held = {state: 'held', reasonCode: 'risk'} as const;
    const shipment = {
      carrier: 'DHL',
      trackingNumber: 'J1',
      trackingUrl: null,
      notifyBuyer: false,
      shippedAt: '2026-11-19T09:00:00.000Z',
    };
    for (const order of [anOrderDetail(held), anOrderDetail({ref: null}), anOrderDetail({shipment})]) {
      expect(actionTextOf(action, order).meaning).toMatch(
        /^(Press this (when|if|to) |Enter (what is missing|the number) |Fill this in only if )/,
      );
    }
  },
);

test.each<[string, Partial<DropshipOrderDetail>, string | undefined]>([
  ['waits for a size', {state: 'needs_details', reasonCode: 'size_missing'}, undefined],
  ['was ordered in a colour that is gone', {state: 'blocked', reasonCode: 'colour_gone'}, undefined],
  ['waits for the buyer’s payment', {state: 'waiting', reasonCode: 'not_paid'}, 'Change what the supplier gets'],
])('of an order that %s, the form for details says what it is for', (_, changes, heading) => {
  expect(actionTextOf('details', anOrderDetail(changes)).heading).toBe(heading);
});

test('a colour or size that is known is not shown as “Not chosen”', () => {
  const stated = {colours: ['Navy', 'Red'], sizes: ['S', 'M']};
  const {fields} = actionTextOf('details', anOrderDetail({colour: null, size: 'S', stated}));
  expect(fields.filter(({kind}) => kind === 'choice')).toMatchObject([
    {unchanged: 'Not chosen'},
    {unchanged: 'As it is: S'},
  ]);
});
