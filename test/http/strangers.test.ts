import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {Failure} from '#domain/failure.ts';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ProductGid, RunId, ShopDomain} from '#domain/ids.ts';
import {saveDefinedOptions} from '../../server/db/catalogue/defined-options.ts';
import {saveMatches} from '../../server/db/catalogue/product-matches.ts';
import {zeroCounts} from '../../server/db/runs/runs.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import {saveAudit} from '../../server/db/shops/audit.ts';
import {saveInstalledShop, saveSettings} from '../../server/db/shops/shops.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {createApp} from '../../server/http/app.ts';
import {ApiError} from '../../server/http/contract/error.ts';
import {allRoutes} from '../support/all-routes.ts';
import {type BareApp, openBareApp, pageOf, shop} from './bare-app.ts';
import {type Route, routesOf} from './route-table.ts';

const other = ShopDomain.parse('other.myshopify.com');
const ids = {run: randomUUID(), order: randomUUID(), storeOrder: 'gid://shopify/Order/424242', article: 'zz-other-zz'};
/** In every row of the other store, and in nothing of ours. */
const mark = 'zz-other-zz';
const article_id = ArticleId.parse(mark);

describe('another store’s data', () => {
  let app: BareApp;
  let routes: readonly Route[];
  beforeAll(async () => {
    app = await openBareApp({}, (deps) => ({...deps, admin: {call: () => Promise.reject(noShopify)}}));
    await fillOtherShop(app);
    routes = routesOf(createApp(app.deps).router);
  });
  afterAll(() => app.close());

  const mine = (...asked: Parameters<ReturnType<typeof pageOf>>) => pageOf(app, shop)(...asked);

  it('is asked for at every route there is: the router’s own table', () => {
    expect(routes.map(({method, path}) => `${method} ${path}`).toSorted()).toEqual(allRoutes);
  });

  it('is there for that store itself, so that finding none is no accident', async () => {
    const theirs = pageOf(app, other);
    expect((await theirs('GET', `/runs/${ids.run}`)).status).toBe(200);
    expect((await theirs('GET', `/dropship-orders/${ids.order}`)).status).toBe(200);
    expect((await theirs('GET', `/store-orders/${encodeURIComponent(ids.storeOrder)}/money`)).status).toBe(200);
    expect((await theirs('GET', `/articles/${ids.article}/margins`)).status).toBe(200);
    for (const path of [
      '/audit',
      '/choices',
      '/connection',
      '/dropship-orders',
      '/settings/rules',
      '/runs',
      '/overview',
    ]) {
      expect((await theirs('GET', path)).text).toContain(path === '/overview' ? other : mark);
    }
  });

  it('is not found by its ids on any route', async () => {
    const withIds = routes.filter(({path}) => path.includes(':'));
    expect(withIds.length).toBeGreaterThan(0);
    for (const {method, path} of withIds) {
      for (const id of Object.values(ids).map(encodeURIComponent)) {
        const answer = await mine(method, path.replace(/:\w+/g, id), method === 'GET' ? undefined : {});
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        expect(ApiError.parse(answer.json).error.code).toBe('not_found');
      }
    }
  });

  it('is neither shown nor touched by anything this store can ask for, whatever name it drops', async () => {
    const before = await rowsOf(app);
    for (const {method, path} of routes) {
      const address = `${path.replace(/:\w+/g, ids.order)}?shop=${other}&state=awaiting_payment`;
      const body = method === 'PUT' || method === 'POST' ? {shop: other, key: 'k', ...form} : undefined;
      const {text} = await mine(method, address, body);
      expect(text).not.toContain(mark);
      expect(text).not.toContain(other);
    }
    expect(await rowsOf(app)).toEqual(before);
  });

  it('is not reached with a page cursor of theirs', async () => {
    const position = [
      'newest',
      null,
      '2026-12-01T00:00:00.000Z',
      'gid://shopify/Order/1',
      'gid://shopify/LineItem/1',
      1,
    ];
    const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
    const toPay = {count: 0, cents: 0, unpriced: 0, oldestPlacedAt: null};
    const {json} = await mine('GET', `/dropship-orders?cursor=${cursor}`);
    expect(json).toEqual({
      orders: [],
      nextCursor: null,
      states: [],
      flagged: 0,
      needsYou: 0,
      toPay,
      settingsUnreadable: null,
    });
  });
});

