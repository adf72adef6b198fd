// The list of what can be bought singly is the authority: what it takes off sale, when it is believed, and when not.
import {expect, it} from 'vitest';
import {loadShop} from '../../server/db/shops/shops.ts';
import {onEachSyncTestApp, type Shop} from '../jobs/sync/sync-test-app.ts';
import type {Misbehaviour, Misdeed} from '../sandbox/supplier/start.ts';
import {quickestEngine} from '../support/test-app.ts';
import {broken, incomplete} from './feed-to-store-faults.ts';

onEachSyncTestApp('the list decides what is on sale', {articles: 450, shops: 24}, (app, engine) => {
  const imported = async (...brands: readonly string[]): Promise<Shop> => {
    const shop = await app().openShop({brands});
    const run = await shop.run();
    if (run.state !== 'done') throw new Error(run.reason ?? run.state);
    return shop;
  };
  const during = async <T>(rule: Misbehaviour, work: () => Promise<T>): Promise<T> => {
    const end = app().supplier.misbehave(rule);
    try {
      return await work();
    } finally {
      end();
    }
  };
  const statuses = (shop: Shop) => [...shop.products().values()].map(({status}) => status);
  const allActive = (shop: Shop) => statuses(shop).every((status) => status === 'ACTIVE');

  it('a run that dies while it takes a product off sale still knows later whose doing it was', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Ilmari Loom');
    catalogue.withdraw('100009');
    const cut = app().testApp.shopify.misbehave({
      fault: 'cut',
      at: 'after',
      when: ({shop: of, kind}) => of === shop.domain && kind === 'mutation',
    });
    expect((await shop.run()).state).toBe('failed');
    cut();
    expect(shop.product('100009').status).toBe('DRAFT');
    expect((await shop.run()).counts.retired).toBe(1);
    catalogue.restore('100009');
    await shop.run();
    expect(shop.product('100009').status).toBe('ACTIVE');
  });

  it.each([
    {api: 'catalogue', rule: {a: 'products', page: 2, does: {kind: 'revoke-key'}}},
    {api: 'dropship', rule: {a: 'list', does: {kind: 'revoke-key'}}},
    {api: 'dropship', rule: {a: 'stock', nth: 2, does: {kind: 'revoke-key'}}},
  ] as const)(
    'a $api key revoked at a=$rule.a ends the run with a sentence, and is shown as rejected',
    async ({api, rule}) => {
      const shop = await app().openShop({brands: ['Sablefen']});
      const run = await during(rule, shop.run);
      expect(run).toMatchObject({
        state: 'failed',
        reason: `The supplier does not accept the ${api} key any more. Enter a new one under Settings.`,
        counts: {retired: 0, writes: 0},
      });
      const facts = await loadShop(app().deps.db, shop.domain);
      expect([facts?.catalogueKeyState, facts?.dropshipKeyState]).toEqual(
        api === 'catalogue' ? ['rejected', 'accepted'] : ['accepted', 'rejected'],
      );
    },
  );

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('what the list no longer holds becomes a draft, and is for sale again when it comes back', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Nordhaag');
    const before = shop.product('100016');
    catalogue.withdraw('100016');
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 1, writes: 1}});
    expect(shop.product('100016')).toMatchObject({status: 'DRAFT', variants: before.variants});
    expect(statuses(shop).filter((status) => status === 'ACTIVE')).toHaveLength(12);
    expect((await shop.run()).counts).toMatchObject({retired: 0, writes: 0});
    catalogue.restore('100016');
    expect((await shop.run()).counts).toMatchObject({restored: 1, retired: 0});
    expect(shop.product('100016')).toMatchObject({
      status: 'ACTIVE',
      publications: before.publications,
      variants: before.variants,
    });
    expect((await shop.run()).counts.writes).toBe(0);
  });

  it('a product the merchant had taken off sale, or put away since, is not put back', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Kestrel Vane');
    shop.store.editProduct(shop.product('100013').id, {status: 'DRAFT'});
    catalogue.withdraw('100013');
    catalogue.withdraw('100020');
    expect((await shop.run()).counts.retired).toBe(2);
    shop.store.archive(shop.product('100020').id);
    catalogue.restore('100013');
    catalogue.restore('100020');
    expect(await shop.run()).toMatchObject({state: 'done', counts: {restored: 2}});
    expect(shop.product('100013').status).toBe('DRAFT');
    expect(shop.product('100020').status).toBe('ARCHIVED');
  });

  it('pages that hold less than the list take nothing off sale', async () => {
    const shop = await imported('Ferro Lino');
    const run = await during({a: 'products', does: {kind: 'keep', share: 0.3}}, shop.run);
    // It is said, since the pages state more articles than they hold.
    expect(run).toMatchObject({state: 'partial', counts: {retired: 0, unchanged: 9, writes: 0}});
    expect(allActive(shop)).toBe(true);
  });

  it('an article that no page shows is read by itself', async () => {
    const shop = await app().openShop({brands: ['Sorrel Yard']});
    const run = await during({a: 'products', does: {kind: 'keep', share: 0.01}}, shop.run);
    expect(run).toMatchObject({state: 'partial', counts: {articles: 4, created: 9}});
  });

  it('what the merchant no longer chooses becomes a draft, without a brake', async () => {
    const shop = await imported('Cinder Hall', 'Valdoré');
    await shop.set({brands: ['Valdoré']});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 8}});
    expect(statuses(shop).filter((status) => status === 'DRAFT')).toHaveLength(8);
    await shop.set({brands: ['Valdoré', 'Cinder Hall']});
    expect((await shop.run()).counts).toMatchObject({restored: 8});
    expect(allActive(shop)).toBe(true);
  });

  it('more than half of a shop gone at once waits and is said, the rest of the run is done', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Aldermoor');
    const ids = [...shop.products().keys()];
    const leaving = ids.slice(0, 5);
    for (const id of leaving) catalogue.withdraw(id);
    const cost = Number(shop.product(ids[8] ?? '').variants[0]?.cost);
    catalogue.setStock(ids[8] ?? '', {price: Math.round(cost * 120) / 100});
    const run = await shop.run();
    expect(run).toMatchObject({state: 'partial', counts: {retired: 0, updated: 1}});
    expect(run.reason).toContain('5 of 9 products are no longer in the supplier');
    expect(allActive(shop)).toBe(true);
    catalogue.restore(leaving[0] ?? '');
    // What an earlier list said is not acted on under one that is not whole.
    const half = await during({a: 'list', does: {kind: 'entries', fault: 'null-id', at: 400}}, shop.run);
    expect(half).toMatchObject({state: 'partial', counts: {retired: 0}});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 4}});
    for (const id of leaving) catalogue.restore(id);
    expect((await shop.run()).counts.restored).toBe(4);
  });

  it('more than twenty of a larger shop gone at once wait as well', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Tarn & Tweed', 'Milla Corvin', 'Valdoré');
    const leaving = [...shop.products().keys()].slice(0, 21);
    for (const id of leaving) catalogue.withdraw(id);
    expect(await shop.run()).toMatchObject({state: 'partial', counts: {retired: 0, writes: 0}});
    catalogue.restore(leaving[0] ?? '');
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 20}});
    for (const id of leaving) catalogue.restore(id);
  });

  it('a list that is not whole takes nothing off sale, and the run says why, whichever way it is not whole', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Willa Frost');
    catalogue.withdraw('100043');
    for (const {kind, deed, why} of incomplete) {
      const run = await during({a: 'list', does: deed([...shop.products().keys()])}, shop.run);
      expect(run, kind).toMatchObject({state: 'partial', counts: {retired: 0}});
      expect(run.reason, kind).toContain("The supplier's list was not complete");
      expect(run.reason, kind).toContain(why);
      expect(allActive(shop), kind).toBe(true);
    }
    expect((await shop.run()).counts.retired).toBe(1);
    catalogue.restore('100043');
  });

  it('a list or a page that cannot be had ends the run as failed, with nothing retired and nothing written', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Velloro');
    catalogue.withdraw('100072');
    const writes = shop.store.writes();
    for (const {what, rule} of broken) {
      const run = await during(rule, shop.run);
      expect(run, what).toMatchObject({state: 'failed', counts: {retired: 0}});
      expect(run.reason, what).toMatch(/supplier.*Nothing was taken off sale\.$/);
    }
    expect(shop.store.writes()).toBe(writes);
    expect(allActive(shop)).toBe(true);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 1}});
  });

  it('articles that move while the pages are walked are neither lost nor retired', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Ilex');
    const shifts: Misdeed[] = [{kind: 'shift', how: 'insert', count: 3}];
    expect(await during({a: 'products', page: 1, does: shifts}, shop.run)).toMatchObject({
      state: 'done',
      counts: {retired: 0, created: 0},
    });
    expect(
      await during({a: 'products', page: 1, does: {kind: 'shift', how: 'remove', count: 3}}, shop.run),
    ).toMatchObject({
      state: 'done',
      counts: {retired: 0},
    });
    expect(allActive(shop)).toBe(true);
    expect(catalogue.size()).toBe(450);
  });

  it('a key that the merchant replaced meanwhile is not the one that was rejected', async () => {
    const shop = await app().openShop({brands: ['Sablefen']});
    const replacing: Promise<void>[] = [];
    app().onCheckpoint = (name) => {
      if (name === 'list-read') replacing.push(shop.replaceKey('catalogue'));
    };
    const run = await during(
      {
        a: 'products',
        page: 2,
        does: [
          {kind: 'slow', ms: 200},
          {kind: 'revoke-key', when: 'before'},
        ],
      },
      shop.run,
    );
    app().onCheckpoint = () => {};
    await Promise.all(replacing);
    expect(run).toMatchObject({state: 'failed', reason: expect.stringContaining('was replaced')});
    expect((await loadShop(app().deps.db, shop.domain))?.catalogueKeyState).toBe('accepted');
    expect((await shop.run()).state).toBe('done');
  });
});
