// A line that the store delivers in parts: what it has opened is sent, and what it has scheduled is not.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {noOverrides} from '#domain/orders/merchant-overrides.ts';
import {aFulfilmentOrder, decide} from './decide-line.ts';

const approvedAll = {...noOverrides, approved: ['fulfilment_scheduled']} as const;

describe('a line delivered in parts', () => {
  test('of a line paid for three deliveries what is open is sent, and what is scheduled never', () => {
    const line = {currentQuantity: 3, unfulfilledQuantity: 3};
    const deliveries = (...statuses: readonly string[]) =>
      decide({line, order: {fulfilmentOrders: statuses.map((status) => aFulfilmentOrder(status))}}, approvedAll);
    expect(deliveries('OPEN', 'SCHEDULED', 'SCHEDULED')).toMatchObject({
      kind: 'sendable',
      quantity: 1,
      scheduled: 2,
      wanted: 3,
      warning:
        'The store delivers 2 of the 3 pieces later. Only what is due now is sent; later pieces are flagged when they are due.',
    });
    expect(deliveries('OPEN', 'IN_PROGRESS', 'SCHEDULED')).toMatchObject({quantity: 2, scheduled: 1});
    expect(deliveries('OPEN', 'OPEN', 'OPEN')).toMatchObject({quantity: 3, scheduled: 0, warning: null});
  });

  const states = fc.array(fc.constantFrom('OPEN', 'IN_PROGRESS', 'SCHEDULED', 'CLOSED'), {maxLength: 6});
  test('never more leaves than the store has opened, whatever the merchant approved before', () => {
    fc.assert(
      fc.property(states, fc.boolean(), (statuses, isApproved) => {
        const left = statuses.filter((status) => status !== 'CLOSED').length;
        const later = statuses.filter((status) => status === 'SCHEDULED').length;
        fc.pre(left > later);
        const line = {quantity: 6, currentQuantity: 6, unfulfilledQuantity: left};
        const fulfilmentOrders = statuses.map((status) => aFulfilmentOrder(status));
        const plan = decide({line, order: {fulfilmentOrders}}, isApproved ? approvedAll : noOverrides);
        expect(plan).toMatchObject({kind: 'sendable', quantity: left - later, scheduled: later, wanted: 6});
      }),
    );
  });
});
