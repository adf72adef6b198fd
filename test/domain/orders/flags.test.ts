// What a changed store order says of what was sent: flagged once for each cause, with what to do about it where it is now.
import {describe, expect, test} from 'vitest';
import {type FlagFacts, flagText} from '#domain/orders/attention/flag-texts.ts';
import {flagCodes, forbidsPaying, planFlags, renewFlags} from '#domain/orders/flags.ts';
import {aLine, anOrder, lineGid, now} from '../builders.ts';

const sent = {line_gid: lineGid, quantity: 2, wanted: null, country: 'DE', province: null};
const order = (current: number, facts: object = {}) =>
  anOrder({lines: [aLine({quantity: 3, currentQuantity: current, unfulfilledQuantity: current})], ...facts});
const codes = (...given: Parameters<typeof planFlags>) => planFlags(...given).map(({code}) => code);

describe('flags', () => {
  test('nothing changed, nothing flagged', () => {
    expect(codes(order(2), sent)).toEqual([]);
    expect(codes(order(2, {destination: null}), sent)).toEqual([]);
  });

  test.each([
    ['quantity_raised', order(3)],
    ['quantity_lowered', order(1)],
    ['line_removed', order(0)],
    ['line_removed', anOrder({lines: []})],
    ['order_refunded', order(2, {financialStatus: 'REFUNDED'})],
    ['order_cancelled', order(0, {cancelledAt: now, destination: {country: 'FR', province: null}})],
    ['destination_changed', order(2, {destination: {country: 'FR', province: null}})],
  ] as const)('%s', (code, changed) => {
    expect(codes(changed, sent)).toEqual([code]);
  });

  test('a cancelled fulfilment of the shipment is flagged beside what else changed', () => {
    expect(codes(order(2), sent, {cancelled: 2})).toEqual(['fulfilment_cancelled']);
    expect(codes(order(1), sent, {cancelled: 1})).toEqual(['quantity_lowered', 'fulfilment_cancelled']);
  });

  test('an order that is unpaid for long is asked about beside what else changed', () => {
    expect(codes(order(2), sent, {isUnpaidLong: true})).toEqual(['unpaid_long']);
    expect(codes(order(1), sent, {isUnpaidLong: true})).toEqual(['quantity_lowered', 'unpaid_long']);
  });

  test('another name or e-mail is another buyer, beside another destination, but not of a cancelled order', () => {
    expect(codes(order(2), sent, {isOtherBuyer: true})).toEqual(['buyer_changed']);
    expect(codes(order(1), sent, {isElsewhere: true, isOtherBuyer: true})).toEqual([
      'quantity_lowered',
      'destination_changed',
      'buyer_changed',
    ]);
    expect(codes(order(0, {cancelledAt: now}), sent, {isOtherBuyer: true})).toEqual(['order_cancelled']);
  });

  test('another province, and an address known to be another, are another destination', () => {
    const ohio = {...sent, country: 'US', province: 'OH'};
    const to = (province: string | null) => order(2, {destination: {country: 'US', province}});
    expect(codes(to('PR'), ohio)).toEqual(['destination_changed']);
    expect(codes(to('OH'), ohio)).toEqual([]);
    expect(codes(to(null), ohio)).toEqual([]);
    expect(codes(to('OH'), ohio, {isElsewhere: true})).toEqual(['destination_changed']);
    expect(codes(order(0, {cancelledAt: now}), sent, {isElsewhere: true})).toEqual(['order_cancelled']);
  });

  test('pieces the store had fulfilled itself before are not further pieces', () => {
    const part = {...sent, wanted: 3};
    const of = (currentQuantity: number, unfulfilledQuantity: number) =>
      planFlags(anOrder({lines: [aLine({quantity: 3, currentQuantity, unfulfilledQuantity})]}), part);
    expect(of(3, 2)).toEqual([]);
    expect(of(2, 2)).toEqual([]);
    expect(of(2, 1)).toEqual([{code: 'quantity_lowered', wanted: 1}]);
    expect(of(1, 0)).toEqual([{code: 'quantity_lowered', wanted: 0}]);
    expect(of(4, 3)).toEqual([{code: 'quantity_raised', wanted: 3}]);
  });

  test('a delivery that has begun since is more to send; one that is still scheduled, or was taken back, is not', () => {
    const first = {...sent, quantity: 1, wanted: 3, scheduled: 2};
    const of = (currentQuantity: number, unfulfilledQuantity: number, scheduled: number) =>
      planFlags(anOrder({lines: [aLine({quantity: 3, currentQuantity, unfulfilledQuantity})]}), first, {scheduled});
    expect(of(3, 3, 2)).toEqual([]);
    expect(of(3, 2, 2)).toEqual([]);
    expect(of(2, 1, 1)).toEqual([]);
    expect(of(1, 0, 0)).toEqual([]);
    expect(of(3, 3, 1)).toEqual([{code: 'quantity_raised', wanted: 2}]);
    expect(of(3, 2, 0)).toEqual([{code: 'quantity_raised', wanted: 3}]);
    expect(of(2, 2, 2)).toEqual([{code: 'line_removed'}]);
  });

  test('of pieces that were shipped and fulfilled, those the buyer did not give back are wanted', () => {
    const line = aLine({quantity: 3, currentQuantity: 2, unfulfilledQuantity: 0});
    const three = {...sent, quantity: 3, wanted: 3};
    expect(planFlags(anOrder({lines: [line]}), three)).toEqual([{code: 'quantity_lowered', wanted: 2}]);
  });
});

