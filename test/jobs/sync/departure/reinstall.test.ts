// The app is removed and comes back: the merchant sees what stayed on sale meanwhile, whether it was left or only removed.
import {expect, it} from 'vitest';
import {readStayedOnSale} from '../../../../jobs/schedule/stayed-on-sale.ts';
import {loadShopsToReadStayed} from '../../../../server/db/departures/stayed-products.ts';
import {eraseShop} from '../../../../server/db/shops/erase-shop.ts';
import {markUninstalled} from '../../../../server/db/shops/removed-shops.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';
import {departureApp} from './departure-app.ts';

onEachSyncTestApp('an app that comes back', {articles: 60, shops: 4}, (app) => {
  const {imported, leave, expectStill, onSale} = departureApp(app);
  /** Removed, then opened again a while later. */
  const reinstall = async (shop: Shop, meanwhile: () => Promise<unknown> = async () => {}) => {
    const {deps, clock} = app();
    await markUninstalled(deps.db, shop.domain, clock.now());
    await meanwhile();
    clock.turn(60_000);
    await shop.merchant.overview();
    for (const due of await loadShopsToReadStayed(deps.db)) {
      if (due === shop.domain) await readStayedOnSale(deps, due);
    }
    expect(await loadShopsToReadStayed(deps.db)).not.toContain(shop.domain);
    return shop.merchant.overview();
  };
  const withKeys = async (shop: Shop) => {
    await shop.replaceKey('catalogue');
    await shop.replaceKey('dropship');
  };

  it('without leaving says how many products stayed on sale, until an update looks after them', async () => {
    const {shop, ids} = await imported();
    expect(await shop.merchant.overview()).toMatchObject({stayedOnSale: 0, isLeaving: false});
    shop.store.editProduct(shop.product(ids[0] ?? '').id, {status: 'DRAFT'});
    expect(await reinstall(shop)).toMatchObject({stayedOnSale: ids.length - 1, isLeaving: false});
    await withKeys(shop);
    await shop.run();
    expect(await shop.merchant.overview()).toMatchObject({stayedOnSale: 0});
  });

  it('after leaving says what was kept on sale, and updates nothing before the merchant starts again', async () => {
    const {shop, ids} = await imported();
    await leave(shop, 'keep');
    expect(await reinstall(shop)).toMatchObject({stayedOnSale: ids.length, isLeaving: true, nextRunAt: null});
    await withKeys(shop);
    await expectStill(shop);
    await shop.merchant.startAgain();
    await shop.run();
    expect(onSale(shop)).toEqual(ids);
    expect(await shop.merchant.overview()).toMatchObject({stayedOnSale: 0, isLeaving: false});
  });

  it('after leaving with all products as drafts says nothing of products on sale', async () => {
    const {shop} = await imported();
    await leave(shop, 'draft');
    expect(await reinstall(shop)).toMatchObject({stayedOnSale: 0, isLeaving: true});
  });

  it('after all its data was erased still finds the products that carry its key', async () => {
    const {shop, ids} = await imported();
    const again = await reinstall(shop, async () => {
      expect(await eraseShop(app().deps.db, shop.domain)).toBe(true);
    });
    expect(again).toMatchObject({stayedOnSale: ids.length, isLeaving: false, listings: {active: 0}});
  });
});
