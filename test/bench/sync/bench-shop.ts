// A shop of its own for a figure: the supplier in a process beside, a stand-in Shopify, a database, and the app's parts on it.
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {sql} from 'kysely';
import {ShopDomain} from '#domain/ids.ts';
import {readConfig} from '../../../server/config.ts';
import {createDeps, type Deps} from '../../../server/deps.ts';
import {ensureInstalled} from '../../../server/http/installation.ts';
import {createLog} from '../../../server/log.ts';
import {appEnv} from '../../processes/child.ts';
import {startShopify} from '../../sandbox/shopify/start.ts';
import {type DatabaseEngine, openTestDatabase} from '../../support/database.ts';
import {type SupplierProcess, startSupplierProcess} from '../supplier-process.ts';
import {tieWholeCatalogue} from './tied-shop.ts';

export type BenchShop = {
  readonly shop: ShopDomain;
  /** The environment for another process on the same database. */
  readonly env: Readonly<Record<string, string>>;
  readonly deps: Deps;
  readonly supplier: SupplierProcess;
  /** Writes that the stand-in Shopify saw. */
  readonly writes: () => number;
  readonly close: () => Promise<void>;
};

/** The whole catalogue is chosen, its details are fresh and every article that can be sold is tied to a product. */
export async function openTiedShop(engine: DatabaseEngine, articles: number): Promise<BenchShop> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const supplier = await startSupplierProcess(articles);
    ends.push(supplier.stop);
    const shopify = await startShopify({webhookTopics: []});
    ends.push(shopify.close);
    const data = await openData(engine);
    ends.push(data.dispose);
    const env = appEnv({
      SHOPIFY_API_KEY: shopify.apiKey,
      SHOPIFY_API_SECRET: shopify.apiSecret,
      SHOPIFY_ORIGIN: shopify.origin,
      SUPPLIER_URL: supplier.url,
      LOG_LEVEL: 'silent',
      ...data.env,
    });
    const deps = await createDeps(readConfig(env), {log: createLog('silent')});
    ends.push(deps.close);
    const shop = ShopDomain.parse(shopify.shop().domain);
    await ensureInstalled(deps, shop, shopify.sessionToken(shop), {userId: '42', sessionId: 'test'});
    await tieWholeCatalogue(deps, shop, supplier);
    // As a database that has stood for more than a minute: no cleaning up of the preparation falls into what is measured.
    await sql`vacuum analyze`.execute(deps.db);
    const writes = () => shopify.requests().filter(({kind}) => kind === 'mutation').length;
    return {shop, env, deps, supplier, writes, close};
  } catch (error) {
    await close();
    throw error;
  }
}

async function openData(engine: DatabaseEngine) {
  if (engine === 'postgres') {
    const {databaseUrl = '', dispose} = await openTestDatabase('postgres');
    return {env: {DATABASE_URL: databaseUrl}, dispose: () => dispose()};
  }
  const folder = await mkdtemp(join(tmpdir(), 'piecewise-bench-'));
  return {env: {DATA_FOLDER: join(folder, 'db')}, dispose: () => rm(folder, {recursive: true, force: true})};
}