describe('a flag that is raised again', () => {
  const none = {destination_changed: null, buyer_changed: null};
  const at = '2026-03-02T12:00:00.000Z';
  const known = [{code: 'quantity_lowered', wanted: 2, at: '2026-03-01T12:00:00.000Z'}] as const;

  test('keeps its moment as long as its cause is the same, and has a new one for a new cause', () => {
    const renew = (wanted: number) => renewFlags(known, [{code: 'quantity_lowered', wanted}], {at, causes: none});
    expect(renew(2)).toEqual(known);
    expect(renew(1)).toEqual([{code: 'quantity_lowered', wanted: 1, at}]);
    expect(renewFlags(known, [], {at, causes: none})).toEqual([]);
  });

  test('stands for another address where the buyer moves once more', () => {
    const planned = [{code: 'destination_changed'}] as const;
    const first = renewFlags([], planned, {at: known[0].at, causes: {...none, destination_changed: 'a mark'}});
    expect(renewFlags(first, planned, {at, causes: {...none, destination_changed: 'a mark'}})).toEqual(first);
    expect(renewFlags(first, planned, {at, causes: none})).toEqual(first);
    expect(renewFlags(first, planned, {at, causes: {...none, destination_changed: 'another'}})).toEqual([
      {code: 'destination_changed', place: 'another', at},
    ]);
  });

  test('from before its cause was kept, takes it over', () => {
    const old = [{code: 'quantity_lowered', at: '2026-03-01T12:00:00.000Z'}] as const;
    expect(renewFlags(old, [{code: 'quantity_lowered', wanted: 2}], {at, causes: none})).toEqual(known);
  });
});

describe('what a flag says', () => {
  const facts = {quantity: 3, country: 'DE', reference: 'shop-1-a-1'};
  const text = (state: FlagFacts['state'], wanted: number | undefined) =>
    flagText({code: 'quantity_lowered', ...(wanted === undefined ? {} : {wanted})}, {...facts, state});

  test('is what happened and what to do, wherever the order is', () => {
    for (const code of flagCodes) {
      for (const state of ['placing', 'unconfirmed', 'awaiting_payment', 'paid', 'shipped'] as const) {
        for (const flag of [{code}, {code, wanted: 1}]) {
          expect(flagText(flag, {...facts, state})).toMatch(/^\p{Lu}.*\.\s\p{Lu}.*\.$/u);
          // Whether it was paid is asked of an unpaid order only.
          if (state === 'paid' && code !== 'quantity_raised' && code !== 'unpaid_long') {
            expect(flagText(flag, {...facts, state})).toContain('shop-1-a-1');
          }
        }
      }
    }
  });

  test('is not to pay an unpaid order exactly where the order counts as one not to pay', () => {
    for (const code of flagCodes) {
      for (const flag of [{code}, {code, wanted: 0}, {code, wanted: 2}]) {
        const said = flagText(flag, {...facts, state: 'awaiting_payment'});
        expect([code, said.includes('Do not pay it at the supplier')]).toEqual([code, forbidsPaying(code)]);
      }
    }
  });

  test('of fewer pieces never drops the ones the buyer still wants', () => {
    expect(text('awaiting_payment', 2)).toBe(
      'The buyer wants 2 pieces now of the 3 that were sent to the supplier. Do not pay it at the supplier. Replace it: that sends the 2 pieces the buyer wants now.',
    );
    expect(text('paid', 1)).toContain('ask the supplier to send 1 piece only, and name the reference shop-1-a-1');
    expect(text('shipped', 2)).toContain('agree with the buyer on a return of 1 piece');
    expect(text('unconfirmed', 2)).toContain('place it again');
    expect(text('awaiting_payment', undefined)).toContain(
      'Replace it: that sends as many pieces as the buyer wants now.',
    );
    for (const wanted of [1, 2, undefined]) {
      for (const state of ['awaiting_payment', 'paid', 'shipped', 'unconfirmed'] as const) {
        expect(text(state, wanted)).not.toMatch(/not delivered|no other way to stop/);
      }
    }
  });

  test('of pieces the store served itself is that none of these is wanted', () => {
    expect(text('awaiting_payment', 0)).toContain('close it without paying: what is not paid is not delivered');
  });

  test('of more pieces is how many more', () => {
    expect(flagText({code: 'quantity_raised', wanted: 5}, {...facts, state: 'paid'})).toContain(
      'Order the 2 further pieces at the supplier yourself',
    );
    expect(flagText({code: 'quantity_raised', wanted: 5}, {...facts, state: 'awaiting_payment'})).toContain(
      'Replace it: that sends all that is wanted now. Or order the 2 further pieces',
    );
  });
});
