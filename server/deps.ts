// Creates and connects the parts that the whole app shares (`Deps`) from the configuration. Other code receives them as arguments.

import {createHash, randomUUID} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import type {Kysely} from 'kysely';
import {ShopDomain} from '#domain/ids.ts';
import {recogniseStore} from './actions/recognise-store.ts';
import {createStoreCheck, type StoreCheck} from './actions/store-check.ts';
import type {Config} from './config.ts';
import {migrate} from './db/connection/migrate.ts';
import {type Database, openDatabase} from './db/connection/open.ts';
import {insideTransaction} from './db/connection/transaction.ts';
import {voidClaims} from './db/connection/void-claims.ts';
import {releaseTokenLease, takeTokenLease} from './db/runs/leases.ts';
import {requestPlaces} from './db/runs/supplier-places.ts';
import {createSessionStorage, type DatedSessionStorage} from './db/secrets/sessions.ts';
import {createTokenAcceptedRecorder} from './db/shops/accepted-tokens.ts';
import {markNeedsReauth, saveTokenGranted} from './db/shops/store-access.ts';
import type {Tables} from './db/tables/tables.ts';
import {createLog, type Log} from './log.ts';
import {createMailer, type Mailer} from './mail/mailer.ts';
import {createMetrics, type Metrics} from './metrics.ts';
import {createOrderRequests, type OrderRequests} from './order-requests.ts';
import {wakeShop} from './queue/ask-task.ts';
import {openQueues, type Queues} from './queue/queues.ts';
import {createRateLimits, type RateLimits, type Rates} from './queue/rate-limits.ts';
import {CannotUnseal, catchUnsealError, createSealer, type Sealer} from './sealing.ts';
import {
  apiVersion,
  createShopifyApp,
  type SessionLike,
  type ShopifyApp,
  sessionFromProperties,
  sessionToProperties,
} from './shopify/app.ts';
import {createStaffScopes, type StaffScopes} from './shopify/auth/staff-scopes.ts';
import {createTokens, type TokenStore, type Tokens, tokenLeaseMs} from './shopify/auth/token.ts';
import {type Admin, createAdmin} from './shopify/client/admin.ts';
import {fetchIdentityOfToken} from './shopify/shop/identity.ts';
import {watchStores} from './store-metrics.ts';
import {createSupplierClient, type SupplierClient} from './supplier/client.ts';
import type {PlacesExchange} from './supplier/transport/places.ts';

/** The shared parts of one process. */
export type Deps = {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The present time; a test may set another. */
  readonly now: () => Date;
  /** Waits for this many milliseconds. */
  readonly waitMs: (ms: number) => Promise<void>;
  /** Makes a random id (UUID). */
  readonly newId: () => string;
  /** Makes a short stable hash of a text. */
  readonly digest: (text: string) => string;
  readonly db: Kysely<Tables>;
  /** Database connections that are used only to store webhooks. */
  readonly webhookDb: Kysely<Tables>;
  /** Resolves with a sentence for the operator if this process can no longer use the database. */
  readonly databaseStopped: Promise<Error>;
  /** Encrypts what may not be stored as plain text. */
  readonly sealer: Sealer;
  readonly queues: Queues;
  readonly rateLimits: RateLimits;
  /** Null: no mails are sent, because SMTP_URL is not set. */
  readonly mailer: Mailer | null;
  readonly supplier: SupplierClient;
  readonly orderRequests: OrderRequests;
  readonly shopify: ShopifyApp;
  /** The access tokens of the stores. */
  readonly tokens: Tokens;
  /** Shopify's Admin API, called with a store's token. */
  readonly admin: Admin;
  /** Reads which permissions a store's users have there. */
  readonly staff: StaffScopes;
  /** Checks whether the store with the shop's name is still the store whose data we have. */
  readonly isSameStore: StoreCheck;
  /** Called where a crash would matter. It does nothing, but a test can replace it to end the process at that point. */
  readonly checkpoint: (name: string) => void;
  /** Closes all connections, the database last, because the queues and the supplier's client may use it while they close. */
  readonly close: () => Promise<void>;
};

/** Parts that a test may replace: time, ids, checkpoints, the log, the rate limits, and how the database is opened; never the queue. */
export type TestReplacements = Partial<Pick<Deps, 'now' | 'newId' | 'checkpoint' | 'log'>> & {
  readonly waitMs?: (ms: number) => Promise<void>;
  readonly rates?: Rates;
  /** Opens the database in another way, for example an embedded database that an earlier test used. */
  readonly openDatabase?: typeof openDatabase;
};

