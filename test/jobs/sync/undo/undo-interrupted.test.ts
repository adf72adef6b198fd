// An undo that is interrupted goes on, and writes nothing twice nor over an edit.
import {expect, it} from 'vitest';
import type {RunId} from '#domain/ids.ts';
import {loadRun} from '../../../../server/db/runs/runs.ts';
import {quickestEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';
import {brands, idsOf, pricesOf, undoTestApp} from './undo-test-app.ts';

onEachSyncTestApp('undo interrupted', {articles: 60, shops: 8}, (app, engine) => {
  const {changesOf, lastRun, moveCost, queueUndo} = undoTestApp(app);

  /** A run after costs moved. Returns the prices before it, of the products whose price it changed. */
  const repriced = async (shop: Shop) => {
    const before = [...shop.products()].map(([id, product]): [string, string[]] => [id, pricesOf(product)]);
    await shop.run();
    const moved = new Map(before.filter(([id, [price]]) => pricesOf(shop.product(id))[0] !== price));
    expect(moved.size).toBeGreaterThan(8);
    return moved;
  };

  /** Articles whose compare-at price the run changed as well. The undo sets it back also where it leaves the price, and counts that. */
  const withCompareAt = async (shop: Shop, run: RunId) => {
    const changes = await changesOf(shop, run);
    return new Set<string>(changes.filter(({field}) => field === 'compareAt').map(({articleId}) => articleId));
  };

  it.each(engine === quickestEngine ? ['undo-begun', 'undo-written', 'undone'] : ['undone'])(
    'an undo that is interrupted at “%s” goes on: nothing is written twice, an edit made meanwhile stays',
    async (point) => {
      const shop = await app().openShop({brands});
      await shop.run();
      const restores = idsOf(shop).map((id) => moveCost(id, 1.1));
      const before = await repriced(shop);
      const {id: run} = await lastRun(shop);
      const compareAt = await withCompareAt(shop, run);
      const runId = await queueUndo(shop, run);
      const written = shop.store.writes();
      app().onCheckpoint = (name) => {
        if (name === point) throw new Error('Connection terminated unexpectedly');
      };
      expect(await shop.run({runId, kind: 'undo'})).toMatchObject({state: 'queued'});
      app().onCheckpoint = () => {};
      const done = shop.store.writes() - written;
      const left = [...before.keys()].filter((id) => pricesOf(shop.product(id))[0] !== before.get(id)?.[0]);
      const mine = left[0];
      for (const {id} of mine === undefined ? [] : shop.product(mine).variants)
        shop.store.editVariant(id, {price: '199.00'});
      // A night comes in between. It leaves what the undo had begun.
      await shop.run();
      const updated = before.size - (mine === undefined || compareAt.has(mine) ? 0 : 1);
      const resumed = await shop.run({runId, kind: 'undo'});
      expect(resumed).toMatchObject({state: 'done', counts: {chosen: idsOf(shop).length, updated}});
      // One write for each product.
      expect(done).toBeLessThanOrEqual(updated);
      expect(shop.store.writes() - written).toBe(updated);
      for (const [id, prices] of before) {
        expect(pricesOf(shop.product(id)), id).toEqual(id === mine ? prices.map(() => '199.00') : prices);
      }
      const told = (await changesOf(shop, runId)).filter(({field}) => field === 'price');
      expect(told.map(({articleId}) => articleId).toSorted()).toEqual([...before.keys()].toSorted());
      for (const restore of restores) restore();
    },
  );

  it('an undo whose worker died goes on after the run that took its place', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = idsOf(shop);
    const before = pricesOf(shop.product(id));
    const restore = moveCost(id, 1.1);
    await shop.run();
    const runId = await queueUndo(shop, (await lastRun(shop)).id);
    await db.updateTable('runs').set({state: 'running', fence: 1}).where('id', '=', runId).execute();
    await shop.run();
    expect(await loadRun(db, shop.domain, runId)).toMatchObject({state: 'queued', finished_at: null});
    expect(await shop.run({runId, kind: 'undo'})).toMatchObject({state: 'done', counts: {updated: 1}});
    expect(pricesOf(shop.product(id))).toEqual(before);
    restore();
  });

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it.each(['undo-begun', 'undo-written', 'undone'])(
    'so it is with titles and with what the run took off sale, at “%s”',
    async (point) => {
      const {catalogue} = app().supplier;
      const shop = await app().openShop({brands, owned: {title: 'sync'}});
      await shop.run();
      const look = () => new Map(idsOf(shop).map((id) => [id, [shop.product(id).title, shop.product(id).status]]));
      const before = look();
      const [gone, ...others] = idsOf(shop);
      const names = others.map((id) => [id, catalogue.get(id)?.name ?? ''] as const);
      for (const [id, name] of names) catalogue.change(id, {name: `${name} ${point}`});
      if (gone !== undefined) catalogue.withdraw(gone);
      await shop.run();
      const changed = [...look()].filter(([id, shown]) => shown.join() !== before.get(id)?.join());
      expect(changed).toHaveLength(before.size);
      const runId = await queueUndo(shop, (await lastRun(shop)).id);
      const writes = shop.store.writes();
      let passed = 0;
      app().onCheckpoint = (name) => {
        if (name === point && ++passed > 3) throw new Error('Connection terminated unexpectedly');
      };
      expect(await shop.run({runId, kind: 'undo'})).toMatchObject({state: 'queued'});
      app().onCheckpoint = () => {};
      await shop.run();
      expect(await shop.run({runId, kind: 'undo'})).toMatchObject({state: 'done', counts: {updated: before.size}});
      expect(look()).toEqual(before);
      expect(shop.store.writes() - writes).toBe(before.size);
      await shop.run();
      expect(look()).toEqual(before);
      if (gone !== undefined) catalogue.restore(gone);
      for (const [id, name] of names) catalogue.change(id, {name});
    },
  );

  it('what it had set back before it was interrupted, a run in between leaves, though the supplier asks another price', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const restores = idsOf(shop).map((id) => moveCost(id, 1.1));
    const before = await repriced(shop);
    const moved = new Map([...shop.products()].map(([id, product]) => [id, pricesOf(product)]));
    const {id: run} = await lastRun(shop);
    const compareAt = await withCompareAt(shop, run);
    const runId = await queueUndo(shop, run);
    app().onCheckpoint = (name) => {
      if (name === 'undo-written') throw new Error('Connection terminated unexpectedly');
    };
    expect(await shop.run({runId, kind: 'undo'})).toMatchObject({state: 'queued'});
    app().onCheckpoint = () => {};
    const written = [...before.keys()].filter((id) => pricesOf(shop.product(id))[0] === before.get(id)?.[0]);
    expect(written.length).toBeGreaterThan(0);
    for (const id of idsOf(shop)) moveCost(id, 1.05);
    await shop.run();
    for (const id of written) expect(pricesOf(shop.product(id)), id).toEqual(before.get(id));
    // A price that the run in between left is still the undone run's.
    const isSame = (id: string) => pricesOf(shop.product(id))[0] === moved.get(id)?.[0];
    const others = [...before.keys()].filter((id) => !written.includes(id));
    const updated = written.length + others.filter((id) => isSame(id) || compareAt.has(id)).length;
    expect(await shop.run({runId, kind: 'undo'})).toMatchObject({state: 'done', counts: {updated}});
    for (const id of written) expect(pricesOf(shop.product(id)), id).toEqual(before.get(id));
    for (const restore of restores) restore();
  });
});
