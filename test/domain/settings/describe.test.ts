// What a saved form is for orders that wait, and the limits that schemas and forms share.
import {expect, test} from 'vitest';
import {type LimitSetting, rangeError, savedSettingEvents, toRange} from '#domain/settings/describe.ts';
import {orderSettings} from '#domain/settings/orders.ts';
import {enteredShape, storedShape} from '#domain/settings/schemas.ts';

test.each([
  [{sendingPaused: true}, []],
  [{sendingPaused: false}, ['sending_resumed']],
  [{sendTestOrders: false}, []],
  [{delayMinutes: 0, sendTestOrders: true}, ['waiting_time', 'test_orders_allowed']],
  [{standingColour: null}, []],
  [{standingColour: 'any'}, ['standing_colour']],
  [{approveEach: true, storeEmail: null}, []],
  [{approveEach: false}, ['order_settings']],
  [{costLimit: null}, ['order_settings']],
  [{}, []],
])('%j frees %j', (saved, events) => {
  expect(savedSettingEvents(orderSettings, saved)).toEqual(events);
});

test('a limit that is taken away frees what it held', () => {
  const limit: LimitSetting = {
    kind: 'limit',
    default: null,
    range: toRange(0, 10),
    isWhole: true,
    unit: 'EUR',
    frees: {event: 'order_settings'},
  };
  expect(savedSettingEvents({limit}, {limit: null})).toEqual(['order_settings']);
});

test('a range says what is wrong, and stored and entered values have the same', () => {
  const {maxAgeDays} = orderSettings;
  expect([0, 1, 60, 61].map((days) => rangeError(maxAgeDays.range, days))).toEqual([
    'Enter 1 or more.',
    null,
    null,
    'Enter at most 60.',
  ]);
  for (const shape of [storedShape(orderSettings), enteredShape(orderSettings)]) {
    expect(shape.maxAgeDays.safeParse(61).error?.issues[0]?.message).toBe('Enter at most 60.');
    expect(shape.marginFloor.safeParse(1_000_000).success).toBe(true);
    expect(shape.marginFloor.safeParse(1_000_001).success).toBe(false);
  }
});

test('what was stored before entered values were checked more strictly is still read', () => {
  const long = `${'a'.repeat(250)}@shop.example`;
  const hidden = 'navy\u0007';
  const [stored, entered] = [storedShape(orderSettings), enteredShape(orderSettings)];
  expect([stored.storeEmail, entered.storeEmail].map((shape) => shape.safeParse(long).success)).toEqual([true, false]);
  expect([stored.standingColour, entered.standingColour].map((shape) => shape.safeParse(hidden).success)).toEqual([
    true,
    false,
  ]);
});
