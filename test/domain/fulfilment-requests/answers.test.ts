// What Shopify is answered to requests and cancellations, for every state a line can be in.
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {answerCancellation} from '#domain/fulfilment-requests/answer-cancellation.ts';
import {answerLimitMs, answerRequest, type RequestedLine, reachOf} from '#domain/fulfilment-requests/answer-request.ts';
import {rejectionReasons} from '#domain/fulfilment-requests/rejection-reasons.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {reasonCodes} from '#domain/orders/reasons.ts';

const askedAt = new Date('2026-11-20T08:00:00Z');
const soon = {askedAt, now: new Date(askedAt.getTime() + 60_000)};
const overdue = {askedAt, now: new Date(askedAt.getTime() + answerLimitMs)};

const aLine = (order: Partial<NonNullable<RequestedLine['order']>> = {}): RequestedLine => ({
  title: 'Shirt',
  order: {state: 'waiting', code: null, text: null, wasSent: false, isTaken: false, wasPlaced: false, ...order},
});
const anyLine: fc.Arbitrary<RequestedLine> = fc.record({
  title: fc.string({maxLength: 300}),
  order: fc.option(
    fc.record({
      state: fc.constantFrom(...dropshipStates),
      code: fc.option(fc.constantFrom(...reasonCodes)),
      text: fc.option(fc.string({maxLength: 400})),
      wasSent: fc.boolean(),
      isTaken: fc.boolean(),
      wasPlaced: fc.boolean(),
    }),
  ),
});
const anyRequest = fc.array(anyLine, {minLength: 1, maxLength: 6});

describe('a fulfilment request', () => {
  it.each([
    ['placed', aLine({state: 'awaiting_payment'}), 'accept'],
    ['being sent', aLine({state: 'placing', wasSent: true}), 'wait'],
    ['of unknown outcome', aLine({state: 'unconfirmed', wasSent: true}), 'wait'],
    ['waiting for the fraud analysis', aLine({code: 'risk_pending'}), 'wait'],
    ['waiting for the merchant’s yes', aLine({state: 'held', code: 'approval_asked'}), 'wait'],
    [
      'to a country that is not served',
      aLine({state: 'blocked', code: 'destination_blocked'}),
      'UNDELIVERABLE_DESTINATION',
    ],
    ['without the buyer’s name', aLine({state: 'needs_details', code: 'name_missing'}), 'INVALID_CONTACT_INFORMATION'],
    ['of an article that left the list', aLine({state: 'blocked', code: 'not_listed'}), 'INVENTORY_OUT_OF_STOCK'],
    ['of another product', {title: 'Mug', order: null}, 'INELIGIBLE_PRODUCT'],
    ['refused by the supplier', aLine({state: 'rejected', wasSent: true, code: 'rejected'}), 'OTHER'],
    ['closed before anything was sent', aLine({state: 'dismissed'}), 'OTHER'],
    ['closed after it was sent', aLine({state: 'dismissed', wasSent: true}), 'wait'],
    ['closed unpaid', aLine({state: 'dismissed', wasSent: true, isTaken: true}), 'accept'],
  ] as const)('%s is answered with %s', (_, line, expected) => {
    const answer = answerRequest([line], soon);
    expect(answer.kind === 'reject' ? answer.reason : answer.kind).toBe(expected);
  });

  it.each([
    [aLine({state: 'unconfirmed', wasSent: true}), 'accept'],
    [aLine({state: 'placing', wasSent: true}), 'accept'],
    [aLine({state: 'held', code: 'many_pieces'}), 'ORDER_TOO_LARGE'],
    [aLine({state: 'needs_details', code: 'colour_missing'}), 'INCORRECT_PRODUCT_INFO'],
    [aLine({code: 'supplier_unreachable'}), 'OTHER'],
  ] as const)('that waits is answered after 20 hours: %j', (line, expected) => {
    expect(answerRequest([line], soon)).toEqual({kind: 'wait'});
    const answer = answerRequest([line], overdue);
    expect(answer.kind === 'reject' ? answer.reason : answer.kind).toBe(expected);
  });

  it('of which one line was placed is accepted, and names the line that was not', () => {
    const lines = [
      aLine({state: 'awaiting_payment'}),
      {...aLine({state: 'blocked', code: 'not_listed'}), title: 'Coat'},
    ];
    expect(answerRequest(lines, soon)).toMatchObject({
      kind: 'accept',
      message: expect.stringContaining('Not ordered: Coat.'),
    });
  });

  it('says what the merchant reads in Piecewise', () => {
    const line = aLine({
      state: 'blocked',
      code: 'destination_blocked',
      text: 'The supplier does not deliver to Norway.',
    });
    expect(answerRequest([line], soon)).toMatchObject({message: 'The supplier does not deliver to Norway.'});
  });

  it('is never rejected while the supplier has, or may have, a line of it; and always answered after 20 hours', () => {
    fc.assert(
      fc.property(anyRequest, fc.boolean(), (lines, isLate) => {
        const answer = answerRequest(lines, isLate ? overdue : soon);
        const mayBeBought = lines.some((line) => ['taken', 'unknown'].includes(reachOf(line)));
        if (answer.kind === 'reject') {
          expect(mayBeBought).toBe(false);
          expect(rejectionReasons).toContain(answer.reason);
        }
        if (answer.kind === 'accept') expect(mayBeBought).toBe(true);
        if (isLate) expect(answer.kind).not.toBe('wait');
        if (answer.kind !== 'wait') expect(answer.message.length).toBeLessThanOrEqual(250);
      }),
    );
  });
});

describe('a request to cancel', () => {
  it.each([
    ['of an unpaid order', aLine({state: 'awaiting_payment'}), 'accept'],
    ['of an order that was not sent', aLine({state: 'held', code: 'risk'}), 'accept'],
    ['of a paid order', aLine({state: 'paid'}), 'reject'],
    ['of a shipped order', aLine({state: 'shipped'}), 'reject'],
    ['of an order of unknown outcome', aLine({state: 'unconfirmed', wasSent: true}), 'wait'],
  ] as const)('%s: %s', (_, line, expected) => {
    expect(answerCancellation([line], soon).kind).toBe(expected);
  });

  it('is accepted only where nothing is paid and every outcome is known, and always answered after 20 hours', () => {
    fc.assert(
      fc.property(anyRequest, fc.boolean(), (lines, isLate) => {
        const answer = answerCancellation(lines, isLate ? overdue : soon);
        const isPaid = lines.some(({order}) => ['paid', 'shipped', 'refunded'].includes(order?.state ?? ''));
        if (answer.kind === 'accept')
          expect([isPaid, lines.some((line) => reachOf(line) === 'unknown')]).toEqual([false, false]);
        if (isLate) expect(answer.kind).not.toBe('wait');
      }),
    );
  });
});
