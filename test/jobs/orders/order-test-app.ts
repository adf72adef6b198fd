// The test app for the order journey: a small import done, workers that can lose the supplier, a clock turned
// by the test, and a wait until no job is left.
import {OrderGid, ShopDomain} from '#domain/ids.ts';
import {runTask} from '../../../jobs/schedule/tasks.ts';
import {startWorkers} from '../../../jobs/workers.ts';
import type {StoredDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import {loadAllGenerations} from '../../../server/db/orders/order-history.ts';
import {createDeps, type Deps} from '../../../server/deps.ts';
import {defaultLimits} from '../../../server/http/app.ts';
import type {Log} from '../../../server/log.ts';
import type {Message} from '../../../server/queue/messages.ts';
import {createSupplierClient, type SupplierClient} from '../../../server/supplier/client.ts';
import {createMerchant, type Merchant} from '../../sandbox/demo/merchant.ts';
import type {ShopControl, ShopifyOptions} from '../../sandbox/shopify/start.ts';
import type {SupplierOrder, SupplierSandbox} from '../../sandbox/supplier/start.ts';
import {type Clock, createClock} from '../../support/clock.ts';
import {silentLog} from '../../support/database.ts';
import {patientToken} from '../../support/patient-token.ts';
import {importEverything, openTestApp, type TestApp, type TestEngine} from '../../support/test-app.ts';
import {untilQuiet} from '../../support/until-quiet.ts';

/** One variant of a product of ours, with the supplier's own words for it. */
export type Goods = {
  readonly variantId: string;
  readonly productId: string;
  readonly articleId: string;
  readonly colour: string;
  readonly size: string;
};

type OrderInput = Parameters<ShopControl['placeOrder']>[0];

export type OrderTestApp = Omit<TestApp, 'merchant' | 'close' | 'shop'> & {
  readonly shop: ShopDomain;
  readonly clock: Clock;
  readonly merchant: Merchant;
  /** The first worker's own. */
  readonly worker: Deps;
  readonly workers: readonly Deps[];
  /** As on the merchant's first evening: keys, choice, whole run. */
  readonly importAll: () => Promise<void>;
  /** True: where the workers look for the supplier, connections are refused. At once. */
  readonly setSupplierAway: (isAway: boolean) => void;
  /** How long the workers wait for the answer to an order, ms: long, but where a test is about an answer that never comes. */
  readonly setPatience: (ms: number) => void;
  /** The next product that no test has used, by its first variant. */
  readonly goods: () => Goods;
  /** A paid order of one piece from Germany, but for what is said. */
  readonly buy: (order?: Partial<OrderInput> & {readonly goods?: Goods}) => ReturnType<ShopControl['placeOrder']>;
  /** What the supplier accepted under the reference of a dropship order. */
  readonly taken: (order: Pick<StoredDropshipOrder, 'reference'>) => readonly SupplierOrder[];
  /** Until every delivery is handled and no job waits or runs. */
  readonly quiet: () => Promise<void>;
  readonly upkeep: (...tasks: readonly Message<'upkeep'>['task'][]) => Promise<void>;
  readonly rows: (orderGid: string) => Promise<readonly StoredDropshipOrder[]>;
  /** The one dropship order of a store order. */
  readonly row: (orderGid: string) => Promise<StoredDropshipOrder>;
  /** Phase and verdict of each attempt, in order. */
  readonly tries: (orderGid: string) => Promise<readonly string[]>;
  /** What the worker's checkpoints call. */
  readonly onCheckpoint: (hook: ((name: string) => void) | null) => void;
  /** Stops the workers; from here on the test calls the jobs itself. */
  readonly stopWork: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type OrderTestAppOptions = {
  readonly articles?: number;
  readonly log?: Log;
  readonly shopify?: ShopifyOptions;
  /** Further workers beside the first, each with connections of its own where the engine allows it. */
  readonly furtherWorkers?: number;
  /** True: the workers stop after the import, and the test calls the jobs itself. */
  readonly byHand?: boolean;
  /** The app's, and the stand-ins' unless `shopify` has another. */
  readonly clock?: Clock;
};

export async function openOrderTestApp(engine: TestEngine, options: OrderTestAppOptions = {}): Promise<OrderTestApp> {
  const {articles = 10, log = silentLog, shopify = {}, furtherWorkers = 0, byHand = false} = options;
  const {clock = createClock(new Date())} = options;
  let hook: ((name: string) => void) | null = null;
  const replacements = {log, checkpoint: (name: string) => hook?.(name)};
  const ground = {clock, workers: false, supplier: {articles}, shopify, replacements, limits: patientLimits};
  const app = await openTestApp(engine, ground);
  const way = openWay(app, log);
  const ownDeps = async (): Promise<Deps> => {
    if (app.config.databaseUrl === null) {
      return withoutUpkeep({...app.deps, supplier: way.supplier, close: async () => {}});
    }
    const deps = await createDeps(app.config, {...replacements, now: clock.now, waitMs: clock.wait});
    return withoutUpkeep({...deps, supplier: way.supplier});
  };
  const crew: {deps: Deps; workers: Awaited<ReturnType<typeof startWorkers>>}[] = [];
  for (let at = 0; at <= furtherWorkers; at += 1) {
    const deps = await ownDeps();
    crew.push({deps, workers: await startWorkers(deps, neverMs)});
  }
  const worker = crew[0]?.deps ?? app.deps;
  const merchant = createMerchant(app.url, () => patientToken(app.shopify, app.shop, clock));
  // The clock stands still, and of two runs the later one is meant.
  const startRun = (): ReturnType<Merchant['startRun']> => {
    clock.turn(1_000);
    return merchant.startRun();
  };
  const importAll = () => importEverything({...app, merchant: {...merchant, startRun}});
  await importAll();
  const stopWork = async () => {
    for (const member of crew) await member.workers.close(5_000);
  };
  if (byHand) await stopWork();
  const parts = {...app, shop: ShopDomain.parse(app.shop), clock, merchant, worker};
  const workers = crew.map(({deps}) => deps);
  return {
    ...parts,
    workers,
    importAll,
    setSupplierAway: way.setAway,
    setPatience: way.setPatience,
    ...actions(parts, app.store, app.supplier),
    onCheckpoint(next) {
      hook = next;
    },
    stopWork,
    async close() {
      hook = null;
      await stopWork();
      for (const member of crew) await member.deps.close();
      await way.supplier.close();
      await app.close();
    },
  };
}

const patienceMs = 20_000;
/** As many requests at once as always, but on a slow machine none is refused since it had to wait. */
const patientLimits = {
  ...defaultLimits,
  requests: {...defaultLimits.requests, waitMs: 60_000},
  work: {...defaultLimits.work, waitMs: 60_000},
};
/** Longer than any test. */
const neverMs = 3_600_000;

/**
 * The schedules of the app's upkeep go by real time. Here the test's clock counts, and the test calls `upkeep` itself; so they are never
 * written, also not when a shop installs the app or saves its settings.
 */
function withoutUpkeep(deps: Deps): Deps {
  const {queues} = deps;
  const upsertSchedule: typeof queues.upsertSchedule = async (id, cron, timeZone, name, payload) =>
    name !== 'upkeep' && (await queues.upsertSchedule(id, cron, timeZone, name, payload));
  return {...deps, queues: {...queues, upsertSchedule}};
}

/** The other port is closed. */
function openWay({config}: TestApp, log: Log) {
  const open = (url: string) =>
    createSupplierClient({...config.supplier, url, allowLoopbackCheckout: true}, log, {wait: async () => {}});
  const [there, nowhere] = [open(config.supplier.url), open('http://127.0.0.1:1')];
  let current = there;
  const limits = {...there.limits, order: patienceMs};
  const supplier: SupplierClient = {...there, limits, endpoint: (api, query) => current.endpoint(api, query)};
  const setAway = (isAway: boolean): void => {
    current = isAway ? nowhere : there;
  };
  const setPatience = (ms: number): void => {
    limits.order = ms;
  };
  return {supplier, setAway, setPatience};
}

type Parts = Pick<OrderTestApp, 'shop' | 'clock' | 'worker' | 'shopify' | 'deps'>;

function actions(parts: Parts, store: ShopControl, supplier: SupplierSandbox) {
  const {worker, shop, shopify} = parts;
  const fresh = unusedGoods(store, supplier);
  const usual = fresh();
  const rows = (orderGid: string) => loadAllGenerations(worker.db, shop, OrderGid.parse(orderGid));
  return {
    goods: fresh,
    buy: ({goods = usual, ...order}: Partial<OrderInput> & {readonly goods?: Goods} = {}) =>
      store.placeOrder({country: 'DE', lines: [{variantId: goods.variantId}], ...order}),
    taken: ({reference}: Pick<StoredDropshipOrder, 'reference'>) =>
      supplier.orders().filter((order) => order.reference === reference),
    rows,
    async row(orderGid: string) {
      const found = await rows(orderGid);
      const [only] = found;
      if (only === undefined || found.length > 1) throw new Error(`${orderGid} has ${found.length} dropship orders`);
      return only;
    },
    async tries(orderGid: string) {
      const tried = await worker.db
        .selectFrom('dropship_attempts as a')
        .innerJoin('dropship_orders as o', 'o.id', 'a.dropship_order_id')
        .select(['a.phase', 'a.verdict'])
        .where('o.order_gid', '=', OrderGid.parse(OrderGid.parse(orderGid)))
        .orderBy('a.id')
        .execute();
      return tried.map(({phase, verdict}) => `${phase} ${verdict}`);
    },
    quiet: () => untilQuiet(worker, shopify),
    async upkeep(...tasks: readonly Message<'upkeep'>['task'][]) {
      for (const task of tasks) await runTask(worker, {task});
      await untilQuiet(worker, shopify);
    },
  };
}

export function unusedGoods(store: ShopControl, supplier: SupplierSandbox): () => Goods {
  const all: Goods[] = [];
  for (const product of store.products()) {
    const [variant] = product.variants;
    const stated = product.articleId === null ? undefined : supplier.catalogue.stated(product.articleId);
    const [colour] = stated?.colours ?? [];
    const [size] = stated?.sizes ?? [];
    if (product.articleId === null || variant === undefined || colour === undefined || size === undefined) continue;
    const options = Object.values(variant.options);
    if (product.options.length !== 2 || !options.includes(colour) || !options.includes(size)) continue;
    all.push({variantId: variant.id, productId: product.id, articleId: product.articleId, colour, size});
  }
  let at = 0;
  return () => {
    const goods = all[at];
    if (goods === undefined) throw new Error(`the catalogue has only ${all.length} goods`);
    at += 1;
    return goods;
  };
}
