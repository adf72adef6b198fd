// A supplier whose image addresses have another signature in every answer: the same images cost nothing, a changed one is sent by its
// newest address.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {readPendingImages} from '../../../jobs/sync/read/read-images.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('signed image addresses', {articles: 60, shops: 8}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const id = '100040';
  const signing = async <T>(work: () => Promise<T>): Promise<T> => {
    const {supplier} = app();
    const ends = ['products', 'product'].map((a) => supplier.misbehave({a, does: {kind: 'sign-images'}}));
    try {
      return await work();
    } finally {
      for (const end of ends) end();
    }
  };
  const imagesOf = (article: string) => app().supplier.catalogue.get(article)?.images ?? [];
  /** Changes an article for the length of the work; the shops share one catalogue. */
  const withImages = async (images: string[], work: () => Promise<void>) => {
    const before = imagesOf(id);
    app().supplier.catalogue.change(id, {images});
    await work().finally(() => app().supplier.catalogue.change(id, {images: before}));
  };
  const addresses = async (shop: Shop) => {
    const {db} = app().deps;
    const row = await db
      .selectFrom('articles')
      .select('data')
      .where('shop', '=', shop.domain)
      .where('article_id', '=', ArticleId.parse(id))
      .executeTakeFirstOrThrow();
    return row.data?.images ?? [];
  };
  const media = (shop: Shop) => shop.product(id).media.map((image) => ({id: image.id, source: image.source}));
  const openShop = () => app().openShop({brands, owned: {images: 'sync'}});
  /** What the run asked for each article, and what it wrote. */
  const costOf = async (shop: Shop) => {
    const {supplier} = app();
    const [stock, writes] = [supplier.requestCount('dropship', 'stock'), shop.store.writes()];
    const {state, counts} = await shop.run();
    return {
      state,
      updated: counts.updated,
      stock: supplier.requestCount('dropship', 'stock') - stock,
      writes: shop.store.writes() - writes,
    };
  };

  it('that change every night cause no write and no question for an article, and are kept up to date', async () => {
    const shop = await openShop();
    await signing(async () => {
      expect((await shop.run()).counts.created).toBe(4);
      const first = await addresses(shop);
      const before = media(shop);
      expect(before.map(({source}) => source)).toEqual(first);
      expect(await costOf(shop)).toEqual({state: 'done', updated: 0, stock: 0, writes: 0});
      const second = await addresses(shop);
      expect(second).not.toEqual(first);
      expect(second.map((address) => address.split('?')[0])).toEqual(imagesOf(id));
      expect(media(shop)).toEqual(before);
    });
  });

  it('a changed image is sent by its newest address, and the others stay where they are', async () => {
    const shop = await openShop();
    const [one = '', two = '', ...rest] = imagesOf(id);
    expect(two).not.toBe('');
    await signing(async () => {
      await shop.run();
      const before = media(shop);
      await withImages([one, `${two.replace('.jpg', '')}-new.jpg`, ...rest], async () => {
        expect(await shop.run()).toMatchObject({state: 'done', counts: {updated: 1}});
        const [, newest] = await addresses(shop);
        const after = media(shop);
        expect(newest).toContain('-new.jpg?');
        expect(after.filter(({source}) => source === newest)).toHaveLength(1);
        const kept = before.filter(({source}) => !source.startsWith(two));
        expect(after.filter(({source}) => source !== newest)).toEqual(kept);
        const known = (await shop.listing(id)).media;
        expect(known.map(({url}) => url)).toEqual(await addresses(shop));
        expect(await costOf(shop)).toMatchObject({updated: 0, writes: 0});
      });
    });
  });

  it('one path with three ids is three pictures, and a new id is a new picture, signed or not', async () => {
    const shop = await openShop();
    const path = imagesOf(id)[0] ?? '';
    const ids = (...some: number[]) => some.map((number) => `${path}?id=${number}`);
    await withImages(ids(1, 2, 3), async () => {
      await shop.run();
      expect(media(shop).map(({source}) => source)).toEqual(ids(1, 2, 3));
      expect(await costOf(shop)).toMatchObject({updated: 0, writes: 0});
    });
    await withImages(ids(1, 2, 4), async () => {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {updated: 1}});
      expect(media(shop).map(({source}) => source)).toEqual(ids(1, 2, 4));
      expect(await costOf(shop)).toMatchObject({updated: 0, writes: 0});
    });
  });

  it('after an upgrade from identities without any parameter an unchanged run asks the store nothing more', async () => {
    const {db, digest, testApp} = {...app(), ...app().deps};
    const shop = await openShop();
    const asked = async () => {
      const own = () => testApp.shopify.requests().filter((request) => request.shop === shop.domain).length;
      const before = own();
      expect(await costOf(shop)).toMatchObject({state: 'done', updated: 0, writes: 0});
      return own() - before;
    };
    const images = imagesOf(id).map((address, number) => `${address}?size=big&id=${number}`);
    await withImages(images, async () => {
      await shop.run();
      const usual = await asked();
      // As the version before left it: it compared these addresses without their parameters.
      const listing = await shop.listing(id);
      const old = `images:${digest(JSON.stringify(imagesOf(id).map((address) => address.split('?')[0]))).slice(0, 12)}`;
      const fingerprint = (listing.fingerprint ?? '').replace(/images:[0-9a-f]+/, old);
      expect(fingerprint).not.toBe(listing.fingerprint);
      const ofShop = () => db.updateTable('listings').where('shop', '=', shop.domain);
      await ofShop().set({planned_for: 'as planned before'}).execute();
      await ofShop().where('article_id', '=', ArticleId.parse(id)).set({fingerprint}).execute();
      await db.updateTable('articles').set({hash: 'as it was before'}).where('shop', '=', shop.domain).execute();
      const kept = media(shop);
      expect(await asked()).toBe(usual);
      expect((await shop.listing(id)).fingerprint).toBe(listing.fingerprint);
      expect(media(shop)).toEqual(kept);
    });
  });

  it('another order of the images is a change', async () => {
    const shop = await openShop();
    await signing(async () => {
      await shop.run();
      await withImages(imagesOf(id).toReversed(), async () => {
        expect(await shop.run()).toMatchObject({state: 'done', counts: {updated: 1}});
        expect(await costOf(shop)).toMatchObject({updated: 0, writes: 0});
      });
    });
  });

  it('a product that is made weeks later gets the newest addresses', async () => {
    const shop = await app().openShop();
    await signing(async () => {
      await shop.run();
      await app().passDays(20);
      await shop.run();
      await shop.set({brands, owned: {images: 'sync'}});
      await shop.run({kind: 'daytime', trigger: 'schedule'});
      expect(media(shop).map(({source}) => source)).toEqual(await addresses(shop));
    });
  });

  it('a failed image is tried again by its newest address', async () => {
    const {testApp, deps, clock} = app();
    const shop = await openShop();
    await signing(async () => {
      const end = testApp.shopify.misbehave({fault: 'refuseImage', sourceContains: imagesOf(id)[0] ?? ''});
      const readBack = async () => {
        clock.turn(60_000);
        await readPendingImages(deps, shop.domain);
      };
      await shop.run();
      await readBack();
      expect((await shop.listing(id)).media[0]).toMatchObject({state: 'failed'});
      end();
      await shop.runOver('selected', [id]);
      await readBack();
      const [newest] = await addresses(shop);
      expect((await shop.listing(id)).media[0]).toMatchObject({url: newest, state: 'ready'});
      expect(media(shop).map(({source}) => source)).toContain(newest);
    });
  });

  it('after an upgrade from fingerprints over whole addresses an unchanged run writes nothing', async () => {
    const {db, digest} = app().deps;
    const shop = await openShop();
    await signing(async () => {
      await shop.run();
      // As the version before left it: hashes over the addresses as they were last night.
      const listing = await shop.listing(id);
      const old = `images:${digest(JSON.stringify(listing.media.map(({url}) => url))).slice(0, 12)}`;
      const fingerprint = (listing.fingerprint ?? '').replace(/images:[0-9a-f]+/, old);
      expect(fingerprint).not.toBe(listing.fingerprint);
      const ofArticle = () =>
        db.updateTable('listings').where('shop', '=', shop.domain).where('article_id', '=', ArticleId.parse(id));
      await ofArticle().set({fingerprint, planned_for: 'as planned before'}).execute();
      await db.updateTable('articles').set({hash: 'as it was before'}).where('shop', '=', shop.domain).execute();
      expect(await costOf(shop)).toMatchObject({state: 'done', updated: 0, writes: 0});
      expect((await shop.listing(id)).fingerprint).toBe(listing.fingerprint);
      expect(await costOf(shop)).toEqual({state: 'done', updated: 0, stock: 0, writes: 0});
      // Given back to the sync, images are written again, changed or not.
      const without = (listing.fingerprint ?? '').replace(/images:[0-9a-f]+ ?/, '');
      await ofArticle().set({fingerprint: without, planned_for: null}).execute();
      expect(await costOf(shop)).toMatchObject({updated: 1});
    });
  });
});
