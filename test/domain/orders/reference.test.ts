// Our reference on the supplier's order: tells every line and generation apart and nothing about the buyer.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {dropshipReference, LineItemGid, ShopDomain} from '#domain/ids.ts';

const shop = ShopDomain.parse('my-store.myshopify.com');
const line = (id: bigint) => LineItemGid.parse(`gid://shopify/LineItem/${id}`);

const lines = fc.bigInt({min: 1n, max: 10n ** 18n}).map(line);
const shops = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,59}$/).map((name) => ShopDomain.parse(`${name}.myshopify.com`));
const orderNames = fc.oneof(
  fc.string({unit: 'binary', maxLength: 60}),
  fc.nat().map((number) => `#${number}`),
);
const generations = fc.integer({min: 1, max: 50});

test('reads as store, order, line and generation', () => {
  expect(dropshipReference(shop, '#1042', line(14_012_345_678n), 1)).toBe('my-store-1042-6fql74e-1');
});

test('two lines or two generations never share one, whatever the orders are called', () => {
  fc.assert(
    fc.property(lines, lines, orderNames, orderNames, generations, generations, (one, other, nameA, nameB, a, b) => {
      fc.pre(one !== other || a !== b);
      expect(dropshipReference(shop, nameA, one, a)).not.toBe(dropshipReference(shop, nameB, other, b));
    }),
  );
});

test('the same line and generation has the same reference every time', () => {
  expect(dropshipReference(shop, '#1042', line(7n), 2)).toBe(dropshipReference(shop, '#1042', line(7n), 2));
});

test('is short and plain enough for any field', () => {
  fc.assert(
    fc.property(shops, orderNames, lines, generations, (anyShop, name, gid, generation) => {
      const reference = dropshipReference(anyShop, name, gid, generation);
      expect(reference).toMatch(/^[a-z0-9-]{5,64}$/);
    }),
  );
});

test.each(['Ada Beispiel', 'ada@shopper.example', 'Ada B. / Hauptstraße, Berlin', 'Заказ Ады', '👕'])(
  'an order named %j leaves nothing of its name',
  (name) => {
    expect(dropshipReference(shop, name, line(7n), 1)).toBe('my-store-order-7-1');
  },
);

test.each([
  ['#1042', '1042'],
  ['EU-1042-A', '1042'],
  ['٣', 'order'],
  ['9'.repeat(40), '9'.repeat(16)],
])('an order named %s is %s', (name, order) => {
  expect(dropshipReference(shop, name, line(7n), 1)).toBe(`my-store-${order}-7-1`);
});
