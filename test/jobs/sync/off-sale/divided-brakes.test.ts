// A brake that is released item by item, over several runs: what is kept back waits, and what is left out by hand is never braked.
import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {changeManualChoice} from '../../../../server/actions/audited-changes.ts';
import {toPriceStore} from '../../../../server/db/catalogue/choice.ts';
import {loadWaitingBrake} from '../../../../server/db/runs/brakes.ts';
import {releaseBrake, releasePart} from '../../../../server/db/runs/decide-brake.ts';
import {loadShopWithSettings} from '../../../../server/db/shops/shops.ts';
import {planBrakedEffects} from '../../../../server/preview/braked-effects.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';

// On one engine: `http/runs/parts-of-brakes` sends its statements on both.
onEachSyncTestApp('a brake released item by item', {articles: 60, shops: 4, engines: oneEngine}, (app) => {
  const brands = ['Nordhaag', 'Sablefen', 'Ferro Lino'];
  const idsOf = (shop: Shop) => [...shop.products().keys()].toSorted().map((id) => ArticleId.parse(id));
  const onSale = (shop: Shop) => [...shop.products()].flatMap(([id, {status}]) => (status === 'ACTIVE' ? [id] : []));
  const waiting = (shop: Shop, kind: 'retire' | 'cost') => loadWaitingBrake(app().deps.db, shop.domain, kind);
  const release = async (shop: Shop, kind: 'retire' | 'cost', articleIds: readonly ArticleId[]) => {
    const {db, now, newId} = app().deps;
    const brake = await waiting(shop, kind);
    const part = {articleIds, restId: newId(), now: now(), actor: 'merchant'};
    return releasePart(db, shop.domain, brake?.id ?? '', part);
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

  it('two of four leave; the other two stay on sale in every run until they are released, or listed again', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const ids = idsOf(shop);
    const [first, second, third, fourth] = ids;
    if (fourth === undefined) throw new Error('the shop has at least four products');
    await withdrawn(ids.slice(0, 4), async () => {
      await shop.run();
      const kept = (await waiting(shop, 'retire'))?.id;
      const [a, b] = ids;
      expect(await release(shop, 'retire', a === undefined || b === undefined ? [] : [a, b])).toMatchObject({
        articleIds: [a, b],
      });
      expect(await shop.runOver('selected', ids.slice(0, 2))).toMatchObject({state: 'done', counts: {retired: 2}});
      expect(onSale(shop)).toEqual(expect.arrayContaining([third, fourth]));
      // Two of four are not too many, so only the merchant's word keeps them.
      expect(await shop.run()).toMatchObject({state: 'partial', counts: {retired: 0}});
      expect(await shop.runOver('selected', [fourth])).toMatchObject({counts: {retired: 0}});
      const rest = await waiting(shop, 'retire');
      expect(rest).toMatchObject({article_ids: [third, fourth], reason: expect.stringContaining('kept these 2')});
      expect(rest?.id).not.toBe(kept);
      app().supplier.catalogue.restore(fourth);
      await shop.run();
      expect((await waiting(shop, 'retire'))?.article_ids).toEqual([third]);
      await releaseBrake(db, shop.domain, (await waiting(shop, 'retire'))?.id ?? '', now());
      expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 1}});
      expect(onSale(shop)).not.toContain(third);
      expect(onSale(shop)).not.toContain(first);
      expect(onSale(shop)).not.toContain(second);
    });
  });

  it('of two costs that moved one is used, at the price that was shown before; the other keeps its price in the next run', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const ids = idsOf(shop);
    const moving = ids.slice(0, 2);
    const {catalogue} = app().supplier;
    const before = moving.map((id) => ({id, cents: catalogue.listed().find((one) => one.id === id)?.cents ?? 0}));
    const prices = () => moving.map((id) => shop.product(id).variants[0]?.price);
    const [old1, old2] = prices();
    for (const {id, cents} of before) catalogue.setStock(id, {price: Math.round(cents * 1.4) / 100});
    try {
      await shop.run();
      const brake = await waiting(shop, 'cost');
      expect(brake?.article_ids).toEqual(moving);
      const {deps} = app();
      const {facts, settings} = await loadShopWithSettings(deps.db, shop.domain);
      if (brake === null || facts === null) throw new Error('a brake of a shop waits');
      const basis = {settings, store: toPriceStore(facts), digest: deps.digest};
      const effects = await planBrakedEffects(deps.db, brake, moving, basis);
      const foretold = moving.map((id) => effects.get(id)?.price);
      expect(foretold.map((price) => price?.from)).toEqual(
        [old1, old2].map((price) => Math.round(Number(price) * 100)),
      );
      await release(shop, 'cost', moving.slice(0, 1));
      await shop.runOver('selected', moving.slice(0, 1));
      const new1 = prices()[0];
      expect(new1).not.toBe(old1);
      expect(foretold[0]?.to).toBe(Math.round(Number(new1) * 100));
      // One of six is not too many.
      expect(await shop.run()).toMatchObject({state: 'partial', counts: {updated: 0}});
      expect(prices()).toEqual([new1, old2]);
      expect((await waiting(shop, 'cost'))?.article_ids).toEqual(moving.slice(1));
    } finally {
      for (const {id, cents} of before) catalogue.setStock(id, {price: cents / 100});
    }
  });

  it('what is left out by hand leaves the brake at once, and leaves the store with the next run', async () => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const ids = idsOf(shop);
    const leaveOut = (some: readonly ArticleId[]) =>
      changeManualChoice(db, {shop: shop.domain, actor: 'merchant', now: now()}, some, 'left_out');
    await withdrawn(ids.slice(0, 4), async () => {
      await shop.run();
      await leaveOut(ids.slice(0, 1));
      expect(await waiting(shop, 'retire')).toMatchObject({article_ids: ids.slice(1, 4), state: 'held'});
      await release(shop, 'retire', ids.slice(1, 2));
      await leaveOut(ids.slice(2, 4));
      expect(await waiting(shop, 'retire')).toBeNull();
      expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 4}});
    });
  });
});
