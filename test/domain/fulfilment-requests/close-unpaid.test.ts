// When an accepted fulfilment is given up, when the merchant is asked whether it was paid, and what Shopify's states mean.
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {RequestedOrder} from '#domain/fulfilment-requests/answer-request.ts';
import {isGivenUp, isUnpaidLong} from '#domain/fulfilment-requests/close-unpaid.ts';
import {findRequestEnd} from '#domain/fulfilment-requests/request-end.ts';
import {findStatus, requestStatuses} from '#domain/fulfilment-requests/request-status.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';

const line = (order: Partial<RequestedOrder> | null) => ({
  title: 'Shirt',
  order: order && {
    state: 'waiting' as const,
    code: null,
    text: null,
    wasSent: false,
    isTaken: false,
    wasPlaced: false,
    ...order,
  },
});
const closedUnpaid = line({state: 'dismissed', wasSent: true, isTaken: true, wasPlaced: true});

describe('an accepted fulfilment', () => {
  it.each([
    ['of one order closed unpaid', [closedUnpaid], true],
    ['whose other line the supplier refused', [closedUnpaid, line({state: 'rejected', wasSent: true})], true],
    ['whose other line is no article', [closedUnpaid, line(null)], true],
    ['whose other line was paid', [closedUnpaid, line({state: 'paid', wasSent: true, isTaken: true})], false],
    ['whose other line is unpaid', [closedUnpaid, line({state: 'awaiting_payment', isTaken: true})], false],
    ['whose other line may still be sent', [closedUnpaid, line({state: 'held', code: 'risk'})], false],
    ['of an order that was closed while its outcome was unknown', [line({state: 'dismissed', wasSent: true})], false],
    [
      'of an order that the supplier was found to have after it was closed',
      [line({state: 'dismissed', wasSent: true, isTaken: true})],
      false,
    ],
    ['of which nothing was ordered', [line({state: 'rejected', wasSent: true})], false],
  ] as const)('%s is given up: %s', (_, lines, expected) => {
    expect(isGivenUp(lines)).toBe(expected);
  });

  it('is never given up while an order of it is unpaid, paid or may be there, whatever else is in it', () => {
    const state = fc.constantFrom(...dropshipStates.filter((one) => one !== 'dismissed'));
    const live = ['placing', 'unconfirmed', 'awaiting_payment', 'paid', 'shipped', 'refunded'];
    fc.assert(
      fc.property(fc.array(fc.record({state, isTaken: fc.boolean()}), {minLength: 1}), (orders) => {
        if (orders.some((order) => live.includes(order.state)))
          expect(isGivenUp([closedUnpaid, ...orders.map(line)])).toBe(false);
      }),
    );
  });

  it('is asked about once its order is unpaid for the days of the setting, and not before or without a request', () => {
    const now = new Date('2026-11-20T08:00:00Z');
    const order = {state: 'awaiting_payment', line: 'l', placedAt: new Date('2026-11-15T08:00:00Z')} as const;
    const accepted = [{status: 'accepted', lines: ['l']}] as const;
    const rules = {paymentDays: 5};
    expect(isUnpaidLong(order, accepted, rules, now)).toBe(true);
    expect(isUnpaidLong(order, accepted, {paymentDays: 6}, now)).toBe(false);
    expect(isUnpaidLong({...order, state: 'paid'}, accepted, rules, now)).toBe(false);
    expect(isUnpaidLong(order, [], rules, now)).toBe(false);
    expect(isUnpaidLong(order, [{status: 'accepted', lines: ['other']}], rules, now)).toBe(false);
    expect(isUnpaidLong(order, [{status: 'cancelled', lines: ['l']}], rules, now)).toBe(false);
  });
});

describe('what Shopify shows', () => {
  const shown = {requestStatus: 'ACCEPTED', isClosed: false, isServed: false, isHere: true};
  it.each([
    ['still accepted', shown, 'accepted'],
    ['fulfilled', {...shown, isClosed: true, isServed: true}, 'accepted'],
    ['cancelled by the merchant alone', {...shown, isClosed: true}, 'cancelled'],
    ['moved to another location', {...shown, requestStatus: 'UNSUBMITTED', isHere: false}, 'moved'],
    ['not requested at the service', {...shown, requestStatus: 'UNSUBMITTED'}, 'closed'],
    ['closed by the service', {...shown, requestStatus: 'CLOSED', isClosed: true}, 'closed'],
    ['not shown, as a permission may be missing', null, 'accepted'],
  ] as const)('of an accepted request as %s: %s', (_, state, expected) => {
    expect(findStatus(state, 'accepted')).toBe(expected);
  });

  it('of one that is being closed and still accepted is no other state', () => {
    expect(findStatus(shown, 'closing')).toBe('closing');
    expect(findStatus({...shown, requestStatus: 'CLOSED'}, 'closing')).toBe('closed');
  });

  it('of one that waits for an answer counts as given up where it is not shown', () => {
    expect(findStatus(null, 'requested')).toBe('closed');
    expect(findStatus(null, 'closing')).toBe('accepted');
  });

  it('ends a line without an order where the request was rejected, cancelled or moved, and while none is open', () => {
    const end = (...states: (typeof requestStatuses)[number][]) => endOf(...states.map((status) => ({status})));
    expect(requestStatuses.map((status) => end(status)).filter((one) => one !== undefined)).toEqual([
      'rejected',
      'cancelled',
      'cancelled',
    ]);
    expect(end('moved', 'closing')).toBe(undefined);
  });

  it('that was accepted and given up later, as with its service, leaves nothing of an earlier cancellation', () => {
    const cancelled = {status: 'cancelled', minutes: 1} as const;
    const closed = {status: 'closed', minutes: 2} as const;
    expect(endOf(cancelled, {...closed, answer: 'Ordered at the supplier.'})).toBe(undefined);
    expect(endOf(cancelled, closed)).toBe('cancelled');
    expect(endOf({...cancelled, minutes: 3}, {...closed, answer: 'Ordered at the supplier.'})).toBe('cancelled');
  });
});

/** How the requests for one line ended. */
const endOf = (
  ...requests: {
    readonly status: (typeof requestStatuses)[number];
    readonly answer?: string;
    readonly minutes?: number;
  }[]
) =>
  findRequestEnd(
    requests.map(({status, answer = null, minutes = 0}) => ({
      status,
      answer,
      lines: ['l'],
      looked_at: new Date(minutes * 60_000),
    })),
    'l',
  )?.how;
