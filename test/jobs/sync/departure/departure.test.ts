// A merchant stops using the app: afterwards nothing of it is on sale that was not chosen to stay, by the store and not by our rows.
import {expect, it} from 'vitest';
import {writeAllShopSchedules} from '../../../../jobs/schedule/schedule.ts';
import {onEachSyncTestApp, schedulesOf} from '../sync-test-app.ts';
import {departureApp} from './departure-app.ts';

onEachSyncTestApp('a merchant who leaves', {articles: 60, shops: 14}, (app) => {
  const {imported, adopted, carryOut, leave, onSale, statuses, expectStill} = departureApp(app);

  it('with all products as drafts has none on sale, and none comes back', async () => {
    const {shop, ids} = await imported();
    expect(await leave(shop, 'draft')).toMatchObject({state: 'done', counts: {retired: ids.length}});
    expect([onSale(shop), [...statuses(shop)]]).toEqual([[], ['DRAFT']]);
    expect((await shop.merchant.departure()).departure).toMatchObject({
      phase: 'done',
      drafted: ids.length,
      archived: 0,
      deleted: 0,
      onSale: 0,
      failed: 0,
    });
    await expectStill(shop);
  });

  it('with all products archived has none on sale; what the merchant made a draft before stays one', async () => {
    const {shop, ids} = await imported();
    const [mine = '', ...others] = ids;
    shop.store.editProduct(shop.product(mine).id, {status: 'DRAFT'});
    await leave(shop, 'archive');
    expect(onSale(shop)).toEqual([]);
    expect(shop.product(mine).status).toBe('DRAFT');
    for (const id of others) expect(shop.product(id).status).toBe('ARCHIVED');
    expect((await shop.merchant.departure()).departure).toMatchObject({archived: others.length, drafted: 0});
    await expectStill(shop);
  });

  it('keeping the products has all on sale as they were, and the app writes nothing more', async () => {
    const {shop, ids} = await imported();
    const writes = shop.store.writes();
    expect(await leave(shop, 'keep')).toMatchObject({state: 'done', counts: {writes: 0}});
    expect([onSale(shop), shop.store.writes()]).toEqual([ids, writes]);
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'done', onSale: ids.length});
    app().supplier.catalogue.withdraw(ids[0] ?? '');
    await expectStill(shop);
    app().supplier.catalogue.restore(ids[0] ?? '');
  });

  it('deleting the products deletes those that the app made, and makes the merchant’s own a draft', async () => {
    const {shop, gid, id} = await adopted();
    const made = [...shop.products().keys()].filter((article) => article !== id);
    expect((await shop.merchant.departure()).products).toMatchObject({made: {onSale: made.length}});
    await leave(shop, 'delete');
    expect(shop.store.products().map((product) => [product.id, product.status])).toEqual([[gid, 'DRAFT']]);
    expect((await shop.merchant.departure()).departure).toMatchObject({
      phase: 'done',
      deleted: made.length,
      drafted: 1,
      onSale: 0,
    });
    await expectStill(shop);
  });

  it.each([undefined, 'delete', 'DELETE ', 'LÖSCHEN'])('without the typed word (%s) deletes nothing', async (word) => {
    const shop = await app().openShop();
    await expect(shop.merchant.leave('delete', word)).rejects.toThrow('Type DELETE to have the products deleted.');
    expect((await shop.merchant.departure()).departure).toBeNull();
  });

  it('finds what someone puts back on sale while it is at work', async () => {
    const {shop, ids} = await imported();
    const [first = '', second = ''] = ids;
    const gids = [first, second].map((id) => shop.product(id).id);
    let turned = 0;
    app().onCheckpoint = (name) => {
      // After all were taken off sale, before the store is compared.
      if (name !== 'departed-off-sale' || ++turned < ids.length) return;
      app().onCheckpoint = () => {};
      for (const gid of gids) shop.store.editProduct(gid, {status: 'ACTIVE'});
    };
    await leave(shop, 'draft');
    expect(turned).toBe(ids.length);
    expect(onSale(shop)).toEqual([]);
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'done', onSale: 0, failed: 0});
  });

  it('sees each product that Shopify refuses to change, and tries them again', async () => {
    const {shop, ids} = await imported();
    const [id = ''] = ids;
    const gid = shop.product(id).id;
    const end = app().testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{field: ['product'], message: 'This product is locked.'}],
      when: ({shop: of, variables}) => of === shop.domain && JSON.stringify(variables).includes(`{"id":"${gid}"}`),
    });
    expect(await leave(shop, 'draft')).toMatchObject({state: 'partial'});
    expect(onSale(shop)).toEqual([id]);
    const {departure} = await shop.merchant.departure();
    expect(departure).toMatchObject({phase: 'incomplete', onSale: 1, failed: 1});
    expect(departure?.failures).toEqual([
      {productGid: gid, title: shop.product(id).title, reason: expect.stringContaining('This product is locked.')},
    ]);
    end();
    await shop.merchant.tryLeavingAgain();
    expect(await carryOut(shop)).toMatchObject({state: 'done'});
    expect(onSale(shop)).toEqual([]);
    expect((await shop.merchant.departure()).departure).toMatchObject({
      phase: 'done',
      drafted: ids.length,
      onSale: 0,
      failures: [],
    });
  });

  it('stops the update that is at work, and the ones that wait', async () => {
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen', 'Ferro Lino']});
    let asked: Promise<unknown> | undefined;
    app().onCheckpoint = () => {
      asked ??= shop.merchant.leave('draft');
    };
    const run = shop.run();
    await run;
    app().onCheckpoint = () => {};
    await asked;
    await carryOut(shop);
    expect(onSale(shop)).toEqual([]);
    await expectStill(shop);
  });

  it('has no schedule any more; started again it has one, and the next update puts back what leaving took off sale', async () => {
    const {shop, ids} = await imported();
    const {deps} = app();
    await writeAllShopSchedules(deps);
    expect(await schedulesOf(deps, shop)).toHaveLength(2);
    await leave(shop, 'archive');
    await writeAllShopSchedules(deps);
    expect(await schedulesOf(deps, shop)).toEqual([]);
    await expect(shop.merchant.startRun()).rejects.toThrow(/^POST \/runs: You asked to stop using Piecewise/);
    await shop.merchant.startAgain();
    await writeAllShopSchedules(deps);
    expect(await schedulesOf(deps, shop)).toHaveLength(2);
    await shop.run();
    expect(onSale(shop)).toEqual(ids);
  });

  it('that deleted the products has them made again by the next update once the merchant starts again', async () => {
    const {shop, ids} = await imported();
    await leave(shop, 'delete');
    expect(shop.store.products()).toEqual([]);
    await shop.merchant.startAgain();
    await shop.run();
    expect(
      shop.store
        .products()
        .map(({articleId}) => articleId ?? '')
        .toSorted(),
    ).toEqual(ids);
  });
});
