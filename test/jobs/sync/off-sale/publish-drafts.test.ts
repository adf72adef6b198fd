// Products are made as drafts where the settings say so. The merchant publishes them with one press, and a run does it; what the merchant
// keeps as a draft stays one.
import {expect, it} from 'vitest';
import {minute} from '#domain/durations.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';
import {undoTestApp} from '../undo/undo-test-app.ts';

onEachSyncTestApp('drafts that are published', {articles: 60, shops: 12}, (app) => {
  const {lastRun, undo} = undoTestApp(app);
  const settings = {brands: ['Nordhaag', 'Sablefen'], newProducts: 'draft'} as const;
  const imported = async (others = {}) => {
    const shop = await app().openShop({...settings, ...others});
    await shop.run();
    const ids = [...shop.products().keys()].toSorted();
    expect(ids.length).toBeGreaterThan(2);
    return {shop, ids};
  };
  const statuses = (shop: Shop) => [...shop.products().values()].map(({status}) => status);
  const setStatus = async (shop: Shop, id: string, status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED') => {
    shop.store.editProduct(shop.product(id).id, {status});
    // A product that was just read is read again only after ten minutes.
    app().clock.turn(11 * minute);
    await shop.notice(shop.product(id).id);
  };
  const counted = async (shop: Shop) => (await shop.merchant.overview()).listings;

  it('all are asked for once, go on sale and into the Online Store with the next run, and are counted until then', async () => {
    const {shop, ids} = await imported();
    expect(await counted(shop)).toMatchObject({drafts: ids.length, ownDrafts: ids.length});
    const presses = await Promise.all([shop.merchant.publish('all'), shop.merchant.publish('all')]);
    expect(presses.map(({asked}) => asked).toSorted((one, other) => one - other)).toEqual([0, ids.length]);
    expect(await counted(shop)).toMatchObject({drafts: ids.length, ownDrafts: 0});
    expect(new Set(statuses(shop))).toEqual(new Set(['DRAFT']));
    let published = 0;
    const end = app().testApp.shopify.misbehave({
      fault: 'delay',
      ms: 1,
      when({shop: of, rootFields}) {
        if (of === shop.domain && rootFields.includes('publishablePublish')) published += 1;
        return false;
      },
    });
    expect(await shop.run()).toMatchObject({state: 'done', counts: {updated: ids.length}});
    end();
    expect(new Set(statuses(shop))).toEqual(new Set(['ACTIVE']));
    const due = await app()
      .deps.db.selectFrom('listings')
      .select('publish_due')
      .where('shop', '=', shop.domain)
      .execute();
    expect(due.every(({publish_due}) => !publish_due)).toBe(true);
    expect(published).toBe(ids.length);
    expect(await counted(shop)).toMatchObject({drafts: 0, ownDrafts: 0});
    const writes = shop.store.writes();
    expect(await shop.run()).toMatchObject({counts: {updated: 0}});
    expect(shop.store.writes()).toBe(writes);
    const trail = await app().deps.db.selectFrom('audit').selectAll().where('shop', '=', shop.domain).execute();
    expect(trail.filter(({action}) => action === 'publishing_asked')).toHaveLength(ids.length);
  });

  it('one that the merchant published and made a draft again, or archived, stays so, also where it is named', async () => {
    const {shop, ids} = await imported();
    const [mine = '', archived = '', ...others] = ids;
    await setStatus(shop, mine, 'ACTIVE');
    await setStatus(shop, mine, 'DRAFT');
    await setStatus(shop, archived, 'ARCHIVED');
    expect(await counted(shop)).toMatchObject({drafts: ids.length, ownDrafts: others.length});
    expect(await shop.merchant.publish([mine, archived])).toEqual({asked: 0, run: null});
    expect((await shop.merchant.publish('all')).asked).toBe(others.length);
    await shop.run();
    expect(shop.product(mine).status).toBe('DRAFT');
    expect(shop.product(archived).status).toBe('ARCHIVED');
    for (const id of others) expect(shop.product(id).status).toBe('ACTIVE');
  });

  it('one that is archived in the store after it was asked for stays archived, and no later run tries again', async () => {
    const {shop, ids} = await imported();
    const [id = ''] = ids;
    await shop.merchant.publish('all');
    shop.store.editProduct(shop.product(id).id, {status: 'ARCHIVED'});
    await shop.run();
    expect(shop.product(id).status).toBe('ARCHIVED');
    await setStatus(shop, id, 'DRAFT');
    const writes = shop.store.writes();
    await shop.run();
    expect([shop.product(id).status, shop.store.writes()]).toEqual(['DRAFT', writes]);
  });

  it('asked for while a run writes them, they are published by the next one', async () => {
    const {shop, ids} = await imported();
    for (const id of ids) {
      const cents =
        app()
          .supplier.catalogue.listed()
          .find((one) => one.id === id)?.cents ?? 0;
      app().supplier.catalogue.setStock(id, {price: Math.round(cents * 1.1) / 100});
    }
    const presses: Promise<{asked: number}>[] = [];
    app().onCheckpoint = (name) => {
      if (name === 'operation-answered' && presses.length === 0) presses.push(shop.merchant.publish('all'));
    };
    await shop.run();
    app().onCheckpoint = () => {};
    expect((await Promise.all(presses)).map(({asked}) => asked)).toEqual([ids.length]);
    await shop.run();
    expect(new Set(statuses(shop))).toEqual(new Set(['ACTIVE']));
  });

  it('taken off sale after it was asked for, it stays a draft; chosen again, it is one of those to publish', async () => {
    const {shop, ids} = await imported();
    const [id = '', ...others] = ids;
    await shop.merchant.publish('all');
    await shop.merchant.takeSeveralOffSale([id]);
    await shop.run();
    expect(shop.product(id).status).toBe('DRAFT');
    for (const other of others) expect(shop.product(other).status).toBe('ACTIVE');
    await shop.merchant.decideByHand(id, null);
    await shop.run();
    expect(shop.product(id).status).toBe('DRAFT');
    expect(await shop.merchant.publish([id])).toMatchObject({asked: 1, run: {kind: 'selected', named: 1}});
    await shop.run();
    expect(shop.product(id).status).toBe('ACTIVE');
  });

  it('those that may not be sold now go on sale once they may', async () => {
    const {shop, ids} = await imported();
    await shop.merchant.publish('all');
    await shop.set({pricing: {vatPercent: 22, floorMarginPercent: 95}});
    await shop.run();
    for (const id of ids) expect([(await shop.listing(id)).state, shop.product(id).status]).toEqual(['held', 'DRAFT']);
    await shop.set({});
    await shop.run();
    expect(new Set(statuses(shop))).toEqual(new Set(['ACTIVE']));
  });

  it('undone, they are drafts again, which no update publishes by itself, and which may be published again', async () => {
    const {shop, ids} = await imported();
    await shop.merchant.publish('all');
    await shop.run();
    await undo(shop, (await lastRun(shop)).id);
    expect(new Set(statuses(shop))).toEqual(new Set(['DRAFT']));
    expect(await counted(shop)).toMatchObject({drafts: ids.length, ownDrafts: ids.length});
    await shop.run();
    expect(new Set(statuses(shop))).toEqual(new Set(['DRAFT']));
    expect(await shop.merchant.publish('all')).toMatchObject({asked: ids.length});
    await shop.run();
    expect(new Set(statuses(shop))).toEqual(new Set(['ACTIVE']));
  });

  it('an import that was undone leaves drafts to publish', async () => {
    const {shop, ids} = await imported({newProducts: 'active'});
    await undo(shop, (await lastRun(shop)).id);
    expect(await counted(shop)).toMatchObject({active: ids.length, drafts: ids.length, ownDrafts: ids.length});
    expect(await shop.merchant.publish('all')).toMatchObject({asked: ids.length});
    await shop.run();
    expect(new Set(statuses(shop))).toEqual(new Set(['ACTIVE']));
  });

  it('of another shop are not touched, and made on sale none is a draft to publish', async () => {
    const {shop, ids} = await imported();
    const {shop: other} = await imported({newProducts: 'active'});
    expect(await other.merchant.publish('all')).toEqual({asked: 0, run: null});
    const stranger = await app().openShop({});
    await expect(stranger.merchant.publish(ids.slice(0, 1))).rejects.toThrow('does not exist');
    expect(await counted(shop)).toMatchObject({ownDrafts: ids.length});
  });
});
