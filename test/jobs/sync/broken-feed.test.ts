// A whole feed gone wrong in one night, over a shop of some fifty products: nothing is repriced, nothing is taken off sale.
import {expect, it} from 'vitest';
import {loadWaitingBrake} from '../../../server/db/runs/brakes.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `brakes`, `quarantine` and `journeys/feed-to-store` send its statements on both.
onEachSyncTestApp('a feed that is wrong as a whole', {articles: 75, shops: 2, engines: oneEngine}, (app) => {
  const openShop = async (): Promise<Shop> => {
    const brands = [
      ...new Set(
        app()
          .supplier.catalogue.all()
          .map(({brand}) => brand),
      ),
    ];
    const shop = await app().openShop({brands, onRequest: true});
    expect((await shop.run()).state).toBe('done');
    expect(shop.products().size).toBeGreaterThanOrEqual(60);
    return shop;
  };
  /** Each of these tests leaves the shop as it found it. */
  let shared: Promise<Shop> | undefined;
  const theShop = (): Promise<Shop> => {
    shared ??= openShop();
    return shared;
  };
  const onSale = (shop: Shop) => [...shop.products().values()].filter(({status}) => status === 'ACTIVE').length;
  const shown = (shop: Shop) =>
    [...shop.products()].map(([id, {status, variants}]) => JSON.stringify([id, status, variants])).toSorted();
  const mutationsDuring = async (shop: Shop, work: () => Promise<unknown>) => {
    const {shopify} = app().testApp;
    const before = shopify.requests().length;
    await work();
    return shopify
      .requests()
      .slice(before)
      .filter((request) => request.shop === shop.domain && request.kind === 'mutation').length;
  };
  /** What list and stock ask, by article, in cents. */
  const withPrices = async (price: (cents: number) => number, work: () => Promise<void>) => {
    const {catalogue} = app().supplier;
    const before = catalogue.listed();
    for (const {id, cents} of before) catalogue.setStock(id, {price: price(cents) / 100});
    try {
      await work();
    } finally {
      for (const {id, cents} of before) catalogue.setStock(id, {price: cents / 100});
    }
  };

  it.each([
    {what: 'zero', price: () => 0},
    {what: 'a hundred times what they were', price: (cents: number) => cents * 100},
  ])('all prices $what: no write reaches the store, whatever is tried', async ({price}) => {
    const shop = await theShop();
    const before = shown(shop);
    await withPrices(price, async () => {
      const writes = await mutationsDuring(shop, async () => {
        for (const kind of ['full', 'daytime', 'full'] as const) {
          const run = await shop.run({kind, trigger: 'schedule'});
          expect(run).toMatchObject({state: 'partial', counts: {writes: 0, held: 0, retired: 0}});
          expect(run.reason).toContain('supplier prices moved by more than 30 %');
        }
      });
      expect(writes).toBe(0);
      expect((await loadWaitingBrake(app().deps.db, shop.domain, 'cost'))?.article_ids).toHaveLength(before.length);
    });
    expect(shown(shop)).toEqual(before);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {writes: 0}});
    expect(await loadWaitingBrake(app().deps.db, shop.domain, 'cost')).toBeNull();
  });

  it('every article in another currency: none is taken off sale before the merchant says so, and the run names the reason', async () => {
    const shop = await theShop();
    const before = shown(shop);
    const end = app().supplier.misbehave({
      a: 'products',
      does: {kind: 'entries', fault: 'other-currency', at: 'all'},
    });
    try {
      const writes = await mutationsDuring(shop, async () => {
        const run = await shop.run();
        expect(run).toMatchObject({state: 'partial', counts: {writes: 0, retired: 0, held: 0, quarantined: 0}});
        expect(run.reason).toContain('would be taken off sale: The article\'s currency is "USD", not EUR.');
      });
      expect(writes).toBe(0);
      expect(shown(shop)).toEqual(before);
      expect((await loadWaitingBrake(app().deps.db, shop.domain, 'hold'))?.article_ids).toHaveLength(before.length);
    } finally {
      end();
    }
    expect((await shop.run()).state).toBe('done');
    expect(shown(shop)).toEqual(before);
    expect(await loadWaitingBrake(app().deps.db, shop.domain, 'hold')).toBeNull();
  });

  it('a list that is whole by its own word but four tenths short retires nothing, and what is new arrives all the same', async () => {
    const {supplier} = app();
    const listed = supplier.catalogue.listed();
    const [{id: fresh} = {id: ''}] = listed;
    supplier.catalogue.withdraw(fresh);
    const shop = await openShop();
    supplier.catalogue.restore(fresh);
    const before = onSale(shop);
    const items = listed.slice(0, Math.ceil(listed.length * 0.6)).map(({id, cents}) => ({id, price: cents / 100}));
    const end = supplier.misbehave({
      a: 'list',
      does: {kind: 'say', type: 'application/json', text: JSON.stringify({ok: true, items})},
    });
    try {
      const run = await shop.run();
      expect(run).toMatchObject({state: 'partial', counts: {retired: 0, created: 1, listed: items.length}});
      expect(run.reason).toContain('products are no longer in the supplier');
      expect(shop.product(fresh).status).toBe('ACTIVE');
      expect(onSale(shop)).toBe(before + 1);
      const brake = await loadWaitingBrake(app().deps.db, shop.domain, 'retire');
      expect(brake?.article_ids).toHaveLength(listed.length - items.length);
    } finally {
      end();
    }
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 0}});
    expect(onSale(shop)).toBe(before + 1);
  });
});
