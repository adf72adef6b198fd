// An article on sale whose `a=stock` goes bad: off sale where it cannot be sold, on sale where it can, and always with the reason.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {loadArticleChanges} from '../../../server/db/runs/run-changes.ts';
import type {Misbehaviour} from '../../sandbox/supplier/start.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `quarantine`, `without-a-price` and `history` send its statements on both.
onEachSyncTestApp('details that go bad', {articles: 60, shops: 16, engines: oneEngine}, (app) => {
  const id = '100016';
  const many = (word: string) => Array.from({length: 50}, (_each, index) => `${word} ${index}`);
  const during = async <T>(does: Misbehaviour['does'], work: () => Promise<T>): Promise<T> => {
    const end = app().supplier.misbehave({a: 'stock', id, does});
    try {
      return await work();
    } finally {
      end();
    }
  };
  /** Its record changes, so that the run asks for its details and plans it. */
  const changeRecord = () => app().supplier.catalogue.change(id, {sku: `S-${app().clock.now().getTime()}`});
  const imported = async () => {
    const shop = await app().openShop({brands: ['Tarn & Tweed', 'Nordhaag']});
    await shop.run();
    expect(shop.product(id).status).toBe('ACTIVE');
    changeRecord();
    return shop;
  };
  const reasonOf = async (shop: Shop) => {
    const rows = app().deps.db.selectFrom('quarantine').select('reason').where('shop', '=', shop.domain);
    return (await rows.where('article_id', '=', ArticleId.parse(id)).executeTakeFirst())?.reason ?? null;
  };

  it.each([
    ['null', {kind: 'envelope', patch: {price: null}}],
    ['missing', {kind: 'envelope', patch: {price: undefined}}],
    ['text', {kind: 'envelope', patch: {price: 'soon'}}],
    ['too large to be believed', {kind: 'envelope', patch: {price: 30_000_000}}],
  ] as const)(
    'a price that is %s makes the product a draft with the reason, until there is one again',
    async (_, does) => {
      const shop = await imported();
      expect(await during(does, shop.run)).toMatchObject({state: 'done', counts: {held: 1}});
      expect(shop.product(id).status).toBe('DRAFT');
      expect(await shop.listing(id)).toMatchObject({state: 'held', reason: expect.stringContaining('states no price')});
      changeRecord();
      await shop.run();
      expect(shop.product(id).status).toBe('ACTIVE');
    },
  );

  it.each([
    ['a price', {price: null}],
    ['a number of variants that a product may have', {colours: many('colour'), sizes: many('size')}],
  ])(
    'what is a draft because it lacks %s is asked for again every night, also where the mended details alone change',
    async (_, patch) => {
      const shop = await imported();
      await during({kind: 'envelope', patch}, shop.run);
      expect(shop.product(id).status).toBe('DRAFT');
      for (let night = 1; night <= 7; night += 1) {
        await app().passDays(1);
        await during({kind: 'envelope', patch}, shop.run);
        const asked = app().supplier.requestCount('dropship', 'stock');
        await shop.run();
        expect(app().supplier.requestCount('dropship', 'stock'), 'a run within the day').toBe(asked);
      }
      // A night begins now and then a little earlier than the one before.
      app().clock.turn(23.5 * 3_600_000);
      await shop.run();
      expect(shop.product(id).status).toBe('ACTIVE');
    },
  );

  it('more colours and sizes than a product may have make it a draft with the reason', async () => {
    const shop = await imported();
    const does = {kind: 'envelope', patch: {colours: many('colour'), sizes: many('size')}} as const;
    expect(await during(does, shop.run)).toMatchObject({state: 'done', counts: {held: 1, quarantined: 0}});
    expect(shop.product(id).status).toBe('DRAFT');
    expect(await shop.listing(id)).toMatchObject({state: 'held', reason: expect.stringContaining('2500 variants')});
  });

  /** Whether a run asked for its details. The article stays on sale, with the reason, and counts as set aside either way. */
  const askedFor = async (shop: Shop): Promise<boolean> => {
    const before = app().supplier.requests().length;
    expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 1, held: 0, retired: 0}});
    expect(shop.product(id).status).toBe('ACTIVE');
    expect(await reasonOf(shop)).toContain('answers nothing about its price');
    const asked = app().supplier.requests().slice(before);
    return asked.some(({a, params}) => a === 'stock' && params['id'] === id);
  };

  it('404 while it is listed: it keeps selling, the reason is shown, and it is asked for again every night', async () => {
    const shop = await imported();
    await during({kind: 'status', status: 404}, async () => {
      for (const _night of [1, 2]) {
        await app().passDays(1);
        expect(await askedFor(shop)).toBe(true);
        expect(await askedFor(shop)).toBe(false);
      }
      changeRecord();
      expect(await askedFor(shop)).toBe(true);
      // Planned and priced again, but its details are still not known.
      await shop.set({pricing: {vatPercent: 22, markupPercent: 61}});
      expect(await askedFor(shop)).toBe(false);
    });
    // It would be answered by now; named, it is asked for at once, else in the night.
    expect(await askedFor(shop)).toBe(false);
    app().clock.turn(23.5 * 3_600_000);
    expect((await shop.run()).counts.quarantined).toBe(0);
    expect(await reasonOf(shop)).toBeNull();
  });

  it('what a run sets aside outlives it, although the same run planned the article', async () => {
    const shop = await imported();
    await during({kind: 'status', status: 500}, async () => {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 1}});
      expect(await reasonOf(shop)).toContain('a=stock');
    });
    await shop.run();
    expect(await reasonOf(shop)).toBeNull();
  });

  /** The store refuses to write the product as a whole; smaller changes it takes. */
  const whileRefused = async <T>(shop: Shop, work: () => Promise<T>): Promise<T> => {
    const end = app().testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{code: 'INVALID_INPUT', field: ['input', 'title'], message: 'The title is taken.'}],
      when: ({shop: of, rootFields}) => of === shop.domain && rootFields.includes('productSet'),
    });
    try {
      return await work();
    } finally {
      end();
    }
  };
  const stating = (colours: readonly string[], price?: number) =>
    ({kind: 'envelope', patch: {colours, sizes: ['S', 'M'], ...(price === undefined ? {} : {price})}}) as const;
  /** On sale in two colours and two sizes. */
  const inTwoColours = async () => {
    const shop = await app().openShop({brands: ['Tarn & Tweed', 'Nordhaag']});
    await during(stating(['Red', 'Blue']), shop.run);
    expect(colours(shop)).toEqual(['Blue', 'Red']);
    changeRecord();
    return shop;
  };
  const colours = (shop: Shop) =>
    [...new Set(shop.product(id).variants.map(({options}) => options['Colour'] ?? ''))].toSorted();
  const stored = async (shop: Shop) => {
    const {variants} = await shop.listing(id);
    const live = variants.filter(({state}) => state === 'live');
    return [...new Set(live.map(({colour}) => colour ?? ''))].toSorted();
  };
  const rowOf = async (shop: Shop) => {
    const rows = app().deps.db.selectFrom('listings').select(['cost', 'price']).where('shop', '=', shop.domain);
    return rows.where('article_id', '=', ArticleId.parse(id)).executeTakeFirstOrThrow();
  };

  it('a colour no longer stated leaves although the store refuses the whole update, and comes back when it is stated again', async () => {
    const shop = await inTwoColours();
    const [before, prices] = [await rowOf(shop), shop.product(id).variants.map(({price}) => price)];
    await during(stating(['Red'], (before.cost ?? 0) / 100 + 1), () =>
      whileRefused(shop, async () => {
        expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 1}});
        expect(shop.product(id)).toMatchObject({status: 'ACTIVE', variants: {length: 2}});
        expect(colours(shop)).toEqual(['Red']);
        expect(await stored(shop)).toEqual(['Red']);
        // Nothing else of the update was applied, and none of it counts as written.
        expect(prices).toContain(shop.product(id).variants[0]?.price);
        expect(await rowOf(shop)).toEqual(before);
        expect(await reasonOf(shop)).toContain('The title is taken.');
        const told = await loadArticleChanges(app().deps.db, shop.domain, ArticleId.parse(id), 20);
        expect(told).toContainEqual(
          expect.objectContaining({kind: 'update', field: 'variants', before: 'Blue / S, Blue / M', after: null}),
        );
        const writes = shop.store.writes();
        await shop.run();
        // The update is tried again; nothing is left to withdraw.
        expect(shop.store.writes()).toBe(writes + 1);
      }),
    );
    changeRecord();
    expect(await during(stating(['Red', 'Blue']), shop.run)).toMatchObject({state: 'done', counts: {quarantined: 0}});
    expect(colours(shop)).toEqual(['Blue', 'Red']);
    expect(await stored(shop)).toEqual(['Blue', 'Red']);
  });

  it('where the store refuses the update and no stated variant would remain, the product becomes a draft until the store takes it', async () => {
    const shop = await inTwoColours();
    const before = await rowOf(shop);
    await during(stating(['Green']), async () => {
      await whileRefused(shop, async () => {
        expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 1}});
        expect(shop.product(id).status).toBe('DRAFT');
        expect(await shop.listing(id)).toMatchObject({
          state: 'held',
          reasonCode: 'variants_gone',
          reason: expect.stringContaining('the store refused the new ones'),
          takenOffSale: true,
        });
        expect(await rowOf(shop)).toEqual(before);
        expect(await stored(shop)).toEqual(['Blue', 'Red']);
        await shop.run();
        expect(shop.product(id).status).toBe('DRAFT');
      });
      changeRecord();
      expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 0}});
    });
    expect(shop.product(id).status).toBe('ACTIVE');
    expect(colours(shop)).toEqual(['Green']);
  });

  it('an article that changes its currency becomes a draft with the reason, until it is in euro again', async () => {
    const shop = await imported();
    const at = app()
      .supplier.catalogue.all()
      .findIndex((article) => article.id === id);
    const end = app().supplier.misbehave({a: 'products', does: {kind: 'entries', fault: 'other-currency', at}});
    try {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {held: 1, quarantined: 0}});
      expect(shop.product(id).status).toBe('DRAFT');
      expect(await shop.listing(id)).toMatchObject({
        state: 'held',
        reasonCode: 'price_invalid',
        reason: expect.stringContaining('"USD"'),
      });
      expect(await shop.run()).toMatchObject({state: 'done', counts: {held: 1, writes: 0}});
    } finally {
      end();
    }
    expect(await shop.run()).toMatchObject({state: 'done', counts: {held: 0, quarantined: 0}});
    expect(shop.product(id).status).toBe('ACTIVE');
  });
});