/** Opens the database, the queues and all other parts. Throws if one cannot be opened, after closing the database. */
export async function createDeps(config: Config, replacements: TestReplacements = {}): Promise<Deps> {
  const log = replacements.log ?? createLog(config.logLevel);
  const now = replacements.now ?? (() => new Date());
  const waitMs = replacements.waitMs ?? ((ms: number) => wait(ms));
  const {databaseUrl, dataFolder: folder} = config;
  const database = await (replacements.openDatabase ?? openDatabase)({databaseUrl, folder, log});
  try {
    await migrate(database, now());
    if (database.engine === 'pglite') await voidClaims(database.kysely, now());
    const queues = await openQueues({
      redisUrl: config.redisUrl ?? undefined,
      database,
      log,
      isInTransaction: insideTransaction,
      prefix: config.queuePrefix,
    });
    const supplier = createSupplierClient({...config.supplier, allowLoopbackCheckout: !config.production}, log, {
      ...(replacements.waitMs === undefined ? {} : {wait: replacements.waitMs}),
      exchange: createPlacesExchange(database.kysely, config.supplier.requestsAtOnce),
    });
    const rates = replacements.rates === undefined ? {} : {rates: replacements.rates};
    const rateLimits = createRateLimits({redisUrl: config.redisUrl, prefix: config.queuePrefix, log, ...rates});
    const sealer = createSealer(config.encryptionKeys);
    const clock: Clock = {now, wait: waitMs, log};
    const {newId = randomUUID, checkpoint = () => {}} = replacements;
    const metrics = createMetrics(database.pools, watchStores(database.kysely, clock));
    return {
      config,
      log,
      metrics,
      now,
      waitMs,
      newId,
      digest,
      db: database.kysely,
      webhookDb: database.webhooks,
      databaseStopped: database.stopped,
      sealer,
      queues,
      rateLimits,
      mailer: config.mail === null ? null : createMailer({...config.mail, host: config.host, now}),
      supplier,
      orderRequests: createOrderRequests(),
      ...connectShopify(config, {database, sealer, queues, metrics, newId, checkpoint}, clock),
      checkpoint,
      async close() {
        rateLimits.close();
        await queues.close();
        await supplier.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Makes the function by which this process shares the places for requests at the supplier with all processes on the same database. */
function createPlacesExchange(db: Kysely<Tables>, limit: number): PlacesExchange {
  const process = randomUUID();
  return (asked) => requestPlaces(db, {process, limit, ...asked});
}

type Clock = {readonly now: () => Date; readonly wait: (ms: number) => Promise<void>; readonly log: Log};

/** Connects the parts that call Shopify. */
function connectShopify(
  {shopify: config, host}: Config,
  parts: {readonly database: Database} & Pick<Deps, 'sealer' | 'queues' | 'metrics' | 'newId' | 'checkpoint'>,
  clock: Clock,
): Pick<Deps, 'shopify' | 'tokens' | 'admin' | 'staff' | 'isSameStore'> {
  const {database, sealer, queues, metrics, newId, checkpoint} = parts;
  const form = {toProperties: sessionToProperties, fromProperties: sessionFromProperties};
  const sessions = createSessionStorage(database.kysely, sealer, form, clock.now);
  const {apiKey, apiSecret, previousApiSecret, origin} = config;
  const shopify = createShopifyApp(
    {
      apiKey,
      apiSecret,
      host,
      origin,
      onAnswer: metrics.countShopifyAnswer,
      ...(previousApiSecret === null ? {} : {previousApiSecret}),
    },
    sessions,
  );
  const onAccess = (shop: ShopDomain) => wakeShop(queues, shop, clock.log);
  const recogniseDeps = {db: database.kysely, sealer, newId, ...clock};
  const recognise = async (shop: ShopDomain, token: string) => {
    const answer = await fetchIdentityOfToken({app: shopify, apiVersion, ...clock}, shop, token);
    checkpoint('store-identified');
    await recogniseStore(recogniseDeps, shop, answer);
    checkpoint('store-recognised');
  };
  const store = createTokenStore(database.kysely, shopify, sessions, {...clock, onAccess, assignToStore: recognise});
  const tokens = createTokens(shopify, store, clock);
  const accepted = createTokenAcceptedRecorder(database.kysely, {
    now: clock.now,
    warn: (shop, err) => clock.log.warn({shop, err}, 'that Shopify accepted a token could not be stored'),
  });
  const staff = createStaffScopes(shopify, clock);
  const admin = createAdmin({app: shopify, tokens, onAccepted: accepted, apiVersion, ...clock});
  return {shopify, tokens, staff, admin, isSameStore: createStoreCheck({...recogniseDeps, admin})};
}

/** Makes the functions by which access tokens are stored, loaded and assigned to a store. */
function createTokenStore(
  db: Kysely<Tables>,
  shopify: ShopifyApp,
  sessions: DatedSessionStorage<ReturnType<typeof sessionFromProperties>>,
  {
    now,
    log,
    onAccess,
    assignToStore: recognise,
  }: Pick<Clock, 'now' | 'log'> &
    Pick<TokenStore, 'assignToStore'> & {readonly onAccess: (shop: ShopDomain) => Promise<void>},
): TokenStore {
  const idOf = (shop: ShopDomain) => shopify.api.session.getOfflineId(shop);
  return {
    async load(shop) {
      const found = await catchUnsealError(sessions.loadDatedSession(idOf(shop)));
      if (!(found instanceof CannotUnseal)) return found && Object.assign(found.session, {storedAt: found.storedAt});
      // The token stays stored because the operator may restore the encryption key.
      log.warn(
        {shop, err: found},
        'the stored access token cannot be decrypted; the app goes on as if the shop had no token',
      );
      return undefined;
    },
    async save(session: SessionLike, exchangedAt: Date | null) {
      await sessions.storeSession(sessionFromProperties(sessionToProperties(session)));
      const shop = ShopDomain.parse(session.shop);
      if (await saveTokenGranted(db, shop, exchangedAt, now())) await onAccess(shop);
    },
    assignToStore: recognise,
    async remove(shop) {
      await sessions.deleteSession(idOf(shop));
    },
    takeLease: (shop, owner) => takeTokenLease(db, shop, owner, now(), tokenLeaseMs),
    releaseLease: (shop, owner) => releaseTokenLease(db, shop, owner),
    markNeedsReauth: (shop) => markNeedsReauth(db, shop),
  };
}

/** Hashes a text to 128 bits of SHA-256, enough to tell two texts apart. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
