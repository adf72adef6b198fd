// What the store does not take: images, variants past the day's limit, prices in a currency without a rate.
import {expect, it} from 'vitest';
import {tendCatalogue} from '../../jobs/tend-catalogue.ts';
import {loadFailedMedia} from '../../server/db/listing-media.ts';
import {onEachStage, type Shop} from './sync-stage.ts';

onEachStage('limits of the store', {articles: 60, shops: 6}, (stage) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const firstWithImages = (shop: Shop) =>
    [...shop.products().keys()].find((id) => (stage().supplier.catalogue.get(id)?.images.length ?? 0) > 1) ?? '';
  const failed = async (shop: Shop) =>
    (await loadFailedMedia(stage().deps.db, shop.domain, 10)).map(({articleId}) => articleId);

  it('an image that is refused is named and stops nothing; it alone is tried again when asked', async () => {
    const {deps, house, clock, supplier} = stage();
    const shop = await stage().openShop({brands});
    const preview = await shop.run({kind: 'preview'});
    expect(preview.counts.created).toBe(4);
    const id = '100040';
    const url = supplier.catalogue.get(id)?.images[0] ?? '';
    const end = house.shopify.misbehave({fault: 'refuseImage', sourceContains: url});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 4}});
    clock.turn(60_000);
    await tendCatalogue(deps, 'read-images', shop.domain);
    expect(await failed(shop)).toEqual([id]);
    expect((await shop.listing(id)).media).toHaveLength(supplier.catalogue.get(id)?.images.length ?? 0);
    end();
    expect((await shop.runOver('few', [id])).state).toBe('done');
    clock.turn(60_000);
    await tendCatalogue(deps, 'read-images', shop.domain);
    expect(await failed(shop)).toEqual([]);
    expect((await shop.listing(id)).media.every(({state}) => state === 'ready')).toBe(true);
    expect(firstWithImages(shop)).not.toBe('');
  });

  it('past the day’s limit of variants nothing more is created, prices move all the same, and the next day goes on', async () => {
    const {supplier} = stage();
    const shop = await stage().openShop({brands: ['Nordhaag']});
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

  it('a store that changes its currency keeps its products as they are until a rate is set', async () => {
    const shop = await stage().openShop({brands});
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

  it('a store without an exchange rate from the start imports nothing, and says why', async () => {
    const shop = await stage().openShop({brands});
    shop.store.setCurrency('USD');
    expect(await shop.run()).toMatchObject({state: 'partial', reason: expect.stringContaining('USD')});
    expect(shop.store.products()).toEqual([]);
  });
});