const noShopify = new Failure('connection refused', {remote: 'shopify', kind: 'unreachable', sent: false});

const form = {
  newProducts: 'draft',
  nightlyAt: '05:00',
  sendingPaused: true,
  sendTestOrders: true,
  // Of product matches.
  decision: 'same',
  articleIds: 'all',
};

const shopTables = [
  ...([
    'article_options',
    'articles',
    'audit',
    'brakes',
    'deliveries',
    'dropship_attempts',
    'dropship_orders',
    'listing_media',
    'own_prices',
  ] as const),
  ...(['listing_variants', 'listings', 'product_matches', 'quarantine', 'run_changes', 'runs'] as const),
  ...(['repeats', 'sessions', 'shops', 'store_orders'] as const),
];

async function rowsOf(app: BareApp): Promise<object> {
  const read = async (table: (typeof shopTables)[number] & keyof Tables) =>
    app.deps.db.selectFrom(table).selectAll().where('shop', '=', other).execute();
  return Object.fromEntries(await Promise.all(shopTables.map(async (table) => [table, await read(table)])));
}

async function fillOtherShop({deps: {db, sealer}}: BareApp): Promise<void> {
  const now = new Date('2026-11-01T10:00:00Z');
  await saveInstalledShop(db, other, {scopes: mark, currency: 'SEK', plan: mark}, now);
  await saveCatalogueKey(db, sealer, other, {key: mark, partner: mark}, now);
  await saveDropshipKey(db, sealer, other, {key: mark}, now);
  await saveSettings(db, other, {choice: [{id: 'brands', effect: 'include', brands: [mark]}]}, now);
  const row = {shop: other, updated_at: now};
  await db
    .insertInto('articles')
    .values({...row, article_id, brand: mark, category: mark, name: mark, data: '{}', listed: true})
    .execute();
  await saveDefinedOptions(db, other, article_id, {colours: [mark], sizes: [mark]}, now);
  await db
    .insertInto('runs')
    .values({
      id: RunId.parse(ids.run),
      shop: other,
      ...({kind: 'full', trigger: 'merchant'} as const),
      state: 'failed',
      reason: mark,
      fence: 1,
      counts: JSON.stringify(zeroCounts),
      started_at: now,
      heartbeat_at: now,
      finished_at: now,
    })
    .execute();
  await db
    .insertInto('store_orders')
    .values({
      shop: other,
      order_gid: OrderGid.parse(ids.storeOrder),
      order_name: mark,
      currency: 'SEK',
      updated_at: now,
      ordered_at: now,
      revenue: 1,
      shipping: 1,
      shipping_paid: 1,
    })
    .execute();
  const match = {articleId: article_id, productGid: ProductGid.parse('gid://shopify/Product/1'), title: mark};
  await saveMatches(db, other, [{...match, foundBy: 'sku'}], now);
  await saveAudit(db, other, {actor: `user:${mark}`, action: 'approved', subject: ids.order, detail: mark}, now);
  await db
    .insertInto('dropship_orders')
    .values({
      ...row,
      id: DropshipOrderId.parse(ids.order),
      order_gid: OrderGid.parse(`gid://shopify/Order/${mark}`),
      order_name: mark,
      line_gid: LineItemGid.parse('gid://shopify/LineItem/1'),
      article_id,
      article_name: mark,
      quantity: 1,
      state: 'awaiting_payment',
      reference: mark,
      checkout_url: `https://supplier.example/${mark}`,
      ordered_at: now,
      created_at: now,
    })
    .execute();
}
