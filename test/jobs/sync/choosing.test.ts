// What the merchant chose is imported; what is not chosen any more is taken off sale, and only named products are deleted.

import {expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {ArticleId, RunId} from '#domain/ids.ts';
import {controlRun} from '../../../server/actions/control-run.ts';
import {changeSettings} from '../../../server/actions/settings-change.ts';
import {saveManualChoice, toChoiceBasis} from '../../../server/db/catalogue/choice.ts';
import {loadLatestRun, loadRun, saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {loadShop, loadStoredSettings} from '../../../server/db/shops/shops.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `brakes`, `ownership` and `reconnected` send its statements on both.
onEachSyncTestApp('choosing', {articles: 60, shops: 11, engines: oneEngine}, (app) => {
  const three = ['Nordhaag', 'Sablefen', 'Ferro Lino'];
  const including = (id: string, brands: string[]) => ({id, effect: 'include', brands});
  const hand = async (shop: Shop, ids: readonly string[], how: 'picked' | 'left_out' | null) => {
    const {db} = app().deps;
    const facts = await loadShop(db, shop.domain);
    if (facts === null) throw new Error('no shop');
    const settings = (await loadStoredSettings(db, shop.domain)).settings;
    return saveManualChoice(
      db,
      shop.domain,
      ids.map((id) => ArticleId.parse(id)),
      how,
      toChoiceBasis(settings, facts),
    );
  };
  /** Decided ones too. */
  const brakesOf = ({domain}: Shop) =>
    app().deps.db.selectFrom('brakes').select('state').where('shop', '=', domain).execute();
  /** Below the API, which refuses rules without their preview. */
  const chooseUnseen = ({domain}: Shop, brand: string) => {
    const choice = [ChoiceRule.parse({id: 'one', effect: 'include', brands: [brand]})];
    const by = {actor: 'test', subject: 'rules'};
    const {db, now} = app().deps;
    return changeSettings(db, domain, (settings) => ({...settings, choice}), null, now(), by);
  };
  const idsOf = (shop: Shop) => [...shop.products().keys()].toSorted();
  const brandOf = (id: string) => app().supplier.catalogue.get(id)?.brand;

  it('nothing is imported where nothing is chosen', async () => {
    const shop = await app().openShop();
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: 0, created: 0, writes: 0}});
  });

  it('an excluding rule is stronger than an including one, and a hand stronger than both', async () => {
    const shop = await app().openShop({
      choice: [
        including('all', []),
        {id: 'not these', effect: 'exclude', brands: ['tarn & tweed']},
        {id: 'cheap ones', effect: 'exclude', costTo: 3_000},
      ],
    });
    await shop.run({kind: 'preview'});
    const listed = app().supplier.catalogue.listed();
    const tweed = listed.find(({id}) => brandOf(id) === 'Tarn & Tweed')?.id ?? '';
    const dear = listed.find(({id, cents}) => brandOf(id) !== 'Tarn & Tweed' && cents > 3_000)?.id ?? '';
    await hand(shop, [tweed], 'picked');
    await hand(shop, [dear], 'left_out');
    await shop.run();
    const ids = idsOf(shop);
    expect(ids).toContain(tweed);
    expect(ids).not.toContain(dear);
    expect(ids.length).toBeGreaterThan(5);
    for (const id of ids.filter((each) => each !== tweed)) {
      expect(brandOf(id)).not.toBe('Tarn & Tweed');
      expect(listed.find((entry) => entry.id === id)?.cents).toBeGreaterThan(3_000);
    }
  });

  it('an article that arrives follows the rules by itself', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands: ['Sablefen']});
    await shop.run();
    const before = idsOf(shop).length;
    const arrived = catalogue.add({brand: 'Sablefen', pricing: 'fixed', currency: 'EUR'});
    await shop.run();
    expect(idsOf(shop)).toContain(arrived.id);
    expect(idsOf(shop)).toHaveLength(before + 1);
    catalogue.remove(arrived.id);
  });

  it('a brand that is un-ticked with its preview seen becomes drafts, without a brake, and comes back when ticked', async () => {
    const shop = await app().openShop({brands: three});
    const {merchant} = shop;
    await shop.run();
    const leaving = idsOf(shop).filter((id) => brandOf(id) !== 'Ferro Lino');
    const {choice: before} = await merchant.rules();
    const seen = await merchant.choose(['Ferro Lino']);
    expect(seen).toMatchObject({retired: leaving.length, brake: expect.stringContaining(`${leaving.length} of 6`)});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: leaving.length}});
    expect(await brakesOf(shop)).toEqual([]);
    expect(idsOf(shop)).toHaveLength(6);
    for (const id of leaving) {
      expect(shop.product(id).status).toBe('DRAFT');
      expect(await shop.listing(id)).toMatchObject({state: 'retired', reasonCode: 'not_chosen'});
    }
    await merchant.saveRules(before, (await merchant.preview({choice: before})).id);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {restored: leaving.length}});
    for (const id of leaving) expect(shop.product(id).status).toBe('ACTIVE');
  });

  it('left out without a preview, as no page does it, it stays on sale behind a brake, until that is released or the preview is seen', async () => {
    const [one, other] = [await app().openShop({brands: three}), await app().openShop({brands: three})];
    for (const shop of [one, other]) {
      await shop.run();
      await chooseUnseen(shop, 'Ferro Lino');
      expect(await shop.run()).toMatchObject({state: 'partial', counts: {retired: 0}});
      expect((await shop.merchant.brakes()).brakes).toMatchObject([{kind: 'retire', state: 'held'}]);
    }
    const [brake] = (await one.merchant.brakes()).brakes;
    await one.merchant.releaseBrake(brake?.id ?? '');
    expect(await one.run()).toMatchObject({state: 'done', counts: {retired: brake?.articles}});

    const {choice} = await other.merchant.rules();
    await other.merchant.saveRules(choice, (await other.merchant.preview({choice})).id);
    expect(await other.run()).toMatchObject({state: 'done', counts: {retired: brake?.articles}});
    expect(await brakesOf(other)).toEqual([{state: 'discarded'}]);
  });

  it('is archived instead where the merchant wants it so, and comes back from there', async () => {
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen'], retireAs: 'archive'});
    await shop.run();
    const [first = ''] = idsOf(shop).filter((id) => brandOf(id) === 'Sablefen');
    await hand(shop, [first], 'left_out');
    expect((await shop.run()).counts.retired).toBe(1);
    expect(shop.product(first).status).toBe('ARCHIVED');
    await hand(shop, [first], null);
    expect((await shop.run()).counts.restored).toBe(1);
    expect(shop.product(first).status).toBe('ACTIVE');
  });

  it('only the products the merchant names are deleted, and they are not made again', async () => {
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen']});
    await shop.run();
    const [named = '', ...others] = idsOf(shop);
    const gid = shop.product(named).id;
    expect(await shop.runOver('delete', [named, 'unknown'])).toMatchObject({state: 'done', counts: {retired: 1}});
    expect(idsOf(shop)).toEqual(others);
    expect(await loadAudit(app().deps.db, shop.domain)).toMatchObject([
      {actor: 'app', action: 'product_deleted', subject: named, before: gid, after: null},
    ]);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 0, writes: 0}});
    expect(idsOf(shop)).toEqual(others);
  });

  it('a deletion that Shopify refuses counts for nothing', async () => {
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen']});
    await shop.run();
    const [locked = '', named = '', ...others] = idsOf(shop);
    const end = app().testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{field: ['id'], message: 'This product is locked.'}],
      when: ({shop: of, rootFields, variables}) =>
        of === shop.domain &&
        rootFields.includes('productDelete') &&
        JSON.stringify(variables).includes(`"${shop.product(locked).id}"`),
    });
    expect(await shop.runOver('delete', [locked, named])).toMatchObject({
      state: 'partial',
      reason: expect.stringContaining('This product is locked.'),
      counts: {retired: 1},
    });
    end();
    expect(idsOf(shop)).toEqual([locked, ...others]);
  });

  it('a deletion whose worker died goes on after the run that took its place, and spares what was made again meanwhile', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen']});
    await shop.run();
    const [first = '', second = '', ...others] = idsOf(shop);
    const named = [first, second];
    let asked = 0;
    const end = app().testApp.shopify.misbehave({
      fault: 'status',
      status: 400,
      when: ({shop: of, rootFields}) => of === shop.domain && rootFields.includes('productDelete') && ++asked === 2,
    });
    expect(await shop.runOver('delete', named)).toMatchObject({state: 'failed', counts: {writes: 1}});
    end();
    const gone = named.filter((id) => !idsOf(shop).includes(id));
    expect(gone).toHaveLength(1);
    const runId = (await loadLatestRun(db, shop.domain, 'delete'))?.id ?? RunId.parse('none');
    await db.updateTable('runs').set({state: 'running', finished_at: null}).where('id', '=', runId).execute();
    await hand(shop, gone, 'picked');
    expect(await shop.run()).toMatchObject({counts: {created: 1}});
    const reason = 'The worker stopped before the end; the deletion goes on after the update that is going on.';
    expect(await loadRun(db, shop.domain, runId)).toMatchObject({state: 'queued', reason, finished_at: null});
    expect(await shop.run({runId, kind: 'delete'})).toMatchObject({state: 'done', counts: {writes: 1}});
    expect(idsOf(shop)).toEqual([...gone, ...others].toSorted());
  });

  it('a deletion that is stopped before it begins says what stays, and how it is deleted', async () => {
    const {db, newId, now} = app().deps;
    const shop = await app().openShop();
    const id = RunId.parse(newId());
    const articleIds = [ArticleId.parse('100022')];
    await saveQueuedRun(db, {id, shop: shop.domain, kind: 'delete', trigger: 'merchant', articleIds}, now());
    await controlRun(db, {shop: shop.domain, id, wanted: 'stop', actor: 'user:7'}, now());
    const row = await loadRun(db, shop.domain, id);
    expect(row?.state).toBe('stopped');
    expect(row?.reason).toMatch(/^You stopped the deletion\. .*the others stay.*press "Delete from the store"/);
  });
});
