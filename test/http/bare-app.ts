// The app's web process without stand-ins, for tests that never reach Shopify or the supplier, on any engine.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {sql} from 'kysely';
import {ShopDomain} from '#domain/ids.ts';
import {readConfig} from '../../server/config.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {createDeps, type Deps, type TestReplacements} from '../../server/deps.ts';
import {ApiError} from '../../server/http/contract/error.ts';
import {startApp} from '../../server/main.ts';
import {signSessionToken} from '../sandbox/shopify/session-token.ts';
import {engines, openTestDatabase, silentLog} from '../support/database.ts';
import {openEmbeddedAgain} from '../support/reused-embedded.ts';
import {type Answer, ask} from './asking.ts';

export const keys = {apiKey: 'bare-app', apiSecret: 'current secret', previous: 'previous secret'};
export const shop = ShopDomain.parse('bare.myshopify.com');

/** There is no Shopify to ask what the user may do. */
const owners: Deps['staff'] = {scopesOf: async () => new Set(['write_orders', 'write_products'])};
/** Nor which store has the name. */
const isSameStore: Deps['isSameStore'] = async () => true;

export type BareApp = {readonly url: string; readonly deps: Deps; readonly close: () => Promise<void>};

/**
 * No workers; `shop` is installed. `adapt` puts something else in the place of a part. Without DATABASE_URL or
 * DATA_FOLDER in `env` on the engine that opens soonest: Postgres where there is one.
 */
export async function openBareApp(
  env: Record<string, string> = {},
  adapt: (deps: Deps) => Deps = (deps) => deps,
  replacements: TestReplacements = {log: silentLog},
): Promise<BareApp> {
  const database = await openData(env);
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: 'http://127.0.0.1',
    SHOPIFY_API_KEY: keys.apiKey,
    SHOPIFY_API_SECRET: keys.apiSecret,
    SHOPIFY_API_SECRET_PREVIOUS: keys.previous,
    SUPPLIER_URL: 'http://127.0.0.1:9',
    SUPPORT_EMAIL: 'support@app.example',
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    ...database.env,
    ...env,
  });
  const {openDatabase} = database;
  const parts = {...(openDatabase === undefined ? {} : {openDatabase}), ...replacements};
  const app = await startApp(
    config,
    async (given) => adapt({...(await createDeps(given, parts)), staff: owners, isSameStore}),
    false,
  );
  await saveInstalledShop(app.deps.db, shop, {scopes: '', currency: 'EUR', timeZone: 'Europe/Berlin'}, new Date());
  return {
    url: `http://127.0.0.1:${app.port}`,
    deps: app.deps,
    async close() {
      await app.close();
      await database.dispose();
    },
  };
}

async function openData(
  env: Record<string, string>,
): Promise<{env: Record<string, string>; openDatabase?: typeof openEmbeddedAgain; dispose: () => Promise<void>}> {
  if (env['DATABASE_URL'] !== undefined || env['DATA_FOLDER'] !== undefined) return {env: {}, dispose: async () => {}};
  if (!engines.databases.includes('postgres'))
    return {env: {}, openDatabase: openEmbeddedAgain, dispose: async () => {}};
  const {quickUrl = '', dispose} = await openTestDatabase('postgres');
  return {env: {DATABASE_URL: quickUrl}, dispose: () => dispose()};
}

/** The parts with queues whose names are noted in `enqueued` when something is put into them. */
export const enqueuedBy = (deps: Deps, enqueued: string[]): Deps => ({
  ...deps,
  queues: {
    ...deps.queues,
    async enqueue(queue, ...rest) {
      enqueued.push(queue);
      return deps.queues.enqueue(queue, ...rest);
    },
  },
});

/** Asks as the page of one store does: with its session token, in JSON. */
export function pageOf({url}: Pick<BareApp, 'url'>, domain: string = shop) {
  const authorization = () => `Bearer ${signSessionToken(keys, domain, Date.now())}`;
  return (method: string, path: string, body?: unknown): Promise<Answer> =>
    ask(`${url}/api${path}`, {
      method,
      headers: {authorization: authorization(), ...(body === undefined ? {} : {'content-type': 'application/json'})},
      ...(body === undefined ? {} : {body: typeof body === 'string' ? body : JSON.stringify(body)}),
    });
}

/** While `work` runs, the app meets an error of its own: a column that its statements name is missing. */
export async function withMissingColumn<T>({deps}: Pick<BareApp, 'deps'>, work: () => Promise<T>): Promise<T> {
  await sql`alter table shops rename column settings to hidden`.execute(deps.db);
  try {
    return await work();
  } finally {
    await sql`alter table shops rename column hidden to settings`.execute(deps.db);
  }
}

/** Status and refusal of an answer; an AssertionError where it is none of the contract. */
export function refusalOf({status, json, text}: Answer): Omit<ApiError['error'], 'fields'> & {readonly status: number} {
  const read = ApiError.safeParse(json);
  assert(read.success, `This is no refusal: ${status} ${text}`);
  const {requestId: _id, fields: _fields, ...error} = read.data.error;
  return {status, ...error};
}

/** Every wrong input that the refusal names, with its sentence. */
export const fieldErrorsOf = ({json}: Answer): Readonly<Record<string, string>> =>
  Object.fromEntries((ApiError.parse(json).error.fields ?? []).map(({path, message}) => [path, message]));
