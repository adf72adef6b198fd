import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import {Overview} from '../../server/http/contract/overview.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {fetchShopFacts} from '../../server/shopify/shop/shop.ts';
import {createMerchant, until} from '../sandbox/demo/merchant.ts';
import {loadDelivery} from '../support/stored-delivery.ts';
import {allTestEngines, openTestApp, type TestApp} from '../support/test-app.ts';

const domains = ['first', 'crowd', 'stale', 'leaver', 'returner'].map((name) => `${name}.myshopify.com`);

describe.each(allTestEngines)('installing, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    const shops = domains.map((domain) => ({domain, currency: 'SEK', timezone: 'Europe/Stockholm'}));
    app = await openTestApp(engine, {shopify: {shops}});
  });
  afterAll(() => app.close());

  const ask = (shop: string) =>
    fetch(`${app.url}/api/overview`, {headers: {authorization: `Bearer ${app.shopify.sessionToken(shop)}`}});
  const overview = async (shop: string) => Overview.parse(await (await ask(shop)).json());
  const known = (shop: string) => loadShop(app.deps.db, ShopDomain.parse(shop));
  const schedulesOf = async (shop: string) =>
    (await app.deps.queues.listSchedules()).filter(({id}) => id.endsWith(toOpaqueId(shop)));
  /** Both of a shop's schedules, once a worker has asserted them. */
  const schedules = (shop: string) =>
    until(10_000, async () => {
      const found = await schedulesOf(shop);
      return found.length === 2 ? found : null;
    });

  it('happens with the first request of the page: token, what Shopify says of the store, and the schedule', async () => {
    const [shop = ''] = domains;
    expect(await overview(shop)).toMatchObject({shop, currency: 'SEK', taxesIncluded: true, needsReauth: false});
    expect(await known(shop)).toMatchObject({state: 'installed', timeZone: 'Europe/Stockholm', plan: 'Shopify Plus'});
    expect((await known(shop))?.scopes).toContain('write_products');
    expect(app.shopify.shop(shop).tokensIssued()).toBe(1);
    expect((await schedules(shop)).map(({timeZone}) => timeZone)).toEqual(['Europe/Stockholm', 'Europe/Stockholm']);
    await overview(shop);
    expect(app.shopify.shop(shop).tokensIssued()).toBe(1);
  });

  it('happens once, however many first requests come at the same time', async () => {
    const shop = domains[1] ?? '';
    const answers = await Promise.all(Array.from({length: 20}, () => ask(shop)));
    expect(answers.map(({status}) => status)).toEqual(Array<number>(20).fill(200));
    expect(app.shopify.shop(shop).tokensIssued()).toBe(1);
    expect(await app.deps.db.selectFrom('sessions').select('id').where('shop', '=', shop).execute()).toHaveLength(1);
  });

  it('keeps the token sealed', async () => {
    const [row] = await app.deps.db
      .selectFrom('sessions')
      .selectAll()
      .where('shop', '=', domains[0] ?? '')
      .execute();
    expect(row?.payload_sealed).toMatch(/^test\.[\w-]+\./);
    expect(JSON.stringify(row)).not.toMatch(/accessToken|refreshToken|shpat|shpua/);
  });

  it('is healed by the next request where the token was found dead in between', async () => {
    const shop = ShopDomain.parse(domains[2]);
    await overview(shop);
    const away = app.shopify.misbehave({fault: 'unauthorised', when: (request) => request.shop === shop});
    const refused = app.shopify.misbehave({fault: 'status', status: 400, when: ({kind}) => kind === 'token'});
    await expect(fetchShopFacts(app.deps.admin, shop)).rejects.toThrow('Shopify');
    expect((await known(shop))?.needsReauth).toBe(true);
    const turnedAway = await ask(shop);
    expect(turnedAway.status).toBe(401);
    expect(turnedAway.headers.get('x-shopify-retry-invalid-session-request')).toBe('1');
    away();
    refused();
    expect((await overview(shop)).needsReauth).toBe(false);
    expect(app.shopify.shop(shop).tokensIssued()).toBe(2);
  });

  it('ends when the merchant removes the app, and starts again with the former settings when they come back', async () => {
    const shop = domains[3] ?? '';
    const merchant = createMerchant(app.url, () => app.shopify.sessionToken(shop));
    await merchant.savePricing({markupPercent: 77});
    await merchant.connect('catalogue', app.supplier.issueKey('catalogue'));
    await schedules(shop);
    app.shopify.uninstall(shop);
    await until(10_000, async () => ((await schedulesOf(shop)).length === 0 ? true : null));
    expect(await known(shop)).toMatchObject({state: 'uninstalled', catalogueKeyState: 'absent', scopes: ''});
    expect(await app.deps.db.selectFrom('sessions').select('id').where('shop', '=', shop).execute()).toEqual([]);
    expect((await ask(shop)).status).toBe(401);

    app.shopify.install(shop);
    expect(await overview(shop)).toMatchObject({needsReauth: false, connection: {catalogue: {state: 'absent'}}});
    expect((await merchant.pricing()).pricing.markupPercent).toBe(77);
    expect(await known(shop)).toMatchObject({state: 'installed', uninstalledAt: null});
    expect(await schedules(shop)).toHaveLength(2);
  });

  it('is not undone by the late news of an uninstall from before the merchant came back', async () => {
    const shop = ShopDomain.parse(domains[4]);
    const merchant = createMerchant(app.url, () => app.shopify.sessionToken(shop));
    await merchant.connect('catalogue', app.supplier.issueKey('catalogue'));
    app.shopify.webhooks.pause();
    app.shopify.uninstall(shop);
    app.shopify.install(shop);
    await expect(fetchShopFacts(app.deps.admin, shop)).rejects.toThrow('Shopify');
    await overview(shop);
    app.shopify.webhooks.resume();
    await app.shopify.webhooks.flush();
    const told = await app.deps.db
      .selectFrom('deliveries')
      .select('id')
      .where('shop', '=', shop)
      .where('topic', '=', 'app/uninstalled')
      .executeTakeFirstOrThrow();
    await until(10_000, async () => (await loadDelivery(app.deps.db, told.id))?.refuted_at ?? null);
    expect(await known(shop)).toMatchObject({state: 'installed', needsReauth: false, catalogueKeyState: 'accepted'});
    expect(await app.deps.db.selectFrom('sessions').select('id').where('shop', '=', shop).execute()).toHaveLength(1);
  });

  it('shows in the figures, without naming a store', async () => {
    const figures = await (await fetch(`${app.url}/metrics`)).text();
    expect(figures).toMatch(/piecewise_http_seconds_count\{status="200"\} [1-9]/);
    expect(figures).toMatch(/piecewise_webhooks_total\{outcome="stored"\} [1-9]/);
    // Workers of their own keep their own count.
    const jobs = /piecewise_job_seconds_count\{queue="deliveries",outcome="done"\} [1-9]/.test(figures);
    expect(jobs).toBe(engine === 'embedded');
    expect(figures).not.toMatch(/myshopify|gid:/);
  });
});
