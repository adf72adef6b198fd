// What the buyer is to get back: what was paid, and no cent that was not.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {planBuyerRefund} from '#domain/margins/buyer-refund.ts';

const due = {line: 12_200, shipping: 1_000};

test('of a paid order is the line and its part of the shipping, without a word', () => {
  expect(planBuyerRefund({...due, received: 20_000, refunded: 0})).toEqual({amounts: due, note: null});
});

test.each([
  ['paid on delivery, nothing received', 0, 0, null, /has not paid anything yet.*nothing to refund/],
  ['given back already', 13_200, 13_200, null, /got back all/],
  ['with a deposit', 5_000, 0, {line: 5_000, shipping: 0}, /only a part/],
  ['with most of it paid', 13_000, 0, {line: 12_200, shipping: 800}, /only a part/],
  ['not read yet', null, null, due, /was not read yet/],
] as const)('of an order %s', (_what, received, refunded, amounts, note) => {
  expect(planBuyerRefund({...due, received, refunded})).toEqual({amounts, note: expect.stringMatching(note)});
});

test('of a line that was refunded is nothing', () => {
  expect(planBuyerRefund({line: 0, shipping: 0, received: 9_000, refunded: 4_000}).amounts).toBeNull();
});

test('is never more than was paid and not given back, and where it is nothing it says why', () => {
  const cents = fc.nat(50_000);
  fc.assert(
    fc.property(cents, cents, cents, cents, (line, shipping, received, refunded) => {
      const {amounts, note} = planBuyerRefund({line, shipping, received, refunded});
      const all = (amounts?.line ?? 0) + (amounts?.shipping ?? 0);
      expect(all).toBeLessThanOrEqual(Math.max(0, received - refunded));
      expect(all).toBeLessThanOrEqual(line + shipping);
      if (amounts === null) expect(note).not.toBeNull();
    }),
  );
});
