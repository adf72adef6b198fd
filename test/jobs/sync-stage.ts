// A house in which nobody works, for runs that a test starts by hand: a shop of its own per test, one catalogue for all of
// them, and a clock that the test turns.
import {afterAll, beforeAll, describe} from 'vitest';
import {ProductGid, ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings.ts';
import {noticeProduct} from '../../jobs/notice-product.ts';
import type {ClosedRun} from '../../jobs/sync/close-run.ts';
import {syncCatalogue} from '../../jobs/sync-catalogue.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../server/db/shop-keys.ts';
import {saveSettings} from '../../server/db/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {ensureInstalled} from '../../server/http/installation.ts';
import {createSupplierClient} from '../../server/supplier/client.ts';
import type {ShopControl} from '../sandbox/shopify/start.ts';
import type {SupplierSandbox} from '../sandbox/supplier/start.ts';
import {type Clock, createClock} from '../support/clock.ts';
import {silentLog} from '../support/database.ts';
import {type House, type HouseEngine, houseEngines, openHouse} from '../support/house.ts';

export type Stage = {
  readonly house: House;
  readonly supplier: SupplierSandbox;
  readonly clock: Clock;
  /** Time passes as in a house that is kept up: no shop's token dies. */
  readonly passDays: (days: number) => Promise<void>;
  /** The app's own, but a wait between two tries of a read takes no real time. */
  readonly deps: Deps;
  /** Called at every checkpoint of every run. */
  onCheckpoint: (name: string) => void;
  /** The next shop: installed, both keys in place, nothing chosen unless `settings` choose. */
  readonly openShop: (settings?: object) => Promise<Shop>;
};

export type Shop = {
  readonly domain: ShopDomain;
  readonly store: ShopControl;
  /** A new key in the place of the stored one. */
  readonly replaceKey: (api: 'catalogue' | 'dropship') => Promise<void>;
  readonly set: (settings: object) => Promise<void>;
  /** Null where no run was made. */
  readonly tryRun: (message?: RunMessage, stop?: AbortSignal) => Promise<ClosedRun | null>;
  readonly run: (message?: RunMessage, stop?: AbortSignal) => Promise<ClosedRun>;
  /** The products by article id. Throws where two products carry one article. */
  readonly products: () => ReadonlyMap<string, Product>;
  readonly product: (articleId: string) => Product;
  /** What the app does on products/update. */
  readonly notice: (productGid: string) => Promise<void>;
};

type RunMessage = Partial<Parameters<typeof syncCatalogue>[1]>;

export type Product = ReturnType<ShopControl['products']>[number];

/** The same tests on each engine, one house for all of them. */
export function onEachStage(
  title: string,
  size: {readonly articles: number; readonly shops: number},
  tests: (stage: () => Stage, engine: HouseEngine) => void,
): void {
  describe.each(houseEngines)(`${title}, on %s`, (engine) => {
    let stage: Stage | undefined;
    beforeAll(async () => {
      stage = await openStage(engine, size);
    });
    afterAll(() => stage?.house.close());
    tests(() => {
      if (stage === undefined) throw new Error('only inside a test');
      return stage;
    }, engine);
  });
}

async function openStage(engine: HouseEngine, {articles, shops}: {articles: number; shops: number}): Promise<Stage> {
  // Session tokens are verified by the library in real time: the clock starts there, and all shops install before it is turned.
  const clock = createClock(new Date());
  const domains = Array.from({length: shops}, (_, index) => ShopDomain.parse(`shop-${index + 1}.myshopify.com`));
  const left = domains.values();
  const stage: {onCheckpoint: (name: string) => void} = {onCheckpoint: () => {}};
  const house = await openHouse(engine, {
    clock,
    workers: false,
    supplier: {articles, seed: 3},
    shopify: {shops: domains.map((domain) => ({domain, plan: 'plus'})), webhookTopics: []},
    replacements: {checkpoint: (name) => stage.onCheckpoint(name)},
  });
  for (const domain of domains) await ensureInstalled(house.deps, domain, house.shopify.sessionToken(domain));
  const supplier = createSupplierClient({...house.config.supplier, allowLoopbackCheckout: true}, silentLog, {
    wait: (ms) => clock.wait(ms),
  });
  const deps = {...house.deps, supplier};
  return Object.assign(stage, {
    house: {...house, close: () => supplier.close().then(house.close)},
    deps,
    supplier: house.supplier,
    clock,
    async passDays(days: number) {
      clock.turn(days * 86_400_000);
      for (const domain of domains) await house.deps.tokens.keepAlive(domain);
    },
    async openShop(settings: object = {}) {
      const next = left.next();
      if (next.done) throw new Error('The stage has no more shops.');
      return openShop({...house, deps}, next.value, settings);
    },
  });
}

async function openShop({deps, shopify, supplier}: House, domain: ShopDomain, settings: object): Promise<Shop> {
  const {db, sealer, now} = deps;
  const replaceKey = async (api: 'catalogue' | 'dropship') => {
    const key = supplier.issueKey(api);
    if (api === 'dropship') await saveDropshipKey(db, sealer, domain, {key}, now());
    else await saveCatalogueKey(db, sealer, domain, {key, partner: null}, now());
  };
  await replaceKey('catalogue');
  await replaceKey('dropship');
  const store = shopify.shop(domain);
  const set = (given: object) =>
    saveSettings(db, domain, Settings.parse({vatPercent: 22, newProducts: 'active', ...settings, ...given}), now());
  await set({});
  const products = () => byArticle(store);
  const product = (articleId: string) => {
    const found = products().get(articleId);
    if (found === undefined) throw new Error(`${domain} has no product of article ${articleId}.`);
    return found;
  };
  const tryRun: Shop['tryRun'] = (message = {}, stop) =>
    syncCatalogue(deps, {shop: domain, kind: 'full', trigger: 'merchant', ...message}, stop);
  return {
    domain,
    store,
    replaceKey,
    set,
    tryRun,
    async run(message, stop) {
      const run = await tryRun(message, stop);
      if (run === null) throw new Error('No run was made.');
      return run;
    },
    products,
    product,
    notice: (productGid) => noticeProduct(deps, domain, ProductGid.parse(productGid)),
  };
}

function byArticle(store: ShopControl): ReadonlyMap<string, Product> {
  const found = new Map<string, Product>();
  for (const product of store.products()) {
    if (product.articleId === null) continue;
    if (found.has(product.articleId)) throw new Error(`Article ${product.articleId} has two products.`);
    found.set(product.articleId, product);
  }
  return found;
}
