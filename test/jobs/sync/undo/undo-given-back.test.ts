// What undos set back is given back together: runs write it again, and edits of the merchant's own stay.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {syncCatalogue} from '../../../../jobs/sync-catalogue.ts';
import {giveBackSetBack} from '../../../../server/actions/audited-changes.ts';
import {countSetBack} from '../../../../server/db/runs/set-back-fields.ts';
import type {Admin} from '../../../../server/shopify/client/admin.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';
import {brands, idsOf, pricesOf, undoTestApp} from './undo-test-app.ts';

const owned = {title: 'sync'} as const;

onEachSyncTestApp('what undos set back', {articles: 60, shops: 3}, (app) => {
  const {changesOf, lastRun, moveCost, undo} = undoTestApp(app);
  const giveBack = (shop: Shop) => {
    const {deps, clock} = app();
    return giveBackSetBack(deps.db, {shop: shop.domain, actor: 'app', now: clock.now()});
  };
  const keptBy = (shop: Shop, id: Awaited<ReturnType<typeof undo>>['id']) =>
    countSetBack(app().deps.db, shop.domain, id);
  const pricesIn = (shop: Shop) => [...shop.products().values()].map(pricesOf);
  /** A run that changed the prices of the first products, and its undo. */
  const undone = async (products: number) => {
    const shop = await app().openShop({brands, owned});
    await shop.run();
    const ids = idsOf(shop).slice(0, products);
    const restores = ids.map((id) => moveCost(id, 1.1));
    await shop.run();
    const moved = ids.map((id) => pricesOf(shop.product(id)));
    const {id} = await undo(shop, (await lastRun(shop)).id);
    return {shop, ids, moved, id, restore: () => restores.forEach((restore) => restore())};
  };

  it('a run writes the supplier’s values again, once; what the merchant edited since stays', async () => {
    const {shop, ids, moved, id, restore} = await undone(3);
    const [edited = '', ...others] = ids;
    expect(await keptBy(shop, id)).toBe(3);
    for (const variant of shop.product(edited).variants) shop.store.editVariant(variant.id, {price: '199.00'});
    await shop.notice(shop.product(edited).id);
    await shop.run();
    expect([await keptBy(shop, id), await giveBack(shop), await giveBack(shop)]).toEqual([2, 2, 0]);
    await shop.run();
    expect(others.map((one) => pricesOf(shop.product(one)))).toEqual(moved.slice(1));
    expect(new Set(pricesOf(shop.product(edited)))).toEqual(new Set(['199.00']));
    expect(await keptBy(shop, id)).toBe(0);
    const prices = pricesIn(shop);
    await shop.run();
    expect(pricesIn(shop)).toEqual(prices);
    restore();
  });

  it('the undo’s history has what the store kept, so that a value which the store changed is given back too', async () => {
    const shop = await app().openShop({brands, owned});
    await shop.run();
    const [id = ''] = idsOf(shop);
    const {catalogue} = app().supplier;
    const name = catalogue.get(id)?.name ?? '';
    catalogue.change(id, {name: `${name} II`});
    await shop.run();
    const {title} = shop.product(id);
    const run = await lastRun(shop);
    // A title with a space at its end, as a release wrote it that did not read what Shopify keeps.
    await sql`
      update run_changes set undo = undo || jsonb_build_object('to', 'Old title ') where run_id = ${run.id} and field = 'title'
    `.execute(app().deps.db);
    const {id: undoId} = await undo(shop, run.id);
    const change = (await changesOf(shop, undoId)).find(({field}) => field === 'title');
    expect([shop.product(id).title, change?.after, await keptBy(shop, undoId)]).toEqual(['Old title', 'Old title', 1]);
    expect(await giveBack(shop)).toBe(1);
    await shop.run();
    expect(shop.product(id).title).toBe(title);
    catalogue.change(id, {name});
  });

  it('while a run writes another field of the product: the next run writes what was given back', async () => {
    const {shop, ids, moved, restore} = await undone(2);
    const [id = '', unchanged = ''] = ids;
    const {catalogue} = app().supplier;
    const name = catalogue.get(id)?.name ?? '';
    catalogue.change(id, {name: `${name} III`});
    const {deps, clock} = app();
    const given: number[] = [];
    const admin: Admin = {
      async call(of, operation, variables, signal) {
        const isWrite = /mutation ProductUpdate/.test(operation.document);
        if (isWrite && given.length === 0) given.push(await giveBack(shop));
        return deps.admin.call(of, operation, variables, signal);
      },
    };
    clock.turn(1_000);
    await syncCatalogue({...deps, admin}, {shop: shop.domain, kind: 'full', trigger: 'merchant'});
    expect(given).toEqual([2]);
    await shop.notice(shop.product(id).id);
    await shop.run();
    expect([id, unchanged].map((one) => pricesOf(shop.product(one)))).toEqual(moved);
    catalogue.change(id, {name});
    restore();
  });
});
