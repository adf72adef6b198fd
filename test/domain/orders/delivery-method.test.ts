// A line that the store does not ship to the buyer's address is the merchant's to decide.
import {expect, test} from 'vitest';
import {noOverrides} from '#domain/orders/merchant-overrides.ts';
import type {StoreFulfilmentOrder} from '#domain/orders/store-order.ts';
import {aFulfilmentOrder, decide} from './decide-line.ts';

test.each([
  ['PICK_UP', /collects this in your store/],
  ['PICKUP_POINT', /pickup point/],
  ['LOCAL', /local delivery/],
  ['RETAIL', /sold in a shop/],
  ['DRONE', /does not know/],
])('a line with the delivery method %s is held until the merchant wants it sent', (method, text) => {
  const order = {fulfilmentOrders: [aFulfilmentOrder('OPEN', 1, method)]};
  expect(decide({order})).toMatchObject({kind: 'held', reason: {code: 'other_delivery'}});
  expect(decide({order})).toMatchObject({reason: {text: expect.stringMatching(text)}});
  expect(decide({order}, {...noOverrides, approved: ['other_delivery']}).kind).toBe('sendable');
  const collected = {...order, destination: null};
  expect(decide({order: collected})).toMatchObject({reason: {code: 'other_delivery'}});
  expect(decide({order: collected}, {...noOverrides, approved: ['other_delivery']})).toMatchObject({
    reason: {code: 'no_country'},
  });
});

test('without a delivery method a line with an address is sent, as one of a draft order; so is what is left to ship', () => {
  const withOrders = (...fulfilmentOrders: readonly StoreFulfilmentOrder[]) => decide({order: {fulfilmentOrders}});
  expect(withOrders(aFulfilmentOrder('OPEN', 1, null)).kind).toBe('sendable');
  expect(withOrders(aFulfilmentOrder('OPEN', 1, 'NONE')).kind).toBe('sendable');
  const collected = aFulfilmentOrder('CLOSED', 0, 'PICK_UP');
  expect(withOrders(collected, aFulfilmentOrder('OPEN')).kind).toBe('sendable');
});
