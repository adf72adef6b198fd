// A store that throttles, fails and dawdles: the run takes longer and does everything, once.
import {expect, it} from 'vitest';
import {openDraw} from '../../sandbox/supplier/catalogue/prng.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `lease` and `db/leases` (fences) send its statements on both.
onEachSyncTestApp('a run over a strained store', {articles: 420, shops: 1, engines: oneEngine}, (app) => {
  /** Brands, one after the other, until they have so many articles for sale; the articles are by brand. */
  const takeBrands = (brands: [string, string[]][], atLeast: number) => {
    const taken: [string, string[]][] = [];
    while (taken.flatMap(([, ids]) => ids).length < atLeast) {
      const next = brands.shift();
      if (next === undefined) throw new Error('The catalogue has no more brands.');
      taken.push(next);
    }
    return {brands: taken.map(([brand]) => brand), ids: taken.flatMap(([, ids]) => ids)};
  };
  const brandsForSale = (): [string, string[]][] => {
    const {catalogue} = app().supplier;
    const byBrand = new Map<string, string[]>();
    for (const {id} of catalogue.listed()) {
      const article = catalogue.get(id);
      if (article !== undefined) byBrand.set(article.brand, [...(byBrand.get(article.brand) ?? []), id]);
    }
    const isSold = (id: string) => catalogue.get(id)?.pricing !== 'on_request';
    return [...byBrand].filter(([, ids]) => ids.every(isSold)).toSorted(([one], [other]) => one.localeCompare(other));
  };
  const onSale = (shop: Shop) =>
    [...shop.products()].flatMap(([id, {status}]) => (status === 'ACTIVE' ? [id] : [])).toSorted();

  /** Three in ten calls THROTTLED, one in ten 502, each a second; nothing comes through that for ever, so none is struck a fourth time. */
  const strain = (shop: Shop) => {
    const {clock, testApp} = app();
    const draw = openDraw(40, 0);
    const struck = new Map<string, number>();
    const {domain} = shop;
    const ends = [
      testApp.shopify.misbehave({fault: 'throttle', when: ({shop: of}) => of === domain && draw.chance(0.3)}),
      testApp.shopify.misbehave({
        fault: 'status',
        status: 502,
        when({shop: of, kind, operationName, variables}) {
          if (of !== domain || kind === 'token' || !draw.chance(0.1)) return false;
          const call = JSON.stringify([operationName, variables]);
          struck.set(call, (struck.get(call) ?? 0) + 1);
          return (struck.get(call) ?? 0) <= 3;
        },
      }),
      testApp.shopify.misbehave({
        fault: 'delay',
        ms: 0,
        when({shop: of}) {
          // A second each, with eight under way at once.
          if (of === domain) clock.turn(1_000 / 8);
          return false;
        },
      }),
    ];
    return () => ends.forEach((end) => end());
  };

  it('makes sixty, reprices forty and retires forty products on a standard plan, once each, under one lease', {
    timeout: 240_000,
  }, async () => {
    const {deps, testApp, supplier, clock} = app();
    const all = brandsForSale();
    const [kept, leaving, coming] = [takeBrands(all, 40), takeBrands(all, 40), takeBrands(all, 60)];
    const shop = await app().openShop({brands: [...kept.brands, ...leaving.brands]});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: kept.ids.length + leaving.ids.length}});
    shop.store.setPlan('standard');
    const cents = new Map(supplier.catalogue.listed().map((entry) => [entry.id, entry.cents]));
    const before = new Map(kept.ids.map((id) => [id, shop.product(id).variants[0]?.price]));
    for (const id of kept.ids) supplier.catalogue.setStock(id, {price: Math.round((cents.get(id) ?? 0) * 1.2) / 100});
    // The merchant's own change of rules: no brake holds it.
    await shop.set({brands: [...kept.brands, ...coming.brands]});
    const fence = async () => {
      const row = deps.db.selectFrom('shops').select('run_fence').where('shop', '=', shop.domain);
      return (await row.executeTakeFirstOrThrow()).run_fence;
    };
    const fenceBefore = await fence();
    const asked = testApp.shopify.requests().length;
    const begun = clock.now().getTime();
    const others: Promise<unknown>[] = [];
    let answered = 0;
    app().onCheckpoint = (name) => {
      if (name !== 'operation-answered' && name !== 'retired') return;
      answered += 1;
      if (answered % 20 === 0) others.push(shop.tryRun());
    };
    const end = strain(shop);
    const run = await shop.run();
    end();
    app().onCheckpoint = () => {};
    expect(run).toMatchObject({
      state: 'done',
      reason: null,
      counts: {created: coming.ids.length, updated: kept.ids.length, retired: leaving.ids.length, quarantined: 0},
    });
    const calls = testApp.shopify.requests().slice(asked);
    const share = (outcome: string) => calls.filter((call) => call.outcome === outcome).length / calls.length;
    expect(share('throttled')).toBeGreaterThan(0.15);
    expect(share('fault')).toBeGreaterThan(0.04);
    expect(clock.now().getTime() - begun).toBeGreaterThan(30_000);
    expect(others.length).toBeGreaterThan(5);
    expect(await Promise.all(others)).toEqual(others.map(() => null));
    expect(await fence()).toBe(fenceBefore + 1);
    expect(shop.store.products()).toHaveLength(kept.ids.length + leaving.ids.length + coming.ids.length);
    expect(onSale(shop)).toEqual([...kept.ids, ...coming.ids].toSorted());
    for (const id of kept.ids) {
      expect(shop.product(id).variants[0]?.price, id).not.toBe(before.get(id));
      expect(shop.product(id).variants[0]?.cost, id).toBe((Math.round((cents.get(id) ?? 0) * 1.2) / 100).toFixed(2));
    }
    expect(await shop.run()).toMatchObject({state: 'done', counts: {writes: 0}});
  });
});
