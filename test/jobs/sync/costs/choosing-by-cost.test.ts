// Rules by cost, while the supplier's costs change: what they leave out leaves with the run that reads it, wrong costs wait for the merchant,
// and a rule that is saved during a run counts from then on.
import {afterEach, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {approveCost, loadWaitingBrake} from '../../../../server/db/runs/brakes.ts';
import {discardBrake, releaseBrake} from '../../../../server/db/runs/decide-brake.ts';
import type {Misbehaviour} from '../../../sandbox/supplier/start.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';

// On one engine: `brakes`, `history` and `without-a-price` send its statements on both.
onEachSyncTestApp('choosing by cost', {articles: 60, shops: 11, engines: oneEngine}, (app) => {
  const three = ['Nordhaag', 'Sablefen', 'Ferro Lino'];
  const including = (id: string, brands: string[]) => ({id, effect: 'include' as const, brands});
  const idsOf = (shop: Shop) => [...shop.products().keys()].toSorted();
  const brandOf = (id: string) => app().supplier.catalogue.get(id)?.brand;
  const misbehaviours: (() => void)[] = [];
  afterEach(() => {
    for (const end of misbehaviours.splice(0)) end();
  });
  const misbehave = (rule: Misbehaviour) => {
    const end = app().supplier.misbehave(rule);
    misbehaviours.push(end);
    return end;
  };

  /** Until it is ended, `a=stock` says that the article costs this, while `a=list` stays as it is. */
  const stockSays = (id: string, cents: number, late = 0) => {
    const {colours, sizes} = app().supplier.catalogue.stated(id) ?? {};
    const answer = {ok: true, price: cents / 100, stock_tracked: false, colours, sizes, shipping: {}};
    const does = [
      {kind: 'slow', ms: late},
      {kind: 'say', type: 'application/json', text: JSON.stringify(answer)},
    ] as const;
    return misbehave({a: 'stock', id, does});
  };

  it('what costs more than a rule allows, when its details are read, leaves in that run, and comes back when it costs less', async () => {
    const {catalogue} = app().supplier;
    const listed = catalogue.listed().filter(({id}) => three.includes(brandOf(id) ?? ''));
    const costTo = Math.max(...listed.map(({cents}) => cents));
    const dearest = listed.find(({cents}) => cents === costTo)?.id ?? '';
    const [other = ''] = listed.map(({id}) => id).filter((id) => id !== dearest);
    const shop = await app().openShop({choice: [{...including('cheap', three), costTo}]});
    const ends = [stockSays(other, costTo + 1)];
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: listed.length - 1}});
    expect(idsOf(shop)).not.toContain(other);
    ends.push(stockSays(dearest, costTo + 1));
    await app().passDays(8);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: listed.length - 2, retired: 1}});
    expect(shop.product(dearest).status).toBe('DRAFT');
    for (const end of ends) end();
    await app().passDays(8);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: listed.length, created: 1, restored: 1}});
    expect(shop.product(dearest).status).toBe('ACTIVE');
  });

  it('an article left out although its details were read is read again only where a rule asks for the cost', async () => {
    const {supplier} = app();
    const {id = '', cents = 0} = supplier.catalogue.listed().find((one) => brandOf(one.id) === 'Sablefen') ?? {};
    const shop = await app().openShop({brands: ['Sablefen', 'Nordhaag']});
    const end = stockSays(id, cents + 1);
    await shop.run();
    const asked = () => supplier.requests().filter(({a, params}) => a === 'stock' && params['id'] === id).length;
    const reads = async () => {
      const before = asked();
      await app().passDays(8);
      await shop.run();
      return asked() - before;
    };
    await shop.set({brands: ['Nordhaag']});
    expect(await reads()).toBe(0);
    await shop.set({choice: [{...including('dear', ['Nordhaag']), costFrom: 1}]});
    expect(await reads()).toBe(1);
    end();
  });

  /** On sale: three brands up to the cost of their dearest article. The next run reads all their details again. */
  const openUpTo = async () => {
    const listed = app()
      .supplier.catalogue.listed()
      .filter(({id}) => three.includes(brandOf(id) ?? ''))
      .toSorted((one, other) => other.cents - one.cents);
    const costTo = listed[0]?.cents ?? 0;
    const shop = await app().openShop({choice: [{...including('cheap', three), costTo}]});
    await shop.run();
    await app().passDays(8);
    return {shop, costTo, ids: listed.map(({id}) => id)};
  };
  const onSale = (shop: Shop) => [...shop.products().values()].filter(({status}) => status === 'ACTIVE').length;
  const costBrake = ({domain}: Shop) => loadWaitingBrake(app().deps.db, domain, 'cost');

  it('a rule saved while a run reads costs decides about what that run reads afterwards', async () => {
    const {supplier} = app();
    const {shop, costTo, ids} = await openUpTo();
    const {merchant} = shop;
    const [dearest = ''] = ids;
    const choice = [{...including('cheap', three), costTo: costTo + 1}];
    const seen = await merchant.preview({choice});
    stockSays(dearest, costTo + 1, 700);
    const asked = supplier.requestCount('dropship', 'stock');
    const running = shop.run();
    await expect.poll(() => supplier.requestCount('dropship', 'stock'), {interval: 5}).toBeGreaterThan(asked);
    await merchant.saveRules(choice, seen.id);
    expect(await running).toMatchObject({state: 'done', counts: {chosen: ids.length, retired: 0}});
    expect(shop.product(dearest).status).toBe('ACTIVE');
  });

  it('a rule saved while a run over one article reads its texts decides about that article', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: three});
    await shop.run();
    const {merchant} = shop;
    const id = idsOf(shop).find((each) => brandOf(each) === 'Sablefen') ?? '';
    const {sku = ''} = supplier.catalogue.get(id) ?? {};
    const choice = [including('one', ['Ferro Lino'])];
    const seen = await merchant.preview({choice});
    supplier.catalogue.change(id, {sku: 'another'});
    misbehave({api: 'catalogue', id, does: {kind: 'slow', ms: 700}});
    const asked = supplier.requestCount('catalogue', 'product');
    const running = shop.runOver('selected', [id]);
    await expect.poll(() => supplier.requestCount('catalogue', 'product'), {interval: 5}).toBeGreaterThan(asked);
    await merchant.saveRules(choice, seen.id);
    await running;
    await shop.run();
    expect(shop.product(id).status).toBe('DRAFT');
    supplier.catalogue.change(id, {sku});
  });

  it('a single cost that moves far beyond what a rule allows leaves in that run, and comes back when it costs less', async () => {
    const {shop, costTo, ids} = await openUpTo();
    const [dearest = ''] = ids;
    const end = stockSays(dearest, costTo * 10);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: ids.length - 1, retired: 1, held: 0}});
    expect(await costBrake(shop)).toBeNull();
    expect(await shop.listing(dearest)).toMatchObject({state: 'retired', reasonCode: 'not_chosen'});
    end();
    await app().passDays(8);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: ids.length, restored: 1}});
  });

  it.each([
    {by: 'the next night', run: (shop: Shop) => shop.run()},
    {by: 'a run over them', run: (shop: Shop, ids: readonly string[]) => shop.runOver('selected', ids)},
  ])(
    'many costs that move beyond what a rule allows stay on sale until the merchant releases them, and leave with $by',
    async ({run}) => {
      const {db, now} = app().deps;
      const {shop, costTo, ids} = await openUpTo();
      const moving = ids.slice(0, 3);
      for (const id of moving) stockSays(id, costTo * 10);
      for (const _night of [1, 2]) {
        expect(await shop.run()).toMatchObject({state: 'partial', counts: {chosen: ids.length, writes: 0, retired: 0}});
        expect((await costBrake(shop))?.article_ids.toSorted()).toEqual(moving.toSorted());
        expect(onSale(shop)).toBe(ids.length);
        await app().passDays(8);
      }
      await releaseBrake(db, shop.domain, (await costBrake(shop))?.id ?? '', now());
      expect(await run(shop, moving)).toMatchObject({state: 'done', counts: {retired: 3}});
      expect(onSale(shop)).toBe(ids.length - 3);
    },
  );

  it('costs beyond what a rule allows that the merchant discards stay on sale at their price, also when their texts change', async () => {
    const {deps, supplier} = app();
    const {shop, costTo, ids} = await openUpTo();
    const moving = ids.slice(0, 3);
    const [changed = ''] = moving;
    const price = () => shop.product(changed).variants[0]?.price;
    const before = price();
    for (const id of moving) stockSays(id, costTo * 10);
    await shop.run();
    await discardBrake(deps.db, shop.domain, (await costBrake(shop))?.id ?? '', deps.now());
    const {sku = ''} = supplier.catalogue.get(changed) ?? {};
    supplier.catalogue.change(changed, {sku: 'another'});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: ids.length, retired: 0}});
    expect([onSale(shop), price()]).toEqual([ids.length, before]);
    supplier.catalogue.change(changed, {sku});
  });

  it('one held cost that is approved leaves with the next night, the others wait on', async () => {
    const {db} = app().deps;
    const {shop, costTo, ids} = await openUpTo();
    const moving = ids.slice(0, 3);
    const [approved = ''] = moving;
    for (const id of moving) stockSays(id, costTo * 10);
    await shop.run();
    await approveCost(db, shop.domain, ArticleId.parse(approved), costTo * 10);
    expect(await shop.run()).toMatchObject({state: 'partial', counts: {chosen: ids.length - 1, retired: 1}});
    expect(shop.product(approved).status).toBe('DRAFT');
    expect((await costBrake(shop))?.article_ids.toSorted()).toEqual(moving.slice(1).toSorted());
  });

  it.each([404, 500])(
    'articles that a rule left out at their price are asked for in vain (%s): the night goes on, and none of them is shown',
    async (status) => {
      const {deps, supplier} = app();
      const listed = supplier.catalogue.listed();
      const costTo = Math.max(...listed.map(({cents}) => cents));
      const brands = [...new Set(supplier.catalogue.all().map(({brand}) => brand))];
      const shop = await app().openShop({choice: [{...including('cheap', brands), costTo}], onRequest: true});
      const dear = listed.map(({id}) => id).slice(0, -6);
      const ends = dear.map((id) => stockSays(id, costTo + 1));
      await shop.run();
      const chosen = idsOf(shop).length;
      expect(chosen).toBeLessThan(7);
      for (const end of ends.splice(0)) end();
      for (const id of dear) ends.push(misbehave({a: 'stock', id, does: {kind: 'status', status}}));
      await app().passDays(8);
      expect(await shop.run()).toMatchObject({state: 'done', reason: null, counts: {chosen, quarantined: 0}});
      const rows = deps.db.selectFrom('quarantine').select('article_id').where('shop', '=', shop.domain);
      expect(await rows.execute()).toEqual([]);
      for (const end of ends) end();
      await app().passDays(1);
      expect(await shop.run()).toMatchObject({state: 'done', counts: {created: expect.any(Number)}});
      expect(idsOf(shop).length).toBeGreaterThan(40);
    },
  );
});
