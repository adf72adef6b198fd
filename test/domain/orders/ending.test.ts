// The one thing to do about an unpaid order that the buyer changed: never to pay what is not wanted, and to pay what is.
import {expect, test} from 'vitest';
import {findEnding} from '#domain/orders/attention/ending.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {flagCodes, forbidsPaying, type PlannedFlag} from '#domain/orders/flags.ts';

const unpaid = (...flags: readonly PlannedFlag[]) => findEnding({state: 'awaiting_payment', flags});

test.each<[PlannedFlag, ReturnType<typeof findEnding>]>([
  [{code: 'order_cancelled'}, {kind: 'close'}],
  [{code: 'order_refunded'}, {kind: 'close'}],
  [{code: 'order_deleted'}, {kind: 'close'}],
  [{code: 'line_removed'}, {kind: 'close'}],
  [{code: 'quantity_lowered', wanted: 0}, {kind: 'close'}],
  [
    {code: 'quantity_lowered', wanted: 1},
    {kind: 'replace', because: 'pieces', pieces: 1},
  ],
  [{code: 'quantity_lowered'}, {kind: 'replace', because: 'pieces', pieces: null}],
  [
    {code: 'quantity_raised', wanted: 3},
    {kind: 'replace', because: 'pieces', pieces: 3},
  ],
  [{code: 'destination_changed'}, {kind: 'replace', because: 'address', pieces: null}],
  [{code: 'buyer_changed'}, {kind: 'replace', because: 'buyer', pieces: null}],
  [{code: 'fulfilment_cancelled'}, null],
  [{code: 'request_cancelled'}, {kind: 'close'}],
  [{code: 'unpaid_long'}, {kind: 'close_unpaid'}],
])('%j of an unpaid order: %j', (flag, ending) => {
  expect(unpaid(flag)).toEqual(ending);
});

test('the worst of several decides: what is not wanted at all is closed, whatever else changed', () => {
  expect(unpaid({code: 'order_cancelled'}, {code: 'destination_changed'})).toEqual({kind: 'close'});
  const pieces = {kind: 'replace', because: 'pieces', pieces: 1};
  expect(unpaid({code: 'destination_changed'}, {code: 'quantity_lowered', wanted: 1})).toEqual(pieces);
  expect(unpaid({code: 'unpaid_long'}, {code: 'order_cancelled'})).toEqual({kind: 'close'});
});

test('each order that a flag says not to pay has an ending', () => {
  for (const code of flagCodes.filter(forbidsPaying)) {
    for (const flag of [{code}, {code, wanted: 0}, {code, wanted: 2}])
      expect([code, unpaid(flag)]).not.toEqual([code, null]);
  }
});

test('only an unpaid order has one, and only where something changed', () => {
  expect(unpaid()).toBeNull();
  for (const state of dropshipStates.filter((one) => one !== 'awaiting_payment')) {
    expect(findEnding({state, flags: [{code: 'quantity_lowered', wanted: 1}]})).toBeNull();
  }
});
