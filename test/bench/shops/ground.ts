// What the shops of a figure stand on: both stand-ins in processes of their own, a database, a part of Redis, and the app's processes.
import {randomBytes} from 'node:crypto';
import {Redis} from 'ioredis';
import {z} from 'zod';
import {ShopDomain} from '#domain/ids.ts';
import {readConfig} from '../../../server/config.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import {createDeps, type Deps} from '../../../server/deps.ts';
import {ensureInstalled} from '../../../server/http/installation.ts';
import {createLog} from '../../../server/log.ts';
import {appEnv} from '../../processes/child.ts';
import {createMerchant, type Merchant} from '../../sandbox/demo/merchant.ts';
import {type AppKeys, signSessionToken} from '../../sandbox/shopify/session-token.ts';
import {openTestDatabase, testRedisUrl} from '../../support/database.ts';
import {type AskedProcess, startAskedProcess} from '../asked-process.ts';
import {type PartnerKeys, type SupplierProcess, startSupplierProcess} from '../supplier-process.ts';
import {startWorkerProcess} from '../worker-process.ts';

type Plan = 'standard' | 'plus';
export type Partner = PartnerKeys & {readonly shop: ShopDomain};

export type Ground = {
  readonly partners: readonly Partner[];
  readonly supplier: SupplierProcess;
  readonly shopify: AskedProcess;
  /** Of the app at Shopify. */
  readonly keys: AppKeys;
  /** Of this process, which works on no queue. */
  readonly deps: Deps;
  readonly prefix: string;
  readonly startWorkers: (count: number) => Promise<readonly AskedProcess[]>;
  readonly startWeb: () => Promise<{readonly process: AskedProcess; readonly url: string}>;
  /** At the pages of the process that was started last. */
  readonly merchant: (shop: ShopDomain) => Merchant;
  readonly storeOf: (shop: ShopDomain) => Promise<z.infer<typeof Store>>;
  readonly close: () => Promise<void>;
};

/** Products of a store, how many of them are of an article that another one is of too, and the points that the app has used. */
const Store = z.object({count: z.number(), double: z.number(), points: z.number()});
const Facts = z.object({origin: z.string(), apiKey: z.string(), apiSecret: z.string()});

/** @param plans one shop for each, installed and with keys of its own. */
export async function openGround(articles: number, plans: readonly Plan[]): Promise<Ground> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const supplier = await startSupplierProcess(articles);
    ends.push(supplier.stop);
    const shops = plans.map((plan, at) => ({domain: `bench-${at + 1}.myshopify.com`, plan}));
    const shopify = await startAskedProcess('shopify', {input: {shops}});
    ends.push(shopify.stop);
    const facts = await shopify.ask('facts', Facts);
    const data = await openData();
    ends.push(data.dispose);
    const env = appEnv({
      SHOPIFY_API_KEY: facts.apiKey,
      SHOPIFY_API_SECRET: facts.apiSecret,
      SHOPIFY_ORIGIN: facts.origin,
      SUPPLIER_URL: supplier.url,
      LOG_LEVEL: 'silent',
      ...data.env,
    });
    const deps = await createDeps(readConfig(env), {log: createLog('silent')});
    ends.push(deps.close);
    const token = (shop: ShopDomain) => signSessionToken(facts, shop, Date.now());
    const partners: Partner[] = [];
    for (const {domain} of shops) partners.push(await install(deps, supplier, ShopDomain.parse(domain), token));
    let url = '';
    return {
      partners,
      supplier,
      shopify,
      keys: facts,
      deps,
      prefix: data.env.QUEUE_PREFIX,
      async startWorkers(count) {
        const workers = await Promise.all(Array.from({length: count}, () => startWorkerProcess(env)));
        ends.push(async () => Promise.all(workers.map((worker) => worker.end())));
        return workers;
      },
      async startWeb() {
        const process = await startAskedProcess('web', {env, input: null});
        ends.push(process.end);
        url = await process.ask('url', z.string());
        await shopify.ask('url', z.unknown(), url);
        return {process, url};
      },
      merchant: (shop) => createMerchant(url, () => token(shop)),
      storeOf: (shop) => shopify.ask('store', Store, shop),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function install(
  deps: Deps,
  supplier: SupplierProcess,
  shop: ShopDomain,
  token: (shop: ShopDomain) => string,
): Promise<Partner> {
  const {db, sealer, now} = deps;
  await ensureInstalled(deps, shop, token(shop), {userId: '42', sessionId: 'bench'});
  const keys = await supplier.newKeys();
  await saveCatalogueKey(db, sealer, shop, {key: keys.catalogueKey, partner: null}, now());
  await saveDropshipKey(db, sealer, shop, {key: keys.dropshipKey}, now());
  return {shop, ...keys};
}

async function openData() {
  const database = await openTestDatabase('postgres');
  const prefix = `piecewise-bench-${randomBytes(4).toString('hex')}`;
  return {
    env: {DATABASE_URL: database.databaseUrl ?? '', REDIS_URL: testRedisUrl, QUEUE_PREFIX: prefix},
    dispose: async () => {
      const redis = new Redis(testRedisUrl);
      for await (const keys of redis.scanStream({match: `${prefix}:*`, count: 1_000}))
        if (Array.isArray(keys) && keys.length > 0) await redis.unlink(...keys.map(String));
      await redis.quit();
      await database.dispose();
    },
  };
}
