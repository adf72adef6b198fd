// A store whose products are ours already, and a database that knows nothing of them: lost, or erased after an uninstall.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {changeSettings} from '../../../server/actions/settings-change.ts';
import {choiceFingerprint, saveManualChoice, toChoiceBasis} from '../../../server/db/catalogue/choice.ts';
import {loadWaitingBrake} from '../../../server/db/runs/brakes.ts';
import {releaseBrake} from '../../../server/db/runs/decide-brake.ts';
import {loadShop, loadStoredSettings} from '../../../server/db/shops/shops.ts';
import {oneEngine, quickestEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop, toSettings} from './sync-test-app.ts';

onEachSyncTestApp('a store that is connected again', {articles: 60, shops: 9}, (app, engine) => {
  const brands = ['Nordhaag', 'Sablefen', 'Ferro Lino'];
  const statuses = (shop: Shop) => [...shop.products().values()].map(({status}) => status);
  const onSale = (shop: Shop) => statuses(shop).filter((status) => status === 'ACTIVE').length;
  const retireBrake = (shop: Shop) => loadWaitingBrake(app().deps.db, shop.domain, 'retire');

  /** As after the loss of the database: the shop's row is fresh, its products are in the store. */
  const loseDatabase = async (shop: Shop) => {
    const {db} = app().deps;
    const tables = ['brakes', 'quarantine', 'run_changes', 'listing_media', 'listing_variants', 'listings', 'articles'];
    for (const table of tables as ['brakes', 'quarantine'])
      await db.deleteFrom(table).where('shop', '=', shop.domain).execute();
    const fresh = {adopted_at: null, chosen_for: null, retired_for: null, last_good_night_at: null};
    await db.updateTable('shops').set(fresh).where('shop', '=', shop.domain).execute();
    await shop.set({choice: []});
  };
  const reconnected = async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    expect(statuses(shop)).toEqual(Array.from({length: 6}, () => 'ACTIVE'));
    await loseDatabase(shop);
    return shop;
  };
  /** Saved as the page does; seen where its preview was shown. */
  const save = async (shop: Shop, chosen: readonly string[], seen: boolean) => {
    const {db, now} = app().deps;
    const facts = await loadShop(db, shop.domain);
    if (facts === null) throw new Error('no shop');
    const settings = {
      ...(await loadStoredSettings(db, shop.domain)).settings,
      choice: toSettings({brands: chosen}).choice,
    };
    const print = seen ? choiceFingerprint(toChoiceBasis(settings, facts)) : null;
    await changeSettings(db, shop.domain, () => settings, print, now(), {actor: 'merchant', subject: 'rules'});
  };

  it('keeps every product on sale as long as nothing was chosen, however often a run comes by', async () => {
    const shop = await reconnected();
    const writes = shop.store.writes();
    for (const _run of [1, 2]) {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 0, held: 0}});
      expect(onSale(shop)).toBe(6);
      expect(await retireBrake(shop)).toBeNull();
    }
    expect(shop.store.writes()).toBe(writes);
  });

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('with few products, which no brake would keep, keeps them too', async () => {
    const shop = await app().openShop({brands: ['Nordhaag']});
    await shop.run();
    expect(onSale(shop)).toBe(2);
    await loseDatabase(shop);
    expect((await shop.run()).counts.retired).toBe(0);
    expect(onSale(shop)).toBe(2);
  });

  it.each([true, false])(
    'asks before one product leaves that the first choice does not cover (previewed too early: %s)',
    async (seen) => {
      const shop = await reconnected();
      // No preview can have shown what it does to products that the app does not know yet.
      await save(shop, ['Nordhaag', 'Sablefen'], seen);
      for (const _run of [1, 2]) {
        const run = await shop.run();
        expect(run).toMatchObject({state: 'partial', counts: {retired: 0}});
        expect(run.reason).toContain('2 of 6 products');
        expect(onSale(shop)).toBe(6);
      }
      const brake = await retireBrake(shop);
      expect(brake?.article_ids).toHaveLength(2);
      await releaseBrake(app().deps.db, shop.domain, brake?.id ?? '', app().deps.now());
      expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 2}});
      expect(onSale(shop)).toBe(4);
    },
  );

  it('carries out a choice whose preview was seen after the products were found', async () => {
    const shop = await reconnected();
    await shop.run();
    await save(shop, ['Nordhaag'], true);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 4}});
    expect(onSale(shop)).toBe(2);
  });

  it('an article picked by hand is a choice like a rule, and what was left out by hand leaves at once', async () => {
    const {db} = app().deps;
    const shop = await reconnected();
    await shop.run();
    const facts = await loadShop(db, shop.domain);
    if (facts === null) throw new Error('no shop');
    const [picked = '', leftOut = ''] = [...shop.products().keys()].toSorted();
    const basis = toChoiceBasis((await loadStoredSettings(db, shop.domain)).settings, facts);
    await saveManualChoice(db, shop.domain, [ArticleId.parse(picked)], 'picked', basis);
    await saveManualChoice(db, shop.domain, [ArticleId.parse(leftOut)], 'left_out', basis);
    expect(await shop.run()).toMatchObject({state: 'partial', counts: {retired: 1}});
    expect(shop.product(leftOut).status).toBe('DRAFT');
    expect((await retireBrake(shop))?.article_ids).toHaveLength(4);
    expect(onSale(shop)).toBe(5);
  });

  it('what the supplier no longer lists leaves although nothing was chosen', async () => {
    const shop = await reconnected();
    const {catalogue} = app().supplier;
    const [gone = ''] = [...shop.products().keys()];
    catalogue.withdraw(gone);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 1}});
    catalogue.restore(gone);
    expect(await shop.listing(gone)).toMatchObject({state: 'retired', reasonCode: 'not_listed'});
    expect(onSale(shop)).toBe(5);
  });
});

// On one engine: the tests above send its statements on both.
onEachSyncTestApp('a choice that was made before', {articles: 60, shops: 2, engines: oneEngine}, (app) => {
  it.each([true, false])('and is changed since, braking unless its preview was seen (seen: %s)', async (seen) => {
    const {db, now} = app().deps;
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen', 'Ferro Lino']});
    await shop.run();
    const facts = await loadShop(db, shop.domain);
    if (facts === null) throw new Error('no shop');
    const settings = toSettings({brands: ['Nordhaag']});
    const print = seen ? choiceFingerprint(toChoiceBasis(settings, facts)) : null;
    await changeSettings(db, shop.domain, () => settings, print, now(), {actor: 'merchant', subject: 'rules'});
    expect((await shop.run()).counts.retired).toBe(seen ? 4 : 0);
  });
});
