// Every run tells what it did, field by field; a preview tells what it would do, and does nothing.
import {expect, it} from 'vitest';
import {loadRunChanges, purgeHistory} from '../../../server/db/runs/run-changes.ts';
import {loadRuns} from '../../../server/db/runs/runs.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('history', {articles: 60, shops: 10}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const lastRun = async (shop: Shop) => {
    const [run] = await loadRuns(app().deps.db, shop.domain, 1);
    if (run === undefined) throw new Error('no run');
    const {changes} = await loadRunChanges(app().deps.db, shop.domain, run.id, {limit: 1_000});
    return {run, changes};
  };
  const told = ({changes}: Awaited<ReturnType<typeof lastRun>>) =>
    changes.map(({articleId, kind, field, before, after}) => JSON.stringify({articleId, kind, field, before, after}));

  it('a preview writes nothing to the store and tells what the run then does', async () => {
    const shop = await app().openShop({brands});
    const preview = await shop.run({kind: 'preview'});
    expect(shop.store.writes()).toBe(0);
    const foreseen = await lastRun(shop);
    expect(foreseen.changes.length).toBeGreaterThan(4);
    expect(foreseen.changes.every(({applied}) => !applied)).toBe(true);
    const run = await shop.run();
    expect(run.counts.created).toBe(4);
    expect(preview.counts).toMatchObject({created: 4, writes: 0});
    expect(told(await lastRun(shop)).toSorted()).toEqual(told(foreseen).toSorted());
  });

  it('a price that moves is told with both amounts and the reason, and an unchanged night tells nothing', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = shop.products().keys();
    const before = (await shop.listing(id)).written.price ?? null;
    const cents = supplier.catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    supplier.catalogue.setStock(id, {price: Math.round(cents * 1.1) / 100});
    await shop.run();
    const {changes} = await lastRun(shop);
    const after = (await shop.listing(id)).written.price ?? null;
    expect(after).not.toBe(before);
    expect(changes).toContainEqual(
      expect.objectContaining({articleId: id, kind: 'update', field: 'price', applied: true, why: expect.any(String)}),
    );
    expect(changes.find(({field}) => field === 'price')?.before).not.toBeNull();
    await shop.run();
    expect((await lastRun(shop)).changes).toEqual([]);
  });

  it('what leaves and what comes back is told with the reason', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = shop.products().keys();
    catalogue.withdraw(id);
    await shop.run();
    expect((await lastRun(shop)).changes).toMatchObject([
      {
        articleId: id,
        kind: 'retire',
        field: 'status',
        after: 'DRAFT',
        why: expect.stringContaining('no longer offers'),
      },
    ]);
    catalogue.restore(id);
    await shop.run();
    expect((await lastRun(shop)).changes).toContainEqual(expect.objectContaining({articleId: id, kind: 'restore'}));
  });

  it('of products that are drafts anyway no change of status is told, in the preview as in the run', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands: [...brands, 'Ferro Lino', 'Tarn & Tweed'], newProducts: 'draft'});
    await shop.run();
    const [id = ''] = shop.products().keys();
    const gone = {articleId: id, kind: 'retire', field: 'state', before: 'active', after: 'retired'};
    catalogue.withdraw(id);
    await shop.run({kind: 'preview'});
    expect((await lastRun(shop)).changes).toMatchObject([{...gone, applied: false}]);
    await shop.run();
    expect((await lastRun(shop)).changes).toMatchObject([{...gone, applied: true}]);
    catalogue.restore(id);
    const back = {articleId: id, kind: 'restore', field: 'state', before: 'retired', after: 'active'};
    await shop.run({kind: 'preview'});
    expect((await lastRun(shop)).changes).toMatchObject([back]);
    await shop.run();
    expect((await lastRun(shop)).changes).toMatchObject([back]);
    expect(shop.product(id).status).toBe('DRAFT');
    // Held instead of retired: the same.
    const cents = catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    catalogue.setStock(id, {price: Math.round(cents * 1.6) / 100});
    const held = {articleId: id, kind: 'hold', field: 'state', before: 'active', after: 'held'};
    await shop.run({kind: 'preview'});
    expect((await lastRun(shop)).changes).toMatchObject([held]);
    await shop.run();
    expect((await lastRun(shop)).changes).toMatchObject([held]);
    catalogue.setStock(id, {price: cents / 100});
  });

  it('what comes back out of the archive is told to come from there, and as raised only where it was', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands, retireAs: 'archive'});
    await shop.run();
    const [id = '', other = ''] = shop.products().keys();
    for (const each of [id, other]) catalogue.withdraw(each);
    await shop.run();
    for (const each of [id, other]) catalogue.restore(each);
    // The merchant made a draft of it meanwhile: theirs to raise.
    shop.store.editProduct(shop.product(other).id, {status: 'DRAFT'});
    const expected = [
      {articleId: id, kind: 'restore', field: 'status', before: 'ARCHIVED', after: 'ACTIVE'},
      {articleId: other, kind: 'restore', field: 'state', before: 'retired', after: 'active'},
    ].map((change) => expect.objectContaining(change));
    await shop.run({kind: 'preview'});
    expect((await lastRun(shop)).changes).toEqual(expect.arrayContaining(expected));
    await shop.run();
    expect((await lastRun(shop)).changes).toEqual(expect.arrayContaining(expected));
    expect([shop.product(id).status, shop.product(other).status]).toEqual(['ACTIVE', 'DRAFT']);
  });

  it('an unchanged night plans nothing, writes nothing, and asks the store for at most two things', async () => {
    const {testApp} = app();
    const shop = await app().openShop({brands});
    await shop.run();
    const before = testApp.shopify.requests().length;
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: 4, unchanged: 4, writes: 0}});
    const asked = testApp.shopify.requests().slice(before);
    expect(asked.filter(({kind}) => kind === 'mutation')).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(asked.map(({operationName}) => operationName)).toEqual(['ShopFacts', 'MediaStates']);
  });

  it('runs are kept for the days the merchant set, and go with their changes', async () => {
    const {deps, clock} = app();
    const shop = await app().openShop({brands});
    await shop.run();
    const {run} = await lastRun(shop);
    const dayMs = 86_400_000;
    expect(await purgeHistory(deps.db, shop.domain, new Date(clock.now().getTime() - dayMs))).toBe(0);
    expect(await purgeHistory(deps.db, shop.domain, new Date(clock.now().getTime() + dayMs))).toBe(1);
    expect(await loadRuns(deps.db, shop.domain, 10)).toEqual([]);
    expect((await loadRunChanges(deps.db, shop.domain, run.id, {limit: 10})).changes).toEqual([]);
  });
});
