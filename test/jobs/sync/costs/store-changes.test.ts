// The store's currency, or whether its prices contain tax, changes while a run is under way: nothing more is written by the old facts.
import {expect, it} from 'vitest';
import {saveShopFacts} from '../../../../server/db/shops/shops.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';
import {undoTestApp} from '../undo/undo-test-app.ts';

// On one engine: `brakes`, `history` and `without-a-price` send its statements on both.
onEachSyncTestApp('a store that changes during a run', {articles: 60, shops: 6, engines: oneEngine}, (app) => {
  const {lastRun, undo} = undoTestApp(app);
  const pricing = {vatPercent: 22, markupPercent: 60, rate: {currency: 'CHF', perEuro: '0.94', asOf: '2026-11-01'}};
  const openShop = () => app().openShop({brands: ['Nordhaag', 'Sablefen', 'Ferro Lino'], pricing});
  const prices = (shop: Shop) =>
    new Map([...shop.products()].map(([id, {variants}]) => [id, variants.map(({price}) => price)]));
  /** Calls `act` when the run reaches this checkpoint for the first time. */
  const at = async <T>(name: string, act: () => void, work: () => Promise<T>): Promise<T> => {
    let isDone = false;
    app().onCheckpoint = (reached) => {
      if (isDone || reached !== name) return;
      isDone = true;
      act();
    };
    try {
      return await work();
    } finally {
      app().onCheckpoint = () => {};
      expect(isDone).toBe(true);
    }
  };

  it('in the middle of it ends it; what was written before is put right by the next run', async () => {
    const francs = await openShop();
    francs.store.setSettings({currency: 'CHF'});
    await francs.run();
    const wanted = prices(francs);
    expect(wanted.size).toBe(6);

    const shop = await openShop();
    await shop.runOver('selected', [...wanted.keys()].slice(0, 2));
    const inEuro = prices(shop);
    expect(inEuro.size).toBe(2);
    const closed = await at(
      'page-read',
      () => shop.store.setSettings({currency: 'CHF'}),
      () => shop.run(),
    );
    expect(closed).toMatchObject({
      state: 'failed',
      reason:
        'The store’s currency changed from EUR to CHF during the update, which ended before it wrote more. The next update corrects what was written before.',
    });
    expect(prices(shop)).toEqual(inEuro);

    expect((await shop.run()).counts).toMatchObject({created: 4, updated: 2});
    expect(prices(shop)).toEqual(wanted);
    expect((await shop.run()).counts).toMatchObject({writes: 0});
  });

  it('and Shopify tells of it after the store was asked: nothing more is begun', async () => {
    const shop = await openShop();
    let told = Promise.resolve();
    // Only the app knows: as where the store was asked just before it changed.
    const tell = () => {
      told = saveShopFacts(app().deps.db, shop.domain, {currency: 'CHF'}, app().deps.now());
    };
    const closed = await at('page-read', tell, () => shop.run());
    await told;
    expect(closed).toMatchObject({state: 'failed', reason: expect.stringContaining('from EUR to CHF')});
    expect(shop.products().size).toBe(0);
  });

  it('whose prices contain no tax any more is told apart as well', async () => {
    const shop = await openShop();
    const closed = await at(
      'page-read',
      () => shop.store.setSettings({taxesIncluded: false}),
      () => shop.run(),
    );
    expect(closed).toMatchObject({state: 'failed', reason: expect.stringContaining('contain tax')});
    expect(shop.products().size).toBe(0);
  });

  it('during an undo sets nothing back in the wrong currency', async () => {
    const shop = await openShop();
    await shop.run();
    await shop.set({pricing: {...pricing, markupPercent: 80}});
    const {counts} = await shop.run();
    expect(counts.updated).toBe(6);
    const raised = prices(shop);
    const closed = await at(
      'undo-begun',
      () => shop.store.setSettings({currency: 'CHF'}),
      async () => undo(shop, (await lastRun(shop)).id),
    );
    expect(closed).toMatchObject({state: 'failed', reason: expect.stringContaining('from EUR to CHF')});
    expect(prices(shop)).toEqual(raised);
  });
});
