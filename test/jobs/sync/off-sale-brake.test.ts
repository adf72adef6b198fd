// A run that would take variants from, or lower, a large part of the shop holds that part and does the rest.
import {expect, it} from 'vitest';
import {loadWaitingBrake} from '../../../server/db/runs/brakes.ts';
import {discardBrake, releaseBrake} from '../../../server/db/runs/decide-brake.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `brakes` and `history` send its statements on both.
onEachSyncTestApp('the brake on what products would lose', {articles: 60, shops: 8, engines: oneEngine}, (app) => {
  const everyBrand = () => [
    ...new Set(
      app()
        .supplier.catalogue.all()
        .map(({brand}) => brand),
    ),
  ];
  const few = {brands: ['Nordhaag', 'Sablefen', 'Ferro Lino']};
  const openShop = async (settings = {}): Promise<Shop> => {
    const shop = await app().openShop({brands: everyBrand(), ...settings});
    expect((await shop.run()).state).toBe('done');
    return shop;
  };
  const variants = (shop: Shop) =>
    [...shop.products().values()].reduce((sum, product) => sum + product.variants.length, 0);
  const onSale = (shop: Shop) => [...shop.products().values()].filter(({status}) => status === 'ACTIVE').length;
  const brakeOf = (shop: Shop, kind: 'variants' | 'hold') => loadWaitingBrake(app().deps.db, shop.domain, kind);
  /** `a=stock` states neither colours nor sizes, at a price a tenth higher. */
  const whileNothingIsStated = async (work: () => Promise<void>) => {
    const {supplier} = app();
    const ends = supplier.catalogue.listed().map(({id, cents}) => {
      const price = Math.round(cents * 1.1) / 100;
      const text = JSON.stringify({ok: true, price, stock_tracked: false, colours: [], sizes: [], shipping: {}});
      return supplier.misbehave({a: 'stock', id, does: {kind: 'say', type: 'application/json', text}});
    });
    try {
      await work();
    } finally {
      for (const end of ends) end();
    }
  };
  /** The catalogue says that every price is on request. */
  const whileOnRequest = async (work: () => Promise<void>) => {
    const {catalogue} = app().supplier;
    const before = catalogue.all().map(({id, pricing}) => ({id, pricing}));
    for (const {id} of before) catalogue.change(id, {pricing: 'on_request'});
    try {
      await work();
    } finally {
      for (const {id, pricing} of before) catalogue.change(id, {pricing});
    }
  };

  it('colours and sizes that are gone everywhere stay on sale, while prices move and the run says so', async () => {
    const shop = await openShop();
    const before = variants(shop);
    const several = [...shop.products().values()].filter((product) => product.variants.length > 1).length;
    const costs = new Map([...shop.products()].map(([id, product]) => [id, Number(product.variants[0]?.cost)]));
    await whileNothingIsStated(async () => {
      await app().passDays(8);
      const run = await shop.run();
      expect(run).toMatchObject({state: 'partial', counts: {retired: 0}});
      expect(run.reason).toContain('colours or sizes');
      expect(variants(shop)).toBe(before);
      expect((await brakeOf(shop, 'variants'))?.article_ids.length).toBeGreaterThanOrEqual(several);
      for (const [id, product] of shop.products()) {
        const wanted = (Math.round(Math.round((costs.get(id) ?? 0) * 100) * 1.1) / 100).toFixed(2);
        expect(new Set(product.variants.map(({cost}) => cost)), id).toEqual(new Set([wanted]));
      }
      expect((await shop.run()).counts.writes).toBe(0);
    });
    await app().passDays(8);
    expect((await shop.run()).state).toBe('done');
    expect(await brakeOf(shop, 'variants')).toBeNull();
    expect(variants(shop)).toBe(before);
  });

  it('a seventh of the shop in one night is enough to notice; the next night adds to it, and needs another decision', async () => {
    const shop = await openShop();
    const before = variants(shop);
    await whileNothingIsStated(async () => {
      const {db, now} = app().deps;
      const found: number[] = [];
      const ids: string[] = [];
      for (let night = 0; night < 3; night += 1) {
        await app().passDays(1);
        expect(await shop.run()).toMatchObject({state: 'partial', reason: expect.stringContaining('colours or sizes')});
        const brake = await brakeOf(shop, 'variants');
        found.push(brake?.article_ids.length ?? 0);
        ids.push(brake?.id ?? '');
      }
      // What was shown after the first night is not what would be released now.
      expect(await releaseBrake(db, shop.domain, ids[0] ?? '', now())).toBeNull();
      expect((await brakeOf(shop, 'variants'))?.id).toBe(ids.at(-1));
      expect(found).toEqual([...new Set(found)].toSorted((one, other) => one - other));
      expect(variants(shop)).toBe(before);
    });
  });

  it('released, they leave; turned down, they stay until they were stated again', async () => {
    const {db, now} = app().deps;
    const [one, other] = [await openShop(few), await openShop(few)];
    const before = variants(one);
    await whileNothingIsStated(async () => {
      await app().passDays(8);
      await one.run();
      await other.run();
      const released = await releaseBrake(db, one.domain, (await brakeOf(one, 'variants'))?.id ?? '', now());
      expect(await one.runOver('selected', released?.articleIds ?? [])).toMatchObject({state: 'done'});
      expect(variants(one)).toBe(one.products().size);
      await discardBrake(db, other.domain, (await brakeOf(other, 'variants'))?.id ?? '', now());
      expect(await other.run()).toMatchObject({state: 'done', counts: {writes: 0}});
      expect(variants(other)).toBe(before);
    });
    await app().passDays(8);
    await other.run();
    await one.run();
    expect([variants(one), variants(other)]).toEqual([before, before]);
    await whileNothingIsStated(async () => {
      await app().passDays(8);
      expect((await other.run()).state).toBe('partial');
      expect(await brakeOf(other, 'variants')).not.toBeNull();
    });
  });

  it('prices that are on request everywhere take nothing off sale before the merchant says so', async () => {
    const {db, now} = app().deps;
    const shop = await openShop(few);
    const before = onSale(shop);
    await whileOnRequest(async () => {
      const run = await shop.run();
      expect(run).toMatchObject({state: 'partial', counts: {writes: 0}});
      expect(run.reason).toContain('on request');
      // A change of prices is no word about this.
      await shop.set({pricing: {vatPercent: 22, markupPercent: 61}});
      expect((await shop.run()).state).toBe('partial');
      expect(onSale(shop)).toBe(before);
      const brake = await brakeOf(shop, 'hold');
      expect(brake?.article_ids).toHaveLength(before);
      await releaseBrake(db, shop.domain, brake?.id ?? '', now());
      expect(await shop.run()).toMatchObject({state: 'done'});
      expect(onSale(shop)).toBe(0);
    });
    expect((await shop.run()).state).toBe('done');
    expect(onSale(shop)).toBe(before);
  });

  it('what the merchant’s own new settings take off sale goes at once', async () => {
    const shop = await openShop({onRequest: true});
    await shop.set({onRequest: true, pricing: {vatPercent: 22, floorMarginPercent: 90}});
    expect(await shop.run()).toMatchObject({state: 'done'});
    expect(onSale(shop)).toBe(0);
    expect(await brakeOf(shop, 'hold')).toBeNull();
  });
});
