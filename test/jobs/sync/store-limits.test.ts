// What the store does not take: images, variants past the day's limit, prices in a currency without a rate.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {readPendingImages} from '../../../jobs/sync/read/read-images.ts';
import {loadFailedMedia} from '../../../server/db/listings/listing-media.ts';
import {loadArticleChanges} from '../../../server/db/runs/run-changes.ts';
import {loadShop} from '../../../server/db/shops/shops.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `large-amounts` and `lease` send its statements on both.
onEachSyncTestApp('limits of the store', {articles: 60, shops: 11, engines: oneEngine}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const firstWithImages = (shop: Shop) =>
    [...shop.products().keys()].find((id) => (app().supplier.catalogue.get(id)?.images.length ?? 0) > 1) ?? '';
  const failed = async (shop: Shop) =>
    (await loadFailedMedia(app().deps.db, shop.domain, 10)).map(({articleId}) => articleId);

  it('an image that is refused is named and stops nothing; it alone is tried again when asked', async () => {
    const {deps, testApp, clock, supplier} = app();
    const shop = await app().openShop({brands});
    const preview = await shop.run({kind: 'preview'});
    expect(preview.counts.created).toBe(4);
    const id = '100040';
    const url = supplier.catalogue.get(id)?.images[0] ?? '';
    const end = testApp.shopify.misbehave({fault: 'refuseImage', sourceContains: url});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 4}});
    clock.turn(60_000);
    await readPendingImages(deps, shop.domain);
    expect(await failed(shop)).toEqual([id]);
    expect((await shop.listing(id)).media).toHaveLength(supplier.catalogue.get(id)?.images.length ?? 0);
    end();
    expect((await shop.runOver('selected', [id])).state).toBe('done');
    clock.turn(60_000);
    await readPendingImages(deps, shop.domain);
    expect(await failed(shop)).toEqual([]);
    expect((await shop.listing(id)).media.every(({state}) => state === 'ready')).toBe(true);
    expect(firstWithImages(shop)).not.toBe('');
  });

  it('past the day’s limit of variants nothing more is created, prices move all the same, and the next day goes on', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    await shop.run();
    const [id = ''] = shop.products().keys();
    shop.store.setVariantLimit({threshold: 0, perDay: 0});
    await shop.set({brands});
    const cents = supplier.catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    supplier.catalogue.setStock(id, {price: Math.round(cents * 1.1) / 100});
    const run = await shop.run();
    expect(run).toMatchObject({state: 'partial', counts: {created: 0, updated: 1, quarantined: 0}});
    expect(run.reason).toContain('continues tomorrow');
    shop.store.setVariantLimit(null);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 2}});
  });

  it('past that limit withdrawn sizes leave all the same, prices move, and new sizes come the next day', async () => {
    const {supplier, deps} = app();
    const {catalogue} = supplier;
    const all = [...new Set(catalogue.all().map(({brand}) => brand))];
    const shop = await app().openShop({brands: all});
    await shop.run();
    const sizes = (id: string) => catalogue.stated(id)?.sizes ?? [];
    const cents = (id: string) => catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    const ids = [...shop.products().keys()].filter((id) => sizes(id).length > 1 && cents(id) > 0).toSorted();
    const [adding, losing, [replaced = '']] = [ids.slice(0, 12), ids.slice(12, 16), ids.slice(16)];
    const before = new Map(ids.map((id) => [id, {stated: sizes(id), shown: shop.product(id)}]));
    const variants = (id: string) => before.get(id)?.shown.variants ?? [];
    shop.store.setVariantLimit({threshold: 0, perDay: 0});
    for (const id of adding)
      catalogue.setStock(id, {sizes: [...sizes(id), '9XL'], price: Math.round(cents(id) * 1.1) / 100});
    for (const id of losing) catalogue.setStock(id, {sizes: sizes(id).slice(1)});
    catalogue.setStock(replaced, {sizes: ['9XL']});
    await app().passDays(8);
    const run = await shop.run();
    expect(run).toMatchObject({state: 'partial', reason: expect.stringContaining('continues tomorrow')});
    for (const id of losing) expect(shop.product(id).variants.length).toBeLessThan(variants(id).length);
    for (const id of adding) {
      expect(shop.product(id).variants.map(({id: gid}) => gid)).toEqual(variants(id).map(({id: gid}) => gid));
      expect(shop.product(id).variants[0]?.price).not.toBe(variants(id)[0]?.price);
      const told = await loadArticleChanges(deps.db, shop.domain, ArticleId.parse(id), 20);
      expect(told.filter(({kind, field}) => kind === 'update' && field === 'variants')).toEqual([]);
    }
    // Nothing of it is stated any more, and what is stated cannot be made today.
    expect(shop.product(replaced).status).toBe('DRAFT');
    const writes = shop.store.writes();
    expect((await shop.run()).state).toBe('partial');
    for (const id of adding) expect(shop.product(id).variants).toHaveLength(variants(id).length);
    // Those that were under way when the first was refused.
    expect(shop.store.writes() - writes).toBeLessThanOrEqual(8);
    shop.store.setVariantLimit(null);
    expect((await shop.run()).state).toBe('done');
    for (const id of adding) expect(shop.product(id).variants.length).toBeGreaterThan(variants(id).length);
    expect(shop.product(replaced).status).toBe('ACTIVE');
    for (const id of ids) catalogue.setStock(id, {sizes: before.get(id)?.stated ?? [], price: cents(id) / 100});
  });

  it('a product that was made and cannot be published is known to us, and is published by a later run', async () => {
    const {testApp} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    const end = testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{code: null, field: ['id'], message: 'Not now.'}],
      when: ({shop: of, rootFields}) => of === shop.domain && rootFields.includes('publishablePublish'),
    });
    const run = await shop.run();
    expect(run).toMatchObject({state: 'partial', counts: {created: 2, quarantined: 0}});
    expect(run.reason).toContain('could not be put into the Online Store: Shopify refused it: Not now.');
    for (const [id, {variants}] of shop.products()) {
      const listing = await shop.listing(id);
      expect(listing).toMatchObject({state: 'active', reason: expect.stringContaining('Not now.')});
      expect(listing.variants).toHaveLength(variants.length);
    }
    end();
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 0}});
    for (const [id, {publications}] of shop.products()) {
      expect(publications).toEqual(['Online Store']);
      expect((await shop.listing(id)).reason).toBeNull();
    }
    const writes = shop.store.writes();
    await shop.run();
    expect(shop.store.writes()).toBe(writes);
  });

  it('a store that changes its currency keeps its products as they are until a rate is set', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const shown = () => [...shop.products().values()].map(({status, variants}) => JSON.stringify([status, variants]));
    const before = shown();
    shop.store.setCurrency('CHF');
    const run = await shop.run();
    expect(run).toMatchObject({state: 'partial', counts: {writes: 0, retired: 0, held: 0}});
    expect(run.reason).toContain('CHF');
    expect(shown()).toEqual(before);
    const rate = {currency: 'CHF', perEuro: '0.95', asOf: '2026-11-01', bufferPercent: 2};
    await shop.set({pricing: {vatPercent: 22, rate}});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {updated: 4}});
    const [product] = shop.products().values();
    const stored = await shop.listing(product?.articleId ?? '');
    expect(Number(product?.variants[0]?.price)).toBe(Number(stored.written.price));
  });

  it('its country and those it ships to are stored at the installation, and by a run when they changed', async () => {
    const shop = await app().openShop({brands});
    const stored = async () => {
      const facts = await loadShop(app().deps.db, shop.domain);
      return [facts?.country, facts?.shipsToCountries];
    };
    expect(await stored()).toEqual(['DE', ['DE', 'FR', 'GB', 'US', 'JP', 'NO']]);
    shop.store.setSettings({countryCode: 'CH', shipsTo: ['FR', 'AU']});
    await shop.run({kind: 'preview'});
    expect(await stored()).toEqual(['CH', ['FR', 'AU']]);
  });

  it('a store without an exchange rate from the start imports nothing, and says why', async () => {
    const shop = await app().openShop({brands});
    shop.store.setCurrency('USD');
    expect(await shop.run()).toMatchObject({state: 'partial', reason: expect.stringContaining('USD')});
    expect(shop.store.products()).toEqual([]);
  });
});
