// What the supplier says twice is there once.
import {expect, it} from 'vitest';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp} from './sync-test-app.ts';

// On one engine: `brakes`, `quarantine` and `journeys/feed-to-store` send its statements on both.
onEachSyncTestApp('an article that comes more than once', {articles: 260, shops: 3, engines: oneEngine}, (app) => {
  it('on one page is counted and made once', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    const end = supplier.misbehave({a: 'products', page: 2, does: {kind: 'entries', fault: 'repeat', at: 'all'}});
    const run = await shop.run();
    end();
    expect(run).toMatchObject({state: 'done', reason: null, counts: {articles: 260, quarantined: 0}});
    expect(shop.store.products()).toHaveLength(shop.products().size);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {articles: 260, writes: 0}});
  });

  it('on two pages is counted and made once', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    // Fifty come in at the front while the first page is read: the last fifty of it are the first of the second.
    const end = supplier.misbehave({a: 'products', page: 1, times: 1, does: {kind: 'shift', how: 'insert', count: 50}});
    const run = await shop.run();
    end();
    supplier.catalogue.removeNewest(50);
    expect(run).toMatchObject({state: 'done', reason: null});
    // The fifty that came were not on a page; those of them that are listed were read by themselves.
    expect(run.counts.articles).toBe(260);
    expect(shop.store.products()).toHaveLength(shop.products().size);
  });

  it('in the list with one price is one article, and the list stays whole', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    const end = supplier.misbehave({a: 'list', does: {kind: 'entries', fault: 'repeat', at: [0, 3]}});
    const run = await shop.run();
    end();
    expect(run).toMatchObject({state: 'done', counts: {listed: supplier.catalogue.listed().length}});
    expect(shop.store.products()).toHaveLength(shop.products().size);
  });
});
