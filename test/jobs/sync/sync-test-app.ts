// A test app without workers, for runs that a test starts itself: a shop of its own per test, one catalogue for all of
// them, and a clock that the test turns.
import {afterAll, beforeAll, describe} from 'vitest';
import {ArticleId, ProductGid, RunId, ShopDomain} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import {Settings} from '#domain/settings/settings.ts';
import type {ClosedRun} from '../../../jobs/sync/close-run.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import {handleProductChange} from '../../../jobs/webhooks/notice-product.ts';
import {loadListings, type StoredListing} from '../../../server/db/listings/listings.ts';
import {saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import {saveEverythingAsked} from '../../../server/db/set-up/set-up.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import type {Deps} from '../../../server/deps.ts';
import {ensureInstalled} from '../../../server/http/installation.ts';
import type {Schedule} from '../../../server/queue/queues.ts';
import {createSupplierClient} from '../../../server/supplier/client.ts';
import {createMerchant, type Merchant} from '../../sandbox/demo/merchant.ts';
import type {ShopControl} from '../../sandbox/shopify/start.ts';
import type {SupplierSandbox} from '../../sandbox/supplier/start.ts';
import {type Clock, createClock} from '../../support/clock.ts';
import {silentLog} from '../../support/database.ts';
import {patientToken} from '../../support/patient-token.ts';
import {openTestApp, type TestApp, type TestEngine, testEngines} from '../../support/test-app.ts';

export type SyncTestApp = {
  readonly testApp: TestApp;
  readonly supplier: SupplierSandbox;
  readonly clock: Clock;
  /** Time passes, and every shop's token is kept alive as in production. */
  readonly passDays: (days: number) => Promise<void>;
  /** The app's own, but a wait between two tries of a read takes no real time. */
  readonly deps: Deps;
  /** Called at every checkpoint of every run. */
  onCheckpoint: (name: string) => void;
  /** Called when a run waits, which otherwise takes no real time. */
  onWait: () => Promise<void>;
  /** The next shop: installed, both keys in place, set-up behind it, nothing chosen unless `settings` choose. */
  readonly openShop: (settings?: Given) => Promise<Shop>;
  /** The same, but its set-up goes on: it has not asked for everything yet. */
  readonly openNewShop: () => Promise<Shop>;
};

export type Shop = {
  readonly domain: ShopDomain;
  readonly store: ShopControl;
  /** Asks the app's HTTP API as the page of this shop does. */
  readonly merchant: Merchant;
  /** A new key in the place of the stored one. */
  readonly replaceKey: (api: 'catalogue' | 'dropship') => Promise<void>;
  readonly set: (settings: Given) => Promise<void>;
  /** Null where no run was made. */
  readonly tryRun: (message?: RunMessage, stop?: AbortSignal) => Promise<ClosedRun | null>;
  readonly run: (message?: RunMessage, stop?: AbortSignal) => Promise<ClosedRun>;
  /** A run over named articles, asked for as the page does. */
  readonly runOver: (kind: RunKind, articleIds: readonly string[]) => Promise<ClosedRun>;
  /** The listing of an article. */
  readonly listing: (articleId: string) => Promise<StoredListing>;
  /** The products by article id. Throws where two products carry one article. */
  readonly products: () => ReadonlyMap<string, Product>;
  readonly product: (articleId: string) => Product;
  /** What the app does on products/update that came just now; without a time of Shopify's it reads the product whole. */
  readonly notice: (productGid: string, triggeredAt?: Date) => Promise<void>;
};

type RunMessage = Partial<Parameters<typeof syncCatalogue>[1]>;

export type Product = ReturnType<ShopControl['products']>[number];

/** The same tests on each engine, one test app for all of them. */
export function onEachSyncTestApp(
  title: string,
  size: {readonly articles: number; readonly shops: number; readonly engines?: readonly TestEngine[]},
  tests: (app: () => SyncTestApp, engine: TestEngine) => void,
): void {
  describe.each(testEngines.filter((engine) => size.engines?.includes(engine) ?? true))(`${title}, on %s`, (engine) => {
    let app: SyncTestApp | undefined;
    beforeAll(async () => {
      app = await openSyncTestApp(engine, size);
    });
    afterAll(() => app?.testApp.close());
    tests(() => {
      if (app === undefined) throw new Error('only inside a test');
      return app;
    }, engine);
  });
}

async function openSyncTestApp(
  engine: TestEngine,
  {articles, shops}: {articles: number; shops: number},
): Promise<SyncTestApp> {
  // Session tokens are verified by the library in real time: the clock starts there, and all shops install before it is turned.
  const clock = createClock(new Date());
  const domains = Array.from({length: shops}, (_, index) => ShopDomain.parse(`shop-${index + 1}.myshopify.com`));
  const left = domains.values();
  const app: Pick<SyncTestApp, 'onCheckpoint' | 'onWait'> = {onCheckpoint: () => {}, onWait: async () => {}};
  const testApp = await openTestApp(engine, {
    clock,
    workers: false,
    supplier: {articles, seed: 3},
    shopify: {shops: domains.map((domain) => ({domain, plan: 'plus'})), webhookTopics: []},
    replacements: {checkpoint: (name) => app.onCheckpoint(name)},
  });
  for (const domain of domains)
    await ensureInstalled(testApp.deps, domain, testApp.shopify.sessionToken(domain), {
      userId: '42',
      sessionId: 'test',
    });
  const supplier = createSupplierClient({...testApp.config.supplier, allowLoopbackCheckout: true}, silentLog, {
    wait: (ms) => clock.wait(ms),
  });
  const waitMs = async (ms: number) => {
    await app.onWait();
    await clock.wait(ms);
  };
  const deps = {...testApp.deps, supplier, waitMs};
  const passDays = async (days: number) => {
    clock.turn(days * 86_400_000);
    for (const domain of domains) await testApp.deps.tokens.keepAlive(domain);
  };
  await passDays(daysToFirstNoon(clock.now()));
  return Object.assign(app, {
    testApp: {...testApp, close: () => supplier.close().then(testApp.close)},
    deps,
    supplier: testApp.supplier,
    clock,
    passDays,
    async openShop(settings: Given = {}) {
      const shop = await openShop({...testApp, deps}, clock, nextOf(left), settings);
      await saveEverythingAsked(deps.db, shop.domain, clock.now());
      return shop;
    },
    openNewShop: () => openShop({...testApp, deps}, clock, nextOf(left), {}),
  });
}

/** Details are read again in turn, on a fixed night of seven (`loadDueDetails`): each file begins on the same of the seven days, at noon. */
function daysToFirstNoon(now: Date): number {
  const passed = now.getTime() / 86_400_000 - 0.5;
  return Math.ceil(passed / 7) * 7 - passed;
}

function nextOf(left: Iterator<ShopDomain>): ShopDomain {
  const next = left.next();
  if (next.done) throw new Error('The app has no more shops.');
  return next.value;
}

async function openShop(
  {deps, shopify, supplier, url}: TestApp,
  clock: Clock,
  domain: ShopDomain,
  settings: Given,
): Promise<Shop> {
  const {db, sealer, now} = deps;
  const replaceKey = async (api: 'catalogue' | 'dropship') => {
    const key = supplier.issueKey(api);
    if (api === 'dropship') await saveDropshipKey(db, sealer, domain, {key}, now());
    else await saveCatalogueKey(db, sealer, domain, {key, partner: null}, now());
  };
  await replaceKey('catalogue');
  await replaceKey('dropship');
  const store = shopify.shop(domain);
  const set = (given: Given) => saveSettings(db, domain, toSettings({...settings, ...given}), now());
  await set({});
  const products = () => byArticle(store);
  const product = (articleId: string) => {
    const found = products().get(articleId);
    if (found === undefined) throw new Error(`${domain} has no product of article ${articleId}.`);
    return found;
  };
  const tryRun: Shop['tryRun'] = (message = {}, stop) => {
    // No two runs begin at the same moment.
    clock.turn(1_000);
    return syncCatalogue(deps, {shop: domain, kind: 'full', trigger: 'merchant', ...message}, stop);
  };
  const run: Shop['run'] = async (message, stop) => {
    const closed = await tryRun(message, stop);
    if (closed === null) throw new Error('No run was made.');
    return closed;
  };
  return {
    domain,
    store,
    merchant: createMerchant(url, () => patientToken(shopify, domain, clock)),
    replaceKey,
    set,
    tryRun,
    run,
    async runOver(kind, articleIds) {
      const runId = RunId.parse(deps.newId());
      await saveQueuedRun(
        db,
        {id: runId, shop: domain, kind, trigger: 'merchant', articleIds: articleIds.map((id) => ArticleId.parse(id))},
        now(),
      );
      return run({runId, kind});
    },
    async listing(articleId) {
      const id = ArticleId.parse(articleId);
      const found = (await loadListings(db, domain, [id])).get(id);
      if (found === undefined) throw new Error(`${domain} has no listing of article ${articleId}.`);
      return found;
    },
    products,
    product,
    notice: createNotice(deps, domain),
  };
}

function createNotice(deps: Deps, shop: ShopDomain): Shop['notice'] {
  return (gid, at) => {
    const announced = {mayWait: true, triggeredAt: at ?? null, receivedAt: at ?? deps.now()};
    return handleProductChange(deps, shop, ProductGid.parse(gid), announced);
  };
}

/** Brands and categories stand for rules that include them, `markupPercent` and `vatPercent` for the prices'. */
export function toSettings(given: Given): Settings {
  const {brands, categories, markupPercent, vatPercent = 22, ...rest} = given;
  const rules = Object.entries({brands, categories}).flatMap(([id, words]) =>
    words === undefined ? [] : [{id, effect: 'include', [id]: words}],
  );
  const pricing = {vatPercent, ...(markupPercent === undefined ? {} : {markupPercent})};
  return Settings.parse({newProducts: 'active', choice: rules, pricing, ...rest});
}

export type Given = {
  readonly brands?: readonly string[];
  readonly categories?: readonly string[];
  readonly markupPercent?: number;
  readonly vatPercent?: number | null;
} & {readonly [name in keyof Settings]?: unknown};

function byArticle(store: ShopControl): ReadonlyMap<string, Product> {
  const found = new Map<string, Product>();
  for (const product of store.products()) {
    if (product.articleId === null) continue;
    if (found.has(product.articleId)) throw new Error(`Article ${product.articleId} has two products.`);
    found.set(product.articleId, product);
  }
  return found;
}

/** The nightly and the daytime schedule of a shop, where it has them. */
export const schedulesOf = async ({queues}: Deps, {domain}: Shop): Promise<readonly Schedule[]> =>
  (await queues.listSchedules()).filter(({payload}) => JSON.stringify(payload).includes(`"${domain}"`));
