// When the stand-in of Shopify announces a product: its own writes, sales, and images that became ready.

import {expect, test} from 'vitest';
import {z} from 'zod';
import {article, openShop, productSet, SetAnswer} from './open-shop.ts';

const Updated = z.object({product: z.object({updatedAt: z.string()})});

/** A closed port: each delivery is tried, and kept. */
const appUrl = 'http://127.0.0.1:9';

async function openWithProduct() {
  const {done, sandbox, shop, turn} = await openShop({webhookTopics: ['products/update'], appUrl});
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1'));
  const {id} = made.product;
  return {
    id,
    shop,
    turn,
    /** What was sent by now, with the time it was triggered. */
    sent: async () => {
      await sandbox.webhooks.flush();
      return sandbox.webhooks
        .deliveries()
        .filter(({attempts}) => attempts.length > 0)
        .map(({body, headers}) => ({...JSON.parse(body), at: headers['X-Shopify-Triggered-At']}));
    },
    updatedAt: async () => (await done(Updated, `{ product(id: "${id}") { updatedAt } }`)).product.updatedAt,
  };
}

test('a sale is announced once for each product of the order, and moves updatedAt', async () => {
  const {id, shop, turn, sent, updatedAt} = await openWithProduct();
  const variantId = shop.products()[0]?.variants[0]?.id ?? null;
  turn(60_000);
  shop.placeOrder({country: 'DE', lines: [{variantId}, {variantId, quantity: 2}, {variantId: null}]});
  expect(await sent()).toMatchObject([{admin_graphql_api_id: id, updated_at: '2026-11-20T09:01:00Z'}]);
  expect(await updatedAt()).toBe('2026-11-20T09:01:00Z');
});

test('images are announced when they are ready, and that moves updatedAt', async () => {
  const {id, shop, turn, sent, updatedAt} = await openWithProduct();
  const source = 'https://images.example/one.jpg';
  shop.editProduct(id, {addMedia: [{source}, {source}]});
  expect(await sent()).toMatchObject([{at: '2026-11-20T09:00:00.000Z'}]);
  expect(await updatedAt()).toBe('2026-11-20T09:00:00Z');
  turn(2_000);
  expect(await sent()).toMatchObject([{}, {at: '2026-11-20T09:00:02.000Z', updated_at: '2026-11-20T09:00:02Z'}]);
  expect(await updatedAt()).toBe('2026-11-20T09:00:02Z');
});

test('images of a product that was deleted meanwhile are not announced', async () => {
  const {id, shop, turn, sent} = await openWithProduct();
  shop.editProduct(id, {addMedia: [{source: 'https://images.example/one.jpg'}]});
  shop.deleteProduct(id);
  turn(2_000);
  expect(await sent()).toHaveLength(1);
});
