// What the merchant changes in the store arrives as a signed delivery, and what the sync writes afterwards leaves it alone.

import {expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {drainDeliveries} from '../../jobs/webhooks/drain-deliveries.ts';
import {saveIntendedValues} from '../../server/db/listings/listings.ts';
import {oneEngine} from '../support/test-app.ts';
import {bodyAbout} from '../support/webhook-bodies.ts';
import {onEachSyncTestApp, type Shop} from './sync/sync-test-app.ts';

// On one engine: `jobs/leaving`, `jobs/product-announcements` and `db/deliveries` send its statements on both.
onEachSyncTestApp('deliveries about products', {articles: 60, shops: 12, engines: oneEngine}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const drain = (shop: Shop) => drainDeliveries(app().deps, {shop: shop.domain});
  /** Signed and posted to the route; whoever works on the inbox has not looked yet. */
  const post = async (shop: Shop, topic: 'products/update' | 'products/delete', gid: string) => {
    const {webhooks} = app().testApp.shopify;
    webhooks.deliver(topic, shop.domain, bodyAbout(topic, gid));
    await webhooks.flush();
  };
  const inbox = async (shop: Shop) => {
    const rows = app().deps.db.selectFrom('deliveries').select('state').where('shop', '=', shop.domain);
    return (await rows.orderBy('id').execute()).map(({state}) => state);
  };
  const prices = (shop: Shop, id: string) => [...new Set(shop.product(id).variants.map(({price}) => price))];
  const setPrice = (shop: Shop, id: string, price: string) => {
    for (const variant of shop.product(id).variants) shop.store.editVariant(variant.id, {price});
  };
  const cents = (id: string) =>
    app()
      .supplier.catalogue.listed()
      .find((entry) => entry.id === id)?.cents ?? 0;
  /** Returns how to move it back, for the catalogue is every test's. */
  const moveCost = (id: string, factor: number): (() => void) => {
    const {catalogue} = app().supplier;
    const before = cents(id);
    catalogue.setStock(id, {price: Math.round(before * factor) / 100});
    return () => catalogue.setStock(id, {price: before / 100});
  };
  const opened = async (settings = {}) => {
    const shop = await app().openShop({brands, ...settings});
    await shop.run();
    // The merchant does nothing in the very second of the app's last write.
    app().clock.turn(1_000);
    const ids = [...shop.products().keys()].toSorted();
    return {shop, id: ids[0] ?? '', other: ids[1] ?? ''};
  };
  const during = async (shop: Shop, checkpoint: string, work: () => Promise<void>) => {
    const under: Promise<void>[] = [];
    app().onCheckpoint = (name) => {
      if (name === checkpoint && under.length === 0) under.push(work());
    };
    await shop.run();
    app().onCheckpoint = () => {};
    expect(under).toHaveLength(1);
    await Promise.all(under);
  };

  it('an edited price, a deleted variant and a deleted product are seen, and stand', async () => {
    const {shop, id, other} = await opened();
    const many = [...shop.products()].find(([each, {variants}]) => each !== other && variants.length > 1)?.[0] ?? id;
    setPrice(shop, many, '199.00');
    const gone = shop.product(many).variants[0]?.id ?? '';
    shop.store.deleteVariant(gone);
    await post(shop, 'products/update', shop.product(many).id);
    const deleted = shop.product(other).id;
    shop.store.deleteProduct(deleted);
    await post(shop, 'products/delete', deleted);
    await drain(shop);
    expect(await inbox(shop)).toEqual(['done', 'done']);
    expect((await shop.listing(many)).edits.price).toMatchObject({live: '199.00'});
    expect((await shop.listing(other)).state).toBe('deleted_in_store');
    const back = [moveCost(many, 1.1), moveCost(other, 1.1)];
    expect((await shop.run()).state).toBe('done');
    for (const undo of back) undo();
    expect(prices(shop, many)).toEqual(['199.00']);
    expect(shop.product(many).variants.map((variant) => variant.id)).not.toContain(gone);
    expect(shop.products().has(other)).toBe(false);
  });

  it('a deletion is announced by an unsigned header: a product that Shopify still shows stays as it is', async () => {
    const {shop, id, other} = await opened();
    setPrice(shop, other, '199.00');
    for (const each of [id, other]) await post(shop, 'products/delete', shop.product(each).id);
    await drain(shop);
    expect(await inbox(shop)).toEqual(['done', 'done']);
    expect(await shop.listing(id)).toMatchObject({state: 'active', edits: {}});
    expect(await shop.listing(other)).toMatchObject({state: 'active', edits: {price: {live: '199.00'}}});
  });

  it('a deletion announced while a run works waits for its end, unless the run is about to write the product', async () => {
    const {shop, id, other} = await opened();
    const back = moveCost(id, 1.1);
    await during(shop, 'list-read', async () => {
      for (const each of [id, other]) {
        const gid = shop.product(each).id;
        shop.store.deleteProduct(gid);
        await post(shop, 'products/delete', gid);
      }
      await drain(shop);
      expect(await inbox(shop)).toEqual(['pending', 'pending']);
    });
    back();
    expect((await shop.listing(id)).state).toBe('deleted_in_store');
    await drain(shop);
    expect(await inbox(shop)).toEqual(['done', 'done']);
    expect((await shop.listing(other)).state).toBe('deleted_in_store');
  });

  it('one that comes while a run works waits for its end, and the next run knows of the edit', async () => {
    const {shop, id} = await opened();
    await during(shop, 'list-read', async () => {
      setPrice(shop, id, '500.00');
      await post(shop, 'products/update', shop.product(id).id);
      await drain(shop);
      expect(await inbox(shop)).toEqual(['pending']);
    });
    await drain(shop);
    expect(await inbox(shop)).toEqual(['done']);
    const back = moveCost(id, 1.1);
    await shop.run();
    back();
    expect(prices(shop, id)).toEqual(['500.00']);
  });

  it('an edit whose webhook waits is respected by the run that would overwrite it', async () => {
    const {shop, id} = await opened();
    const back = moveCost(id, 1.1);
    setPrice(shop, id, '500.00');
    await post(shop, 'products/update', shop.product(id).id);
    await shop.run();
    back();
    expect(prices(shop, id)).toEqual(['500.00']);
    expect(await inbox(shop)).toEqual(['pending']);
    await drain(shop);
    expect((await shop.listing(id)).edits.price).toMatchObject({live: '500.00'});
  });

  it('an edit from a moment before the sync wrote another field is an edit all the same', async () => {
    const {shop, id} = await opened({owned: {title: 'sync'}});
    const {webhooks} = app().testApp.shopify;
    const back = moveCost(id, 1.1);
    shop.store.editProduct(shop.product(id).id, {title: 'My own words'});
    // Triggered now; on its way for as long as the run takes.
    webhooks.pause();
    webhooks.deliver('products/update', shop.domain, bodyAbout('products/update', shop.product(id).id));
    expect((await shop.run()).counts).toMatchObject({updated: 1});
    webhooks.resume();
    await webhooks.flush();
    await drain(shop);
    back();
    const name = app().supplier.catalogue.get(id)?.name ?? '';
    app().supplier.catalogue.change(id, {name: 'The supplier calls it otherwise'});
    await shop.run();
    app().supplier.catalogue.change(id, {name});
    expect(shop.product(id).title).toBe('My own words');
  });

  it('told late of what the sync itself wrote, nothing becomes the merchant’s', async () => {
    const {shop, id} = await opened();
    const back = moveCost(id, 1.1);
    await shop.run();
    back();
    await post(shop, 'products/update', shop.product(id).id);
    await drain(shop);
    expect((await shop.listing(id)).edits).toEqual({});
  });

  it('what the sync wrote and was cut short before it could note it is no edit either', async () => {
    const {shop, id} = await opened();
    const {db} = app().deps;
    // As a worker leaves it that dies between the store's answer and our own note of it.
    await saveIntendedValues(db, shop.domain, [{id, values: {price: '321.00', currency: 'EUR'}}]);
    setPrice(shop, id, '321.00');
    await post(shop, 'products/update', shop.product(id).id);
    await drain(shop);
    expect((await shop.listing(id)).edits).toEqual({});
    // Another webhook within ten minutes would wait.
    app().clock.turn(11 * 60_000);
    setPrice(shop, id, '322.00');
    await post(shop, 'products/update', shop.product(id).id);
    await drain(shop);
    expect((await shop.listing(id)).edits.price).toMatchObject({live: '322.00'});
  });

  it('while an interrupted run waits to go on, webhooks about products wait with it', async () => {
    const {shop, id} = await opened();
    const {db} = app().deps;
    const [latest] = await db.selectFrom('runs').select('id').where('shop', '=', shop.domain).execute();
    const setState = (state: 'running' | 'done') =>
      db
        .updateTable('runs')
        .set({state})
        .where('id', '=', RunId.parse(latest?.id ?? ''))
        .execute();
    await setState('running');
    setPrice(shop, id, '500.00');
    await post(shop, 'products/update', shop.product(id).id);
    await drain(shop);
    expect(await inbox(shop)).toEqual(['pending']);
    await setState('done');
    await drain(shop);
    expect(await inbox(shop)).toEqual(['done']);
  });
});
