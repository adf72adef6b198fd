// Shopify announces every sale of a product and every ready image by products/update. None of that is an edit, and none may cost much.

import {expect, it} from 'vitest';
import {drainDeliveries} from '../../jobs/webhooks/drain-deliveries.ts';
import {bodyAbout} from '../support/webhook-bodies.ts';
import {onEachSyncTestApp, type Shop} from './sync/sync-test-app.ts';

const minute = 60_000;

onEachSyncTestApp('products that Shopify announces again and again', {articles: 40, shops: 7}, (app) => {
  const drain = (shop: Shop) => drainDeliveries(app().deps, {shop: shop.domain});
  let announced = 0;
  const announce = async (shop: Shop, topic: 'orders/create' | 'products/update' | 'products/delete', gid: string) => {
    const {webhooks} = app().testApp.shopify;
    announced += 1;
    // Each change has a time of its own: equal bodies would share one row.
    const at = topic.endsWith('/delete') ? {} : {updated_at: new Date(announced * 1_000).toJSON()};
    webhooks.deliver(topic, shop.domain, {...bodyAbout(topic, gid), ...at});
    await webhooks.flush();
  };
  const states = async (shop: Shop) => {
    const rows = app().deps.db.selectFrom('deliveries').select('state').where('shop', '=', shop.domain);
    return (await rows.orderBy('id').execute()).map(({state}) => state);
  };
  const count = (shop: Shop, operation: string) =>
    app()
      .testApp.shopify.requests()
      .filter((request) => request.shop === shop.domain && request.operationName === operation).length;
  const wholeReadings = (shop: Shop) => count(shop, 'ProductForListing');
  const asked = (shop: Shop) => count(shop, 'ProductUpdatedAt');
  const opened = async () => {
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen']});
    await shop.run();
    app().clock.turn(11 * minute);
    const [id = ''] = [...shop.products().keys()].toSorted();
    return {shop, id, gid: shop.product(id).id};
  };
  const sell = (shop: Shop, id: string) =>
    shop.store.placeOrder({country: 'DE', lines: [{variantId: shop.product(id).variants[0]?.id ?? null}]});
  const setPrice = (shop: Shop, id: string, price: string) => {
    for (const variant of shop.product(id).variants) shop.store.editVariant(variant.id, {price});
  };

  it('thirty sales within five minutes are two whole readings, the second when ten minutes are over', async () => {
    const {shop, id, gid} = await opened();
    for (let sale = 0; sale < 30; sale += 1) {
      sell(shop, id);
      await announce(shop, 'products/update', gid);
      await drain(shop);
      app().clock.turn(10_000);
    }
    expect(wholeReadings(shop)).toBe(1);
    expect((await states(shop)).filter((state) => state === 'pending')).toHaveLength(29);
    app().clock.turn(10 * minute);
    await drain(shop);
    await drain(shop);
    expect(wholeReadings(shop)).toBe(2);
    expect(new Set(await states(shop))).toEqual(new Set(['done']));
    expect((await shop.listing(id)).edits).toEqual({});
  });

  it('an edit among sales is found when ten minutes are over, and a run before that respects it', async () => {
    const {shop, id, gid} = await opened();
    sell(shop, id);
    await announce(shop, 'products/update', gid);
    await drain(shop);
    app().clock.turn(minute);
    setPrice(shop, id, '199.00');
    await announce(shop, 'products/update', gid);
    await drain(shop);
    expect((await shop.listing(id)).edits).toEqual({});
    const {catalogue} = app().supplier;
    const cents = catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    catalogue.setStock(id, {price: Math.round(cents * 1.1) / 100});
    await shop.run();
    catalogue.setStock(id, {price: cents / 100});
    expect(shop.product(id).variants[0]?.price).toBe('199.00');
    app().clock.turn(10 * minute);
    await drain(shop);
    expect(await states(shop)).toEqual(['done', 'done']);
    expect((await shop.listing(id)).edits.price).toMatchObject({live: '199.00'});
  });

  it('an edit after a whole reading is found, also beside a webhook from before that reading', async () => {
    const {shop, id, gid} = await opened();
    sell(shop, id);
    await announce(shop, 'products/update', gid);
    app().clock.turn(2 * minute);
    expect(await shop.run({kind: 'edits'})).toMatchObject({state: 'done'});
    app().clock.turn(2 * minute);
    setPrice(shop, id, '199.00');
    await announce(shop, 'products/update', gid);
    app().clock.turn(11 * minute);
    await drain(shop);
    expect((await shop.listing(id)).edits.price).toMatchObject({live: '199.00'});
    expect(await states(shop)).toEqual(['done', 'done']);
  });

  it('a webhook from before the app’s own write is not done with one from after it', async () => {
    const {shop, id, gid} = await opened();
    const {testApp, supplier, deps} = app();
    testApp.shopify.webhooks.pause();
    shop.store.editProduct(gid, {title: 'My own words'});
    testApp.shopify.webhooks.deliver('products/update', shop.domain, bodyAbout('products/update', gid));
    const cents = supplier.catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    supplier.catalogue.setStock(id, {price: Math.round(cents * 1.1) / 100});
    expect(await shop.run()).toMatchObject({counts: {updated: 1}});
    supplier.catalogue.setStock(id, {price: cents / 100});
    testApp.shopify.webhooks.resume();
    await testApp.shopify.webhooks.flush();
    // It was tried once: the later one comes first.
    await deps.db.updateTable('deliveries').set({attempts: 1}).where('shop', '=', shop.domain).execute();
    await announce(shop, 'products/update', gid);
    await drain(shop);
    expect(wholeReadings(shop)).toBe(1);
  });

  it('a deletion is noticed at once, also while orders are to be sent and beside an announced sale', async () => {
    const {shop, id, gid} = await opened();
    const order = sell(shop, id);
    await announce(shop, 'orders/create', order.id);
    await announce(shop, 'products/update', gid);
    shop.store.deleteProduct(gid);
    await announce(shop, 'products/delete', gid);
    await drain(shop);
    expect((await shop.listing(id)).state).toBe('deleted_in_store');
    expect(await states(shop)).toEqual(['done', 'done', 'done']);
  });

  it('while orders are to be sent no product is read whole', async () => {
    const {shop, id, gid} = await opened();
    const {db} = app().deps;
    const order = sell(shop, id);
    await announce(shop, 'orders/create', order.id);
    await announce(shop, 'products/update', gid);
    await drain(shop);
    const [line] = await db.selectFrom('dropship_orders').selectAll().where('shop', '=', shop.domain).execute();
    expect(line).toMatchObject({state: 'waiting', order_name: order.name});
    expect([asked(shop), wholeReadings(shop)]).toEqual([0, 0]);
    expect(await states(shop)).toEqual(['done', 'pending']);
    await db.updateTable('dropship_orders').set({next_attempt_at: null}).where('shop', '=', shop.domain).execute();
    app().clock.turn(minute);
    await drain(shop);
    expect(wholeReadings(shop)).toBe(1);
    expect(await states(shop)).toEqual(['done', 'done']);
  });

  it('an image that becomes ready after the import is no edit, and its product is read once', async () => {
    const {shop, id, gid} = await opened();
    // The import is over; Shopify has fetched the images since, which moved the product's updatedAt.
    await announce(shop, 'products/update', gid);
    await announce(shop, 'products/update', gid);
    await drain(shop);
    app().clock.turn(11 * minute);
    await announce(shop, 'products/update', gid);
    await drain(shop);
    expect(wholeReadings(shop)).toBe(1);
    expect((await shop.listing(id)).edits).toEqual({});
  });
});
