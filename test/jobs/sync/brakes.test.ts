// The run stops before damage, does the rest, and waits for the merchant's word.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {approveCost, loadWaitingBrake} from '../../../server/db/runs/brakes.ts';
import {discardBrake, releaseBrake} from '../../../server/db/runs/decide-brake.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('the brake', {articles: 60, shops: 11}, (app) => {
  const brands = ['Nordhaag', 'Sablefen', 'Ferro Lino'];
  const idsOf = (shop: Shop) => [...shop.products().keys()].toSorted();
  const onSale = (shop: Shop) => [...shop.products().values()].filter(({status}) => status === 'ACTIVE').length;
  const waiting = async (shop: Shop, kind: 'retire' | 'cost') => {
    const brake = await loadWaitingBrake(app().deps.db, shop.domain, kind);
    if (brake === null) throw new Error(`no ${kind} brake waits`);
    return brake;
  };
  const withdrawn = async <T>(ids: readonly string[], work: () => Promise<T>): Promise<T> => {
    const {catalogue} = app().supplier;
    for (const id of ids) catalogue.withdraw(id);
    try {
      return await work();
    } finally {
      for (const id of ids) catalogue.restore(id);
    }
  };
  const centsOf = (id: string) =>
    app()
      .supplier.catalogue.listed()
      .find((entry) => entry.id === id)?.cents ?? 0;
  const priced = async <T>(ids: readonly string[], factor: number, work: () => Promise<T>): Promise<T> => {
    const {catalogue} = app().supplier;
    const before = ids.map((id) => ({id, cents: centsOf(id)}));
    for (const {id, cents} of before) catalogue.setStock(id, {price: Math.round(cents * factor) / 100});
    try {
      return await work();
    } finally {
      for (const {id, cents} of before) catalogue.setStock(id, {price: cents / 100});
    }
  };

  it('more than half of the products missing from the list stay on sale, the rest of the run is done', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const ids = idsOf(shop);
    expect(ids).toHaveLength(6);
    await withdrawn(ids.slice(0, 4), async () => {
      const run = await shop.run();
      expect(run).toMatchObject({state: 'partial', counts: {retired: 0}});
      expect(run.reason).toContain('4 of 6 products');
      expect((await waiting(shop, 'retire')).article_ids).toEqual(ids.slice(0, 4));
    });
    expect(onSale(shop)).toBe(6);
    // Listed again, there is nothing to wait for any more.
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 0}});
    expect(await loadWaitingBrake(app().deps.db, shop.domain, 'retire')).toBeNull();
  });

  it('released, they leave at once; listed again, they come back by themselves', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const gone = idsOf(shop).slice(0, 4);
    await withdrawn(gone, async () => {
      await shop.run();
      const released = await releaseBrake(db, shop.domain, (await waiting(shop, 'retire')).id, now());
      expect(released?.articleIds).toEqual(gone);
      expect(await shop.runOver('selected', gone)).toMatchObject({state: 'done', counts: {retired: 4}});
      expect(onSale(shop)).toBe(2);
    });
    expect(await shop.run()).toMatchObject({state: 'done', counts: {restored: 4}});
    expect(onSale(shop)).toBe(6);
  });

  it('released, they leave with the next run as well', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    await withdrawn(idsOf(shop).slice(0, 4), async () => {
      await shop.run();
      await releaseBrake(db, shop.domain, (await waiting(shop, 'retire')).id, now());
      expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 4}});
    });
  });

  it('discarded, they are left alone until they were listed again', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const gone = idsOf(shop).slice(0, 4);
    await withdrawn(gone, async () => {
      await shop.run();
      await discardBrake(db, shop.domain, (await waiting(shop, 'retire')).id, now());
      expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 0}});
      expect(onSale(shop)).toBe(6);
    });
    await shop.run();
    await withdrawn(gone, async () => {
      expect(await shop.run()).toMatchObject({state: 'partial', counts: {retired: 0}});
      expect((await waiting(shop, 'retire')).article_ids).toEqual(gone);
    });
  });

  it('what the merchant left out by hand leaves at once, also where the supplier dropped it and a brake keeps the others', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const ids = idsOf(shop);
    const leaveOut = (some: readonly string[]) =>
      db
        .updateTable('articles')
        .set({hand: 'left_out', chosen: false, chosen_by: 'hand'})
        .where('shop', '=', shop.domain)
        .where(
          'article_id',
          'in',
          some.map((id) => ArticleId.parse(id)),
        )
        .execute();
    await withdrawn(ids.slice(0, 5), async () => {
      expect(await shop.run()).toMatchObject({state: 'partial', counts: {retired: 0}});
      // "Keep them on sale": it is no answer about an article that is left out afterwards.
      await discardBrake(db, shop.domain, (await waiting(shop, 'retire')).id, now());
      await leaveOut(ids.slice(0, 4));
      expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 4}});
      expect((await shop.listing(ids[0] ?? '')).reasonCode).toBe('left_out');
    });
    expect(onSale(shop)).toBe(2);
  });

  it('a released brake of another shop is none', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    const other = await app().openShop({brands});
    await shop.run();
    await withdrawn(idsOf(shop).slice(0, 4), () => shop.run());
    const {id} = await waiting(shop, 'retire');
    expect(await releaseBrake(db, other.domain, id, now())).toBeNull();
    expect((await waiting(shop, 'retire')).state).toBe('held');
  });

  it('when the costs of many products move far at once, none of them gets a new price until released', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const ids = idsOf(shop);
    const moving = ids.slice(0, 3);
    const prices = () => moving.map((id) => shop.product(id).variants[0]?.price);
    const before = prices();
    await priced(moving, 1.4, async () => {
      const run = await shop.run();
      expect(run).toMatchObject({state: 'partial', counts: {updated: 0, writes: 0}});
      expect(prices()).toEqual(before);
      const brake = await waiting(shop, 'cost');
      expect(brake.article_ids).toEqual(moving);
      await releaseBrake(db, shop.domain, brake.id, now());
      expect(await shop.run()).toMatchObject({state: 'done', counts: {updated: 3}});
      for (const [index, price] of prices().entries()) expect(price).not.toBe(before[index]);
    });
  });

  it.each([
    {word: 'released', decide: releaseBrake, column: 'approvedCost', updated: 2},
    {word: 'discarded', decide: discardBrake, column: 'refusedCost', updated: 0},
  ] as const)(
    'a brake that is $word decides on the costs it was shown with: one that a run of single articles read since waits again',
    async ({decide, column, updated}) => {
      const {db, now} = app().deps;
      const shop = await app().openShop({brands});
      await shop.run();
      const moving = idsOf(shop).slice(0, 3);
      const [later = ''] = moving;
      const price = shop.product(later).variants[0]?.price;
      const shown = Math.round(centsOf(later) * 1.4);
      await priced(moving, 1.4, async () => {
        await shop.run();
        const brake = await waiting(shop, 'cost');
        await priced([later], 1.03, async () => {
          expect(await shop.runOver('selected', [later])).toMatchObject({counts: {updated: 0}});
          await decide(db, shop.domain, brake.id, now());
          expect((await shop.listing(later))[column]).toBe(shown);
          expect(await shop.runOver('selected', moving)).toMatchObject({counts: {updated}});
          expect(await shop.run()).toMatchObject({state: 'partial', counts: {updated: 0}});
          expect((await waiting(shop, 'cost')).article_ids).toEqual([later]);
          expect(shop.product(later).variants[0]?.price).toBe(price);
        });
      });
    },
  );

  it('one cost that moves by more than half waits for approval of exactly that cost', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = idsOf(shop);
    const cost = Math.round(centsOf(id) * 1.6);
    await priced([id], 1.6, async () => {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {held: 1}});
      expect(await shop.listing(id)).toMatchObject({state: 'held', reasonCode: 'cost_moved'});
      expect(shop.product(id).status).toBe('DRAFT');
      await approveCost(db, shop.domain, ArticleId.parse(id), cost + 1);
      expect((await shop.run()).counts.held).toBe(1);
      await approveCost(db, shop.domain, ArticleId.parse(id), cost);
      await shop.run();
      expect(await shop.listing(id)).toMatchObject({state: 'active', previousCost: cost});
      expect(shop.product(id).status).toBe('ACTIVE');
    });
  });
});
