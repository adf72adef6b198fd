import {expect, test} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {nightlyStart, startsLaterBy} from '#domain/nightly-start.ts';

const shops = Array.from({length: 6_000}, (_, at) => ShopDomain.parse(`store-${at}.myshopify.com`));

test('a thousand shops with the same time do not start in the same minute: each minute of an hour has its share', () => {
  const starts = Map.groupBy(shops, (shop) => nightlyStart('04:00', shop, 'Europe/Berlin'));
  expect([...starts.keys()].toSorted()).toEqual(
    Array.from({length: 60}, (_, minute) => `04:${String(minute).padStart(2, '0')}`),
  );
  // 100 on average.
  for (const alike of starts.values()) expect(alike.length).toBeGreaterThan(50);
  for (const alike of starts.values()) expect(alike.length).toBeLessThan(200);
});

test('a shop always starts at the same minute, also in another process and another release', () => {
  expect(['one', 'two', 'three'].map((name) => startsLaterBy(ShopDomain.parse(`${name}.myshopify.com`)))).toEqual([
    6, 24, 58,
  ]);
});

test.each(['03:30', '04:00', '22:59', '23:20', '23:59'])(
  'with %s no shop starts earlier, or on the next day',
  (time) => {
    for (const shop of shops.slice(0, 500)) {
      const start = nightlyStart(time, shop, 'UTC');
      expect(start >= time && start <= '23:59').toBe(true);
    }
  },
);

test('where clocks change by half an hour, the run starts when the merchant said', () => {
  for (const shop of shops.slice(0, 10)) expect(nightlyStart('04:00', shop, 'Australia/Lord_Howe')).toBe('04:00');
});
