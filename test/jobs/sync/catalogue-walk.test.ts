// What a run asks of the catalogue: all pages, what was added since, and the listed articles that no page shows.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {loadQuarantine} from '../../../server/db/catalogue/quarantine.ts';
import {loadShop} from '../../../server/db/shops/shops.ts';
import type {Misbehaviour} from '../../sandbox/supplier/start.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

// On one engine: `quarantine` and `journeys/feed-to-store-list` send its statements on both.
onEachSyncTestApp("the catalogue's pages", {articles: 1_000, shops: 8, engines: oneEngine}, (app) => {
  const during = async <T>(does: Misbehaviour, work: () => Promise<T>): Promise<T> => {
    const end = app().supplier.misbehave(does);
    try {
      return await work();
    } finally {
      end();
    }
  };
  const lastGoodNight = async (shop: Shop) => (await loadShop(app().deps.db, shop.domain))?.lastGoodNightAt ?? null;
  const known = async (shop: Shop, id: string) => {
    const row = await app()
      .deps.db.selectFrom('articles')
      .select('data')
      .where('shop', '=', shop.domain)
      .where('article_id', '=', ArticleId.parse(id))
      .executeTakeFirst();
    return row?.data != null;
  };

  const gaps: [string, Misbehaviour, string][] = [
    [
      'with an empty page in the middle',
      {a: 'products', page: 3, does: {kind: 'keep', share: 0}},
      'it says it has 1000 articles, and 800 came. Page 3 was empty.',
    ],
    [
      'whose last page is empty',
      {a: 'products', page: 5, does: {kind: 'keep', share: 0}},
      'it says it has 1000 articles, and 800 came. Page 5 was empty.',
    ],
    [
      'with half of a page missing',
      {a: 'products', page: 2, does: {kind: 'keep', share: 0.5}},
      'it says it has 1000 articles, and 900 came.',
    ],
    [
      'that is empty',
      {
        a: 'products',
        does: [
          {kind: 'keep', share: 0},
          {kind: 'envelope', patch: {total: 0, pages: 0, next_page: null}},
        ],
      },
      'catalogue is empty',
    ],
  ];
  it.each(gaps)('a catalogue %s is noted, and is no good night', async (_what, fault, note) => {
    const shop = await app().openShop();
    await shop.run();
    const before = await lastGoodNight(shop);
    expect(before).not.toBeNull();
    const run = await during(fault, () => shop.run());
    expect(run).toMatchObject({state: 'partial', reason: expect.stringContaining(note)});
    expect(run.reason).toContain('stay as they were');
    expect(await lastGoodNight(shop)).toEqual(before);
    expect(await shop.run()).toMatchObject({state: 'done', reason: null});
    expect((await lastGoodNight(shop))?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity);
  });

  it('articles that come or go while the pages are walked are no gap', async () => {
    const shop = await app().openShop();
    for (const how of ['insert', 'remove'] as const) {
      const shift: Misbehaviour = {a: 'products', page: 2, does: {kind: 'shift', how, count: 3}};
      expect(await during(shift, () => shop.run())).toMatchObject({state: 'done', reason: null});
    }
  });

  it('by day what was added since a day before the last good night is read, and nothing older; no news is no gap', async () => {
    const {supplier, clock} = app();
    const shop = await app().openShop();
    await shop.run();
    const night = (await lastGoodNight(shop))?.getTime() ?? 0;
    clock.turn(9 * hourMs);
    expect(await shop.run({kind: 'daytime', trigger: 'schedule'})).toMatchObject({state: 'done', reason: null});
    // Of a brand that is not in the list, so that no other request can show them.
    const [brand = ''] = supplier.excludedBrands;
    const add = (at: number) => supplier.catalogue.add({brand, added_at: new Date(at).toISOString()}).id;
    const late = add(night - dayMs + 60_000);
    const older = add(night - dayMs - 60_000);
    const fresh = add(night + hourMs);
    const asked = supplier.requestCount('catalogue', 'products');
    await shop.run({kind: 'daytime', trigger: 'schedule'});
    expect(supplier.requestCount('catalogue', 'products') - asked).toBe(1);
    expect([await known(shop, fresh), await known(shop, late), await known(shop, older)]).toEqual([true, true, false]);
  });

  it('a listed article that the catalogue does not know is asked for less and less often, and stays set aside with its reason', {
    timeout: 90_000,
  }, async () => {
    const {supplier, deps} = app();
    const shop = await app().openShop();
    const ghosts = Array.from({length: 40}, (_, at) => `ghost-${at}`);
    const items = [
      ...supplier.catalogue.listed().map(({id, cents}) => ({id, price: cents / 100})),
      ...ghosts.map((id) => ({id, price: 10})),
    ];
    const list: Misbehaviour = {a: 'list', does: {kind: 'say', text: JSON.stringify({ok: true, items})}};
    await during(list, async () => {
      const night = async () => {
        const before = supplier.requestCount('catalogue', 'product');
        const {state, counts} = await shop.run();
        const rows = await loadQuarantine(deps.db, shop.domain, {limit: 200});
        const setAside = rows.filter(({article_id: id}) => ghosts.includes(id)).map(({reason}) => reason);
        expect(setAside).toHaveLength(40);
        expect(new Set(setAside)).toEqual(new Set([expect.stringContaining('does not know this article')]));
        expect([state, counts.quarantined]).toEqual(['done', 40]);
        return supplier.requestCount('catalogue', 'product') - before;
      };
      const hours = [0, 5, 23, 47, 71, 143, 167, 335, 479, 503];
      const asked: number[] = [];
      for (const [at, hour] of hours.entries()) {
        await app().passDays((hour - (hours[at - 1] ?? 0)) / 24);
        if ((await night()) > 0) asked.push(hour);
      }
      // The second night, then after two, four and seven days, and seven again.
      expect(asked).toEqual([0, 23, 71, 167, 335, 503]);
    });
  });

  it('a listed article that no page showed is fetched as soon as the catalogue knows it, and asked for again when it is listed again', async () => {
    const {supplier} = app();
    const shop = await app().openShop();
    const real = supplier.catalogue.listed().map(({id, cents}) => ({id, price: cents / 100}));
    const listing = (ids: readonly string[]): Misbehaviour => {
      const items = [...real, ...ids.map((id) => ({id, price: 10}))];
      return {a: 'list', does: {kind: 'say', text: JSON.stringify({ok: true, items})}};
    };
    const asked = async (fault: Misbehaviour) => {
      const before = supplier.requestCount('catalogue', 'product');
      await during(fault, () => shop.run());
      return supplier.requestCount('catalogue', 'product') - before;
    };
    expect(await asked(listing(['late-1']))).toBe(1);
    expect(await asked(listing(['late-1']))).toBe(0);
    expect(await asked(listing([]))).toBe(0);
    expect(await asked(listing(['late-1']))).toBe(1);
    supplier.catalogue.add({id: 'late-1'});
    expect(await asked(listing(['late-1']))).toBe(0);
    expect(await known(shop, 'late-1')).toBe(true);
  });
});
