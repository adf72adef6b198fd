import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {minute} from '#domain/durations.ts';
import {
  judgeReading,
  judgeTransactions,
  type RefundTransaction,
  settleAfterMs,
  toRefundNote,
} from '#domain/orders/refunds/judge-refund.ts';

const part = (changes: Partial<RefundTransaction> = {}): RefundTransaction => ({
  kind: 'REFUND',
  status: 'SUCCESS',
  amount: 6_780,
  byHand: false,
  ...changes,
});

describe('whether the money went', () => {
  const stateOf = (...transactions: RefundTransaction[]) => judgeTransactions(transactions, 6_780).state;

  it('it went only where the payments that succeeded come to all of it', () => {
    expect(stateOf(part({amount: 2_000}), part({amount: 4_780}))).toBe('succeeded');
  });

  it('it is on its way only while a payment is: where none is left and less than all of it went, it failed', () => {
    expect(stateOf(part({status: 'PENDING'}))).toBe('pending');
    expect(stateOf(part({status: 'AWAITING_RESPONSE'}))).toBe('pending');
    expect(stateOf(part({amount: 2_000}), part({amount: 4_780, status: 'UNKNOWN'}))).toBe('pending');
    expect(stateOf(part({amount: 2_000}))).toBe('failed');
    expect(stateOf()).toBe('failed');
    expect(stateOf(part({amount: 2_000}), part({amount: 4_780, status: 'FAILURE'}))).toBe('failed');
  });

  it('what Shopify paid and what the merchant pays by hand are told apart', () => {
    expect(judgeTransactions([part({byHand: true})], 6_780)).toEqual({state: 'by_hand', went: 0, byHand: 6_780});
    const mixed = [part({amount: 2_000}), part({amount: 4_780, byHand: true})];
    expect(judgeTransactions(mixed, 6_780)).toEqual({state: 'by_hand', went: 2_000, byHand: 4_780});
    expect(judgeTransactions([part({amount: 2_000})], 6_780)).toEqual({state: 'failed', went: 2_000, byHand: 0});
  });

  it('a payment that failed and was made again in Shopify went', () => {
    expect(stateOf(part({status: 'FAILURE'}), part())).toBe('succeeded');
  });

  it('is never said while less than all of it succeeded, whatever the transactions are', () => {
    const any = fc.record({
      kind: fc.constantFrom('REFUND', 'SALE', 'VOID'),
      status: fc.constantFrom('SUCCESS', 'PENDING', 'FAILURE', 'ERROR', 'UNKNOWN', 'AWAITING_RESPONSE'),
      amount: fc.integer({min: 0, max: 10_000}),
      byHand: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any, {maxLength: 5}), fc.integer({min: 1, max: 20_000}), (transactions, total) => {
        const gone = transactions
          .filter(({kind, status}) => kind === 'REFUND' && status === 'SUCCESS')
          .reduce((sum, {amount}) => sum + amount, 0);
        const {state} = judgeTransactions(transactions, total);
        expect(state === 'succeeded' || state === 'by_hand').toBe(gone >= total);
      }),
    );
  });
});

describe('a refund whose answer was lost', () => {
  const key = '0b9d1b6e-6f0f-4f0e-9d43-1c2d3e4f5a6b';
  const before = {count: 1, total: 500};
  const earlier = {gid: 'gid://shopify/Refund/1', note: null, transactions: []};
  const ours = {gid: 'gid://shopify/Refund/2', note: toRefundNote('demo-1001-1', key), transactions: [part()]};
  const judge = (
    reading: {refunds: (typeof ours | typeof earlier)[]; total: number; isWhole?: boolean},
    ageMs = minute,
  ) => judgeReading({isWhole: true, ...reading}, {key, before, ageMs});

  it('is found by the key in its note', () => {
    expect(judge({refunds: [earlier, ours], total: 7_280})).toEqual({kind: 'found', refund: ours});
  });

  it('may be sent again only where the order shows what it showed before, and is given up once it cannot appear any more', () => {
    expect(judge({refunds: [earlier], total: 500})).toEqual({kind: 'absent', isOver: false});
    expect(judge({refunds: [earlier], total: 500}, settleAfterMs)).toEqual({kind: 'absent', isOver: true});
  });

  it('is not sent again where another refund came meanwhile, and is given up once it cannot appear any more', () => {
    const other = {...earlier, gid: 'gid://shopify/Refund/3'};
    expect(judge({refunds: [earlier, other], total: 500})).toEqual({kind: 'other', isOver: false});
    expect(judge({refunds: [earlier], total: 600})).toEqual({kind: 'other', isOver: false});
    expect(judge({refunds: [earlier, other], total: 7_280}, settleAfterMs)).toEqual({kind: 'other', isOver: true});
  });

  it('is neither sent again nor given up where not all refunds were read', () => {
    const reading = {refunds: [earlier], total: 500, isWhole: false};
    expect(judge(reading, settleAfterMs)).toEqual({kind: 'other', isOver: false});
  });
});
