// What is the merchant's stays: edits in the store, products from before a reinstall, variants put off sale.
import {expect, it} from 'vitest';
import {ArticleId, ProductGid, VariantGid} from '#domain/ids.ts';
import {saveManualChoice, toChoiceBasis} from '../../../server/db/catalogue/choice.ts';
import {saveVariantOffSale} from '../../../server/db/listings/listing-variants.ts';
import {saveProductDeleted} from '../../../server/db/listings/listings.ts';
import {markUninstalled} from '../../../server/db/shops/removed-shops.ts';
import {loadShop, loadStoredSettings, saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('ownership', {articles: 60, shops: 14}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const first = (shop: Shop): string => [...shop.products().keys()].toSorted()[0] ?? '';
  const moveCost = (id: string, factor: number) => {
    const {catalogue} = app().supplier;
    const cents = catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    catalogue.setStock(id, {price: Math.round(cents * factor) / 100});
  };

  const pick = async (shop: Shop, id: string) => {
    const {db} = app().deps;
    const facts = await loadShop(db, shop.domain);
    if (facts === null) throw new Error('no shop');
    const basis = toChoiceBasis((await loadStoredSettings(db, shop.domain)).settings, facts);
    await saveManualChoice(db, shop.domain, [ArticleId.parse(id)], 'picked', basis);
  };

  it('our own writes are no edits', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    for (const [id, {id: gid}] of shop.products()) {
      await shop.notice(gid);
      expect((await shop.listing(id)).edits).toEqual({});
    }
    expect((await shop.run({kind: 'edits'})).state).toBe('done');
    for (const id of shop.products().keys()) expect((await shop.listing(id)).edits).toEqual({});
  });

  it('a price the merchant set in the store stands from then on, whatever the supplier asks', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const id = first(shop);
    const product = shop.product(id);
    for (const variant of product.variants) shop.store.editVariant(variant.id, {price: '199.00'});
    await shop.notice(product.id);
    expect((await shop.listing(id)).edits.price).toMatchObject({live: '199.00'});
    moveCost(id, 1.1);
    expect(await shop.run()).toMatchObject({state: 'done'});
    for (const {price} of shop.product(id).variants) expect(Number(price)).toBe(199);
  });

  it('an edit that no webhook announced is found by the weekly comparison, a deleted product too', async () => {
    const shop = await app().openShop({brands, owned: {title: 'sync'}});
    await shop.run();
    const [id = '', other = ''] = [...shop.products().keys()].toSorted();
    shop.store.editProduct(shop.product(id).id, {title: 'My own words'});
    shop.store.deleteProduct(shop.product(other).id);
    expect((await shop.run({kind: 'edits'})).state).toBe('done');
    expect((await shop.listing(id)).edits.title).toMatchObject({live: 'My own words'});
    expect((await shop.listing(other)).state).toBe('deleted_in_store');
    app().supplier.catalogue.change(id, {name: 'The supplier calls it otherwise'});
    await shop.run();
    expect(shop.product(id).title).toBe('My own words');
    expect(shop.products().has(other)).toBe(false);
  });

  it('after everything about the store was forgotten, its products are found again, and every field is the merchant’s', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const before = [...shop.products().values()];
    for (const table of ['run_changes', 'listing_media', 'listing_variants', 'listings', 'articles'] as const) {
      await db.deleteFrom(table).where('shop', '=', shop.domain).execute();
    }
    await db.updateTable('shops').set({adopted_at: null}).where('shop', '=', shop.domain).execute();
    shop.store.editProduct(before[0]?.id ?? '', {title: 'Sold under my own words'});
    const writes = shop.store.writes();
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 0, updated: 0, unchanged: 4, writes: 0}});
    expect(shop.store.writes()).toBe(writes);
    expect(shop.store.products()).toHaveLength(before.length);
    for (const {articleId, variants} of before) {
      const listing = await shop.listing(articleId ?? '');
      expect(listing.variants).toHaveLength(variants.length);
      const stated = app().supplier.catalogue.stated(articleId ?? '');
      for (const {colour, size} of listing.variants) {
        if (stated?.colours.length) expect(stated.colours).toContain(colour);
        if (stated?.sizes.length) expect(stated.sizes).toContain(size);
      }
    }
    moveCost(first(shop), 1.1);
    expect((await shop.run()).counts).toMatchObject({writes: 0});
  });

  it('what the merchant changed while the app was gone is theirs when it comes back', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands, owned: {title: 'sync'}});
    await shop.run();
    const [id = '', other = '', third = ''] = [...shop.products().keys()].toSorted();
    app().clock.turn(60_000);
    const sessions = await db.selectFrom('sessions').selectAll().where('shop', '=', shop.domain).execute();
    await markUninstalled(db, shop.domain, now());
    for (const variant of shop.product(id).variants) shop.store.editVariant(variant.id, {price: '199.00'});
    shop.store.deleteProduct(shop.product(other).id);
    shop.store.editProduct(shop.product(third).id, {title: 'My own words'});
    app().clock.turn(60_000);
    await saveInstalledShop(db, shop.domain, {scopes: 'read_products,write_products'}, now());
    await db.insertInto('sessions').values(sessions).execute();
    await shop.replaceKey('catalogue');
    await shop.replaceKey('dropship');
    app().clock.turn(60_000);
    for (const each of [id, other]) moveCost(each, 1.1);
    app().supplier.catalogue.change(third, {name: 'The supplier calls it so now'});
    expect(await shop.run()).toMatchObject({state: 'done'});
    for (const {price} of shop.product(id).variants) expect(price).toBe('199.00');
    expect(shop.products().has(other)).toBe(false);
    expect(shop.product(third).title).toBe('My own words');
    // Once is enough: the run after it reads no product back.
    const before = (await shop.listing(id)).edits;
    for (const variant of shop.product(id).variants) shop.store.editVariant(variant.id, {price: '198.00'});
    await shop.run();
    expect((await shop.listing(id)).edits).toEqual(before);
  });

  it('a product without its listing key is read back all the same', async () => {
    const shop = await app().openShop({brands, owned: {title: 'sync'}});
    await shop.run();
    const id = first(shop);
    const gid = shop.product(id).id;
    shop.store.editProduct(gid, {title: 'Without a key', removeMetafields: true});
    expect((await shop.run({kind: 'edits'})).state).toBe('done');
    expect((await shop.listing(id)).edits.title).toMatchObject({live: 'Without a key'});
  });

  it('a product taken over in a preview is told as done, for it is', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    for (const table of ['run_changes', 'listing_media', 'listing_variants', 'listings', 'articles'] as const) {
      await db.deleteFrom(table).where('shop', '=', shop.domain).execute();
    }
    await db.updateTable('shops').set({adopted_at: null}).where('shop', '=', shop.domain).execute();
    await shop.run({kind: 'preview'});
    const changes = db.selectFrom('run_changes').select(['kind', 'applied']).where('shop', '=', shop.domain);
    const told = await changes.execute();
    expect(told.filter(({kind}) => kind === 'adopt')).toHaveLength(4);
    for (const {kind, applied} of told) expect(applied).toBe(kind === 'adopt');
  });

  it('a deleted product comes back when it is picked by hand, with every variant, and stays ours to price', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const id = first(shop);
    const {id: gid, variants} = shop.product(id);
    await shop.runOver('delete', [id]);
    expect((await shop.run()).counts).toMatchObject({created: 0});
    expect(shop.products().has(id)).toBe(false);
    await pick(shop, id);
    expect((await shop.run()).counts).toMatchObject({created: 1});
    expect(shop.product(id).id).not.toBe(gid);
    expect(shop.product(id).variants).toHaveLength(variants.length);
    expect(await shop.listing(id)).toMatchObject({state: 'active', edits: {}, ownedHere: {}});
    const before = shop.product(id).variants[0]?.price;
    moveCost(id, 1.2);
    await shop.run();
    expect(shop.product(id).variants[0]?.price).not.toBe(before);
    // News of the old product's end, come late, is not about the new one.
    await saveProductDeleted(app().deps.db, shop.domain, ProductGid.parse(gid), app().clock.now());
    expect((await shop.listing(id)).state).toBe('active');
  });

  it('a variant the merchant deleted stays away until it is asked for', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = '', {variants} = {variants: []}] =
      [...shop.products()].find(([, product]) => product.variants.length > 1) ?? [];
    const gid = variants[0]?.id ?? '';
    shop.store.deleteVariant(gid);
    await shop.notice(shop.product(id).id);
    await shop.run();
    expect(shop.product(id).variants).toHaveLength(variants.length - 1);
    expect(await saveVariantOffSale(db, shop.domain, VariantGid.parse(gid), false, now())).toMatchObject({
      offSale: false,
    });
    await shop.run();
    expect(shop.product(id).variants).toHaveLength(variants.length);
  });

  it('a variant the app itself took off sale is not taken for one the merchant deleted', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = '', {variants} = {variants: []}] =
      [...shop.products()].find(([, product]) => product.variants.length > 1) ?? [];
    const gid = variants[0]?.id ?? '';
    await saveVariantOffSale(db, shop.domain, VariantGid.parse(gid), true, now());
    shop.store.deleteVariant(gid);
    await shop.notice(shop.product(id).id);
    const row = db.selectFrom('listing_variants').select('state').where('shop', '=', shop.domain);
    expect(await row.where('variant_gid', '=', VariantGid.parse(gid)).executeTakeFirst()).toEqual({
      state: 'suppressed',
    });
  });

  it('a variant put off sale leaves the product, stays off while it is stated, and comes back when released', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = '', {variants} = {variants: []}] =
      [...shop.products()].find(([, product]) => product.variants.length > 1) ?? [];
    const gid = variants[0]?.id ?? '';
    expect(await saveVariantOffSale(db, shop.domain, VariantGid.parse(gid), true, now())).toMatchObject({
      offSale: false,
    });
    expect((await shop.run()).state).toBe('done');
    expect(shop.product(id).variants.map((variant) => variant.id)).not.toContain(gid);
    expect(shop.product(id).variants).toHaveLength(variants.length - 1);
    moveCost(id, 1.05);
    await shop.run();
    expect(shop.product(id).variants).toHaveLength(variants.length - 1);
    await saveVariantOffSale(db, shop.domain, VariantGid.parse(gid), false, now());
    await shop.run();
    expect(shop.product(id).variants).toHaveLength(variants.length);
  });
});
