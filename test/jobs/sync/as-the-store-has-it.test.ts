// What a real store does with a product after the app wrote it: channels, rounded amounts, images that come late, unlisted products.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {readPendingImages} from '../../../jobs/sync/read/read-images.ts';
import {saveMedia} from '../../../server/db/listings/listing-media.ts';
import {loadArticleChanges} from '../../../server/db/runs/run-changes.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('a product as the store has it', {articles: 60, shops: 10}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const first = (shop: Shop): string => [...shop.products().keys()].toSorted()[0] ?? '';
  const centsOf = (id: string) =>
    app()
      .supplier.catalogue.listed()
      .find((entry) => entry.id === id)?.cents ?? 0;
  /** Operations of the shop from now on, by name. */
  const watch = (shop: Shop): string[] => {
    const seen: string[] = [];
    app().testApp.shopify.misbehave({
      fault: 'status',
      status: 500,
      when: ({shop: of, operationName}) => {
        if (of === shop.domain) seen.push(operationName ?? '');
        return false;
      },
    });
    return seen;
  };

  it('is in the Online Store once it is on sale, by one request for the channel in the whole run', async () => {
    const shop = await app().openShop({brands});
    const seen = watch(shop);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 4}});
    for (const {status, publications} of shop.products().values()) {
      expect([status, publications]).toEqual(['ACTIVE', ['Online Store']]);
    }
    expect(seen.filter((name) => name === 'Publications')).toHaveLength(1);
  });

  it('stays on no channel in a store without an Online Store, and the run and the product say so', async () => {
    const shop = await app().openShop({brands});
    shop.store.removeChannel('online_store');
    const run = await shop.run();
    expect(run).toMatchObject({state: 'partial', counts: {created: 4}});
    expect(run.reason).toContain('4 products are in the store but could not be put into the Online Store');
    expect(run.reason).toContain('This store has no Online Store sales channel');
    for (const [id, {publications}] of shop.products()) {
      expect(publications).toEqual([]);
      expect((await shop.listing(id)).reason).toContain('no Online Store sales channel');
    }
    const seen = watch(shop);
    expect((await shop.run()).reason).toContain(
      '4 products are in the store but could not be put into the Online Store',
    );
    expect(seen.filter((name) => name === 'ProductState' || name === 'Publish')).toEqual([]);
  });

  it('is not published while the merchant keeps it as a draft', async () => {
    const shop = await app().openShop({brands});
    const end = app().testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{code: null, field: ['id'], message: 'Not now.'}],
      when: ({shop: of, rootFields}) => of === shop.domain && rootFields.includes('publishablePublish'),
    });
    await shop.run();
    end();
    const id = first(shop);
    shop.store.editProduct(shop.product(id).id, {status: 'DRAFT'});
    await shop.run();
    expect(shop.product(id)).toMatchObject({status: 'DRAFT', publications: []});
    shop.store.editProduct(shop.product(id).id, {status: 'ACTIVE'});
    await shop.run();
    expect(shop.product(id)).toMatchObject({status: 'ACTIVE', publications: ['Online Store']});
  });

  it('that the merchant keeps unlisted comes back unlisted after the supplier had left it out', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands});
    await shop.run();
    const id = first(shop);
    shop.store.editProduct(shop.product(id).id, {status: 'UNLISTED'});
    catalogue.withdraw(id);
    await shop.run();
    expect(shop.product(id).status).toBe('DRAFT');
    catalogue.restore(id);
    await shop.run();
    expect(shop.product(id).status).toBe('UNLISTED');
    const told = await loadArticleChanges(app().deps.db, shop.domain, ArticleId.parse(id), 20);
    const steps = told.filter(({field, kind}) => field === 'status' && kind !== 'create');
    expect(steps.map(({before, after}) => [before, after])).toEqual([
      ['DRAFT', 'UNLISTED'],
      ['UNLISTED', 'DRAFT'],
    ]);
  });

  it('keeps the amounts the store rounded, and they are no edits of the merchant', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands});
    shop.store.setCurrency('CHF');
    shop.store.setSettings({priceDecimals: 0});
    const rate = {currency: 'CHF', perEuro: '0.937', asOf: '2026-11-01', bufferPercent: 2};
    await shop.set({pricing: {vatPercent: 22, rate, ending: null}});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 4}});
    const id = first(shop);
    const price = centsOf(id) / 100;
    const checked = async () => {
      // A product that was announced is read whole once in ten minutes.
      app().clock.turn(11 * 60_000);
      for (const [article, {id: gid, variants}] of shop.products()) {
        await shop.notice(gid);
        const {edits, written} = await shop.listing(article);
        expect(edits).toEqual({});
        expect([written.price, written.cost]).toEqual([variants[0]?.price, variants[0]?.cost]);
        expect(written.price).toMatch(/\.00$/);
      }
    };
    await checked();
    // Prices alone, then the variants as a list.
    catalogue.setStock(id, {price: Math.round(centsOf(id) * 1.17) / 100});
    expect(await shop.run()).toMatchObject({counts: {updated: 1}});
    await checked();
    catalogue.setStock(id, {price: Math.round(centsOf(id) * 1.31) / 100, sizes: ['One', 'Two', 'Three']});
    expect(await shop.run()).toMatchObject({counts: {updated: 1}});
    await checked();
    expect(await shop.run()).toMatchObject({counts: {updated: 0, writes: 0}});
    catalogue.setStock(id, {price});
  });

  it('has images described by the article’s name, and by its colour where it has one', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands, template: {title: '{brand} {name}'}});
    const pictured = catalogue.listed().filter(({id}) => {
      const article = catalogue.get(id);
      return article !== undefined && brands.includes(article.brand) && article.images.length > 0;
    });
    const [one = '', other = ''] = pictured.map(({id}) => id);
    catalogue.setStock(one, {colours: ['Navy blue']});
    catalogue.setStock(other, {colours: ['Red', 'Green']});
    await shop.run();
    const altsOf = (id: string) => [
      ...new Set(
        shop
          .products()
          .get(id)
          ?.media.map(({alt}) => alt),
      ),
    ];
    expect(altsOf(one)).toEqual([`${catalogue.get(one)?.name}, Navy blue`]);
    expect(altsOf(other)).toEqual([catalogue.get(other)?.name]);
  });

  it('knows which image is which, also where the store’s answer left some out at first', async () => {
    const {testApp, clock, deps} = app();
    const shop = await app().openShop({brands});
    const end = testApp.shopify.misbehave({
      fault: 'lateImages',
      when: ({shop: of}) => of === shop.domain,
    });
    await shop.run();
    end();
    clock.turn(60_000);
    await readPendingImages(deps, shop.domain);
    for (const [id, {media}] of shop.products()) {
      const known = (await shop.listing(id)).media;
      expect(known.map(({url, gid}) => [url, gid])).toEqual(media.map(({source, id: gid}) => [source, gid]));
      expect(known.every(({state}) => state === 'ready')).toBe(true);
    }
  });

  it('keeps the images that a run wrote while late ones were looked for', async () => {
    const {clock, deps} = app();
    const shop = await app().openShop({brands});
    await shop.run();
    clock.turn(60_000);
    const ids = [...shop.products().keys()].slice(0, 2).map((id) => ArticleId.parse(id));
    const sent = deps.db.updateTable('listing_media').set({media_gid: null, state: 'pending'});
    await sent.where('shop', '=', shop.domain).where('article_id', 'in', ids).execute();
    const written = {gid: 'gid://shopify/MediaImage/1', state: 'ready', reason: null} as const;
    const writeUnread = async (): Promise<void> => {
      for (const id of ids) {
        const [{url, gid} = {url: '', gid: ''}] = (await shop.listing(id)).media;
        if (gid === null) await saveMedia(deps.db, shop.domain, id, [{url, ...written}], clock.now());
      }
    };
    await readPendingImages(deps, shop.domain, writeUnread);
    const counts = await Promise.all(ids.map(async (id) => (await shop.listing(id)).media.length));
    // The store has several of each.
    expect(Math.min(...counts)).toBe(1);
  });

  it('with more than a hundred sizes is held before anything is sent, and the preview says why', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands});
    catalogue.setStock('100040', {sizes: Array.from({length: 101}, (_, index) => `Size ${index}`)});
    const preview = await shop.run({kind: 'preview'});
    expect(preview.counts).toMatchObject({created: 3, held: 1, quarantined: 0});
    expect(await shop.run()).toMatchObject({counts: {created: 3, held: 1, quarantined: 0}});
    expect(await shop.listing('100040')).toMatchObject({
      state: 'held',
      reasonCode: 'variants_impossible',
      reason: 'The article has 101 sizes; Shopify takes at most 100 values of one option.',
    });
    catalogue.setStock('100040', {sizes: []});
  });

  it('is not read again for a webhook about the app’s own write', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands});
    await shop.run();
    const id = first(shop);
    const price = centsOf(id) / 100;
    catalogue.setStock(id, {price: Math.round(centsOf(id) * 1.2) / 100});
    await shop.run();
    catalogue.setStock(id, {price});
    const seen = watch(shop);
    for (const {id: gid} of shop.products().values()) await shop.notice(gid, app().deps.now());
    expect(seen).toEqual(Array.from(shop.products(), () => 'ProductUpdatedAt'));
  });
});
