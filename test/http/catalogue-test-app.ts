// A shop with a catalogue, its keys entered, and merchants who ask over HTTP; no workers, and no calls to Shopify or the supplier.
import {expect} from 'vitest';
import type {z} from 'zod';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import {saveListedArticles} from '../../server/db/catalogue/article-list.ts';
import {saveArticles, saveStockReadings} from '../../server/db/catalogue/articles.ts';
import {recomputeChosen, toChoiceBasis} from '../../server/db/catalogue/choice.ts';
import {saveListing} from '../../server/db/listings/listings.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import {loadShop, loadStoredSettings, saveInstalledShop} from '../../server/db/shops/shops.ts';
import {ApiError} from '../../server/http/contract/error.ts';
import {anArticle, aStockReading} from '../domain/builders.ts';
import {signSessionToken} from '../sandbox/shopify/session-token.ts';
import {type DatabaseEngine, openTestDatabase} from '../support/database.ts';
import {ask} from './asking.ts';
import {keys, openBareApp, shop} from './bare-app.ts';

export const otherShop = ShopDomain.parse('other.myshopify.com');

export type CatalogueTestApp = Awaited<ReturnType<typeof openCatalogueTestApp>>;

export async function openCatalogueTestApp(engine: DatabaseEngine) {
  const database = engine === 'postgres' ? await openTestDatabase('postgres') : undefined;
  const app = await openBareApp(database?.databaseUrl === undefined ? {} : {DATABASE_URL: database.databaseUrl});
  const {db, sealer} = app.deps;
  for (const one of [shop, otherShop]) {
    const facts = {scopes: '', currency: 'EUR', taxesIncluded: true, timeZone: 'Europe/Berlin'};
    await saveInstalledShop(db, one, facts, new Date());
    await saveCatalogueKey(db, sealer, one, {key: 'catalogue', partner: null}, new Date());
    await saveDropshipKey(db, sealer, one, {key: 'dropship'}, new Date());
  }
  return {
    db,
    deps: app.deps,
    merchant: merchantAt(app.url, shop),
    stranger: merchantAt(app.url, otherShop),
    async close() {
      await app.close();
      await database?.dispose();
    },
  };
}

export type Entry = Partial<Article> & {readonly stock?: Partial<StockReading>};

/** Listed, read and in the shop's copy of the catalogue; chosen as the settings say. */
export async function stock(
  {db}: Pick<CatalogueTestApp, 'db'>,
  entries: Readonly<Record<string, Entry>>,
  of = shop,
): Promise<void> {
  const now = new Date();
  const ids = Object.keys(entries).map((id) => ArticleId.parse(id));
  await saveListedArticles(
    db,
    of,
    ids.map((id) => ({id, price: listPriceOf(entries[id])})),
    now,
  );
  const articles = ids.map((id) => {
    const {stock: _stock, ...facts} = entries[id] ?? {};
    return {article: anArticle({id, ...facts}), hash: `hash-${id}`};
  });
  await saveArticles(db, of, articles, now);
  const readings = ids.flatMap((id) => {
    const reading = entries[id]?.stock;
    return reading === undefined
      ? []
      : [{id, stock: aStockReading(reading), readFor: `hash-${id}|${listPriceOf(entries[id])}`}];
  });
  await saveStockReadings(db, of, readings, now);
  await choose({db}, of);
}

const listPriceOf = (entry: Entry | undefined): number => entry?.stock?.price ?? 1_800;

export async function choose({db}: Pick<CatalogueTestApp, 'db'>, of = shop): Promise<void> {
  const facts = await loadShop(db, of);
  if (facts === null) throw new Error('the shop is not installed');
  await recomputeChosen(db, of, toChoiceBasis((await loadStoredSettings(db, of)).settings, facts));
}

type ListingChange = Parameters<typeof saveListing>[2];

/** Tied to a product; on sale where nothing else is said. */
export async function onSale(
  {db}: Pick<CatalogueTestApp, 'db'>,
  ids: readonly string[],
  change: Partial<ListingChange> = {},
  of = shop,
): Promise<void> {
  for (const articleId of ids) {
    const usual = {state: 'active', reason: null, reasonCode: null, fingerprint: null, takenOffSale: false} as const;
    const productGid = `gid://shopify/Product/${Buffer.from(articleId).toString('hex')}`;
    await saveListing(
      db,
      of,
      {
        articleId: ArticleId.parse(articleId),
        productGid: ProductGid.parse(productGid),
        plannedFor: null,
        ...usual,
        ...change,
      },
      new Date(),
    );
  }
}

function merchantAt(url: string, of: ShopDomain) {
  const call = async (method: string, path: string, body?: unknown) => {
    const authorization = `Bearer ${signSessionToken(keys, of, Date.now())}`;
    return ask(`${url}/api${path}`, {
      method,
      headers: {authorization, 'content-type': 'application/json'},
      ...(body === undefined ? {} : {body: typeof body === 'string' ? body : JSON.stringify(body)}),
    });
  };
  return {
    call,
    /** The answer, parsed by the contract. */
    async get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
      return read(await call('GET', path), schema);
    },
    async put<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
      return read(await call('PUT', path, body), schema);
    },
    async post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
      return read(await call('POST', path, body), schema);
    },
    /** Status, code and field of a refusal that has the contract's form and a sentence. */
    async refusal(method: string, path: string, body?: unknown) {
      const {status, json} = await call(method, path, body);
      // An answer that is no refusal is a failed expectation, and not a fault of the test.
      expect(json, path).toHaveProperty('error');
      const {error} = ApiError.parse(json);
      if (!/^[A-Z].*\.$/s.test(error.message)) throw new Error(`not a sentence: ${error.message}`);
      return {status, code: error.code, field: error.field};
    },
  };
}

function read<T>({status, text, json}: {status: number; text: string; json: unknown}, schema: z.ZodType<T>): T {
  if (status >= 400) throw new Error(`${status}: ${text}`);
  return schema.parse(json);
}
