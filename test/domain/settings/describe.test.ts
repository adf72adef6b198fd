// What a saved form is for orders that wait, and the limits that schemas and forms share.
import {expect, test} from 'vitest';
import {eventsOf, type LimitSetting, range, rangeError} from '#domain/settings/describe.ts';
import {orderSettings, sendingSettings} from '#domain/settings/orders.ts';
import {enteredShape, storedShape} from '#domain/settings/schemas.ts';

test.each([
  [{sendingPaused: true}, []],
  [{sendingPaused: false}, ['sending_resumed']],
  [{sendTestOrders: false}, []],
  [{sendTestOrders: true, delayMinutes: 0}, ['test_orders_allowed', 'waiting_time']],
  [{standingColour: null}, []],
  [{standingColour: 'any'}, ['standing_colour']],
  [{}, []],
])('%j frees %j', (saved, events) => {
  expect(eventsOf(sendingSettings, saved)).toEqual(events);
});

test('a limit that is taken away frees what it held', () => {
  const limit: LimitSetting = {
    kind: 'limit',
    default: null,
    range: range(0, 10),
    isWhole: true,
    unit: 'EUR',
    frees: {event: 'order_settings'},
  };
  expect(eventsOf({limit}, {limit: null})).toEqual(['order_settings']);
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
