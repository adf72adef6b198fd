// A newly installed shop: ten products to look at, and nothing else in the store before the merchant asks for everything.
import {describe, expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop, toSettings} from '../sync/sync-test-app.ts';

onEachSyncTestApp('the trial', {articles: 80, shops: 16}, (app, engine) => {
  /** Installed, the catalogue read, and then everything chosen, as the page does. */
  const openChosen = async (given: Parameters<Shop['set']>[0] = {}): Promise<Shop> => {
    const shop = await app().openNewShop();
    await shop.run({trigger: 'connected'});
    await shop.set({categories: await categoriesOf(shop), ...given});
    // The next run chooses again.
    await shop.run({trigger: 'schedule'});
    return shop;
  };
  const categoriesOf = async (shop: Shop) => (await shop.merchant.choices()).categories.map(({name}) => name);
  const tryTen = async (shop: Shop) => {
    const {id} = await shop.merchant.startTrial();
    return shop.run({runId: RunId.parse(id), kind: 'trial'});
  };
  const tryAndSee = async (shop: Shop) => {
    await tryTen(shop);
    return shop.merchant.trial();
  };
  const night = (shop: Shop) => shop.run({trigger: 'schedule'});

  describe('before everything was asked for', () => {
    /** The supplier answers every question for details in a form that cannot be read. */
    const garbled = () =>
      app().supplier.misbehave({
        a: 'stock',
        does: {kind: 'say', type: 'application/json', text: '{"ok":true,"cost":5}'},
      });
    const askedDetails = () =>
      app()
        .supplier.requests()
        .filter(({a}) => a === 'stock').length;

    it('more than twenty articles that cannot be read end a trial, however few each round asks for', async () => {
      const shop = await openChosen();
      const before = askedDetails();
      // One article of each round can be read.
      const mend = app().supplier.misbehave({
        a: 'stock',
        nth: Array.from({length: 60}, (_, at) => at + 1).filter((nth) => nth % 10 !== 1),
        does: {kind: 'say', type: 'application/json', text: '{"ok":true,"cost":5}'},
      });
      try {
        const {run} = await tryAndSee(shop);
        expect(run?.state).toBe('failed');
        expect(askedDetails() - before).toBeLessThanOrEqual(30);
      } finally {
        mend();
      }
    });

    it('the nights keep the products of the trial up to date and take them off sale, and add none', async () => {
      const shop = await openChosen();
      await tryTen(shop);
      const [first, second] = [...shop.products().keys()];
      if (first === undefined || second === undefined) throw new Error('the trial made no products');
      const before = shop.product(first).variants[0]?.price;
      await shop.set({categories: await categoriesOf(shop), markupPercent: 150});
      app().supplier.catalogue.withdraw(second);
      await app().passDays(1);
      expect(await night(shop)).toMatchObject({counts: {created: 0, retired: 1}});
      expect(shop.products().size).toBe(10);
      expect(shop.product(first).variants[0]?.price).not.toBe(before);
      expect(shop.product(second).status).toBe('DRAFT');
      expect((await shop.merchant.overview()).firstRunDone).toBe(false);
    });

    it('a trial takes nothing off sale, not even what leaves the list before it begins; the night does', async () => {
      const shop = await openChosen();
      await tryTen(shop);
      const [gone = '', left = ''] = [...shop.products().keys()];
      const {id} = await shop.merchant.startTrial();
      app().supplier.catalogue.withdraw(gone);
      await shop.merchant.leaveOut([left]);
      expect((await shop.run({runId: RunId.parse(id), kind: 'trial'})).counts).toMatchObject({created: 0, retired: 0});
      expect([shop.product(gone).status, shop.product(left).status]).toEqual(['ACTIVE', 'ACTIVE']);
      expect((await night(shop)).counts).toMatchObject({created: 0, retired: 2});
    });

    // The tests above, and those of other suites, send each statement of those below to the other engine too.
    if (engine !== quickestEngine) return;

    it('no run of the schedule creates a product, whatever is chosen', async () => {
      const shop = await openChosen();
      for (const trigger of ['schedule', 'connected'] as const) await shop.run({trigger});
      await shop.run({kind: 'daytime', trigger: 'schedule'});
      expect(shop.products().size).toBe(0);
      const {setUp, firstRunDone, chosen} = await shop.merchant.overview();
      expect({setUp, firstRunDone, chosen}).toMatchObject({
        chosen: true,
        firstRunDone: false,
        setUp: {everythingAsked: false, trial: null},
      });
    });

    it('a trial creates ten products with a picture and a price, of as many brands as there are, and says which', async () => {
      const shop = await openChosen();
      expect(await tryTen(shop)).toMatchObject({state: 'done', counts: {chosen: 10, created: 10, retired: 0}});
      const products = [...shop.products().values()];
      expect(products).toHaveLength(10);
      expect(new Set(products.map(({vendor}) => vendor)).size).toBeGreaterThan(5);
      const {run, articles} = await shop.merchant.trial();
      expect(run).toMatchObject({kind: 'trial', named: 10, state: 'done'});
      expect(articles.map(({articleId}) => articleId).toSorted()).toEqual([...shop.products().keys()].toSorted());
      for (const {articleId, picture, price, productGid, state} of articles) {
        expect({picture, price, state}).toMatchObject({picture: expect.any(String), price: expect.any(Number)});
        expect(productGid).toBe(shop.product(articleId).id);
        expect(state).toBe('active');
      }
    });

    it('a trial has articles whose colours and sizes the supplier states when it is run, not when it was asked for', async () => {
      const {catalogue} = app().supplier;
      const [shop, other] = [await openChosen(), await openChosen()];
      const {articles: first} = await tryAndSee(shop);
      expect(first.map(({lacks}) => lacks)).toEqual(Array.from({length: 10}, () => []));
      // The other shop has read the same: it would pick these too.
      const [silent, unpriced] = [first.slice(0, 6), first.slice(6, 8)].map((some) =>
        some.map(({articleId}) => articleId),
      );
      for (const id of silent ?? []) catalogue.setStock(id, {sizes: []});
      for (const id of unpriced ?? []) catalogue.setStock(id, {price: 0});
      const {run, articles} = await tryAndSee(other);
      expect(run).toMatchObject({state: 'done', named: 10});
      expect(articles.map(({lacks, state}) => [lacks, state])).toEqual(Array.from({length: 10}, () => [[], 'active']));
      expect(articles.filter(({articleId}) => silent?.includes(articleId) || unpriced?.includes(articleId))).toEqual(
        [],
      );
    });

    it('a trial of articles that all lack sizes says so of each', async () => {
      const {catalogue} = app().supplier;
      for (const {id} of catalogue.listed()) catalogue.setStock(id, {sizes: []});
      const {articles} = await tryAndSee(await openChosen());
      expect(articles).toHaveLength(10);
      for (const {lacks} of articles) expect(lacks).toContain('sizes');
    });

    it('a trial asks the supplier once for each article', async () => {
      const shop = await openChosen();
      const before = askedDetails();
      const {run} = await tryAndSee(shop);
      expect(run).toMatchObject({state: 'done', named: 10});
      expect(askedDetails() - before).toBe(10);
    });

    it('a trial that gets no readable details at all says so, and looks at no other articles', async () => {
      const shop = await openChosen();
      const before = askedDetails();
      const mend = garbled();
      try {
        const {run, articles} = await tryAndSee(shop);
        expect(run).toMatchObject({state: 'partial', named: 10, reason: expect.stringContaining('none of the 10')});
        expect(articles.map(({state}) => state)).toEqual(Array.from({length: 10}, () => 'held'));
        expect(askedDetails() - before).toBe(10);
      } finally {
        mend();
      }
      expect(shop.products().size).toBe(0);
      await night(shop);
      const {articles} = await tryAndSee(shop);
      expect(articles.map(({state}) => state)).toEqual(Array.from({length: 10}, () => 'active'));
    });

    it('a trial arrives as drafts where that is set', async () => {
      const shop = await openChosen({newProducts: 'draft'});
      await tryTen(shop);
      expect(new Set([...shop.products().values()].map(({status}) => status))).toEqual(new Set(['DRAFT']));
    });

    it('a second trial brings the same products up to date, and makes one for what is not chosen any more', async () => {
      const shop = await openChosen();
      await tryTen(shop);
      const [left = '', ...others] = [...shop.products().keys()];
      await shop.merchant.leaveOut([left]);
      await shop.set({categories: await categoriesOf(shop), markupPercent: 150});
      const {articles} = await shop.merchant.trial();
      expect((await tryTen(shop)).counts).toMatchObject({chosen: 10, created: 1, updated: 9});
      expect([...shop.products().keys()]).toEqual(expect.arrayContaining(others));
      expect(shop.products().size).toBe(11);
      expect((await shop.merchant.trial()).articles).not.toEqual(articles);
    });

    it('two clicks are one trial', async () => {
      const shop = await openChosen();
      const [one, other] = [await shop.merchant.startTrial(), await shop.merchant.startTrial()];
      expect(other.id).toBe(one.id);
    });

    it('a trial without anything to try is refused, with what is missing', async () => {
      const shop = await openChosen({vatPercent: null});
      await expect(shop.merchant.startTrial()).rejects.toThrow('the VAT they contain is not set under Pricing');
      await shop.set({...toSettings({}), pricing: {vatPercent: 22, floorMarginPercent: 90}});
      await expect(shop.merchant.startTrial()).rejects.toThrow('None of the articles you chose can be tried');
      await expect(shop.merchant.closeSetUp()).rejects.toThrow('Set-up is not done yet');
    });
  });

  describe('once everything was asked for', () => {
    it('the rest follows, the nights create what is new, and a trial is refused', async () => {
      const shop = await openChosen();
      const categories = await categoriesOf(shop);
      await shop.set({categories: categories.slice(0, 4)});
      await night(shop);
      await tryTen(shop);
      const {id} = await shop.merchant.startRun();
      expect((await shop.run({runId: RunId.parse(id)})).counts).toMatchObject({retired: 0, unchanged: 10});
      const some = shop.products().size;
      expect(some).toBeGreaterThan(10);
      expect(await shop.merchant.overview()).toMatchObject({
        firstRunDone: true,
        setUp: {everythingAsked: true, closed: false},
      });
      await shop.merchant.closeSetUp();
      expect((await shop.merchant.overview()).setUp.closed).toBe(true);
      await expect(shop.merchant.startTrial()).rejects.toThrow('You have asked for everything already');
      await shop.set({categories});
      await night(shop);
      expect(shop.products().size).toBeGreaterThan(some);
    });

    // The tests above, and those of other suites, send each statement of those below to the other engine too.
    if (engine !== quickestEngine) return;

    it('a run of the schedule that goes on at that moment does not count as the answer: another one is made', async () => {
      const shop = await openChosen();
      const {deps, clock} = app();
      const nightly = RunId.parse(deps.newId());
      await saveQueuedRun(deps.db, {id: nightly, shop: shop.domain, kind: 'full', trigger: 'schedule'}, clock.now());
      const asked = await shop.merchant.startRun();
      expect(asked.id).not.toBe(nightly);
      await shop.run({runId: RunId.parse(asked.id)});
      expect(shop.products().size).toBeGreaterThan(30);
    });
  });
});
