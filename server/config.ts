// The only reader of the app's configuration from the environment. Missing or malformed variables stop the start, each named in
// its own sentence.
import {
  ConfigError,
  type PolicyMode,
  readCount,
  readEmail,
  readFolder,
  readHeaderTemplate,
  readHosts,
  readLogLevel,
  readMode,
  readOptionalPort,
  readPolicyMode,
  readPort,
  readPrefix,
  readStandIn,
  readStoreUrl,
  readToken,
  readUrl,
} from './config-values.ts';

export type EncryptionKey = {readonly kid: string; readonly key: Buffer};

export type Config = {
  readonly production: boolean;
  readonly port: number;
  /** Public URL of the app, without a trailing slash: https, or outside production http on this machine. */
  readonly host: string;
  readonly shopify: {
    readonly apiKey: string;
    readonly apiSecret: string;
    readonly previousApiSecret: string | null;
    /** Stand-ins only: origin that replaces `https://{shop}` in calls to stores. */
    readonly origin: string | null;
  };
  readonly supplier: {
    readonly url: string;
    /** Header template; the interface document does not say how the dropship key travels. */
    readonly dropshipAuth: string;
    readonly checkoutHosts: readonly string[];
    readonly supportEmail: string | null;
    /** Most requests that all processes together have at the supplier at the same time. */
    readonly requestsAtOnce: number;
  };
  /** The first key seals, all keys open. */
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  /** Key prefix in Redis: one for each app that shares it. */
  readonly queuePrefix: string;
  /** Folder of the embedded database, used where no DATABASE_URL is set. */
  readonly dataFolder: string;
  readonly metricsToken: string | null;
  /** Where a worker process serves /healthz and /metrics; null: nowhere. */
  readonly workerPort: number | null;
  readonly logLevel: string;
  /** Whether browsers enforce the page's whole content security policy, or only report what it would block. */
  readonly policyMode: PolicyMode;
};

type Env = Readonly<Record<string, string | undefined>>;

export const workerNeedsDatabase =
  'DATABASE_URL is not set: the embedded database has room for one process, and npm start runs the workers in it.';

/** @param program the process that reads the configuration; a worker needs DATABASE_URL. */
export function readConfig(env: Env, program: 'web' | 'worker' = 'web'): Config {
  const mode = env['NODE_ENV'] || null;
  const production = mode === 'production';
  const url = (name: string) => readUrl(name, required(env, name), production);
  const read = readAll({
    mode: () => readMode(mode),
    host: () => url('HOST'),
    port: () => readPort('PORT', optional(env, 'PORT') ?? '3000'),
    apiKey: () => required(env, 'SHOPIFY_API_KEY'),
    apiSecret: () => required(env, 'SHOPIFY_API_SECRET'),
    previousApiSecret: () => optional(env, 'SHOPIFY_API_SECRET_PREVIOUS'),
    origin: () => readStandIn(optional(env, 'SHOPIFY_ORIGIN'), production),
    supplierUrl: () => url('SUPPLIER_URL'),
    dropshipAuth: () => readHeaderTemplate(optional(env, 'SUPPLIER_DROPSHIP_AUTH') ?? 'Authorization: Bearer {key}'),
    checkoutHosts: () => readHosts(optional(env, 'SUPPLIER_CHECKOUT_HOSTS')),
    supportEmail: () => readEmail(optional(env, 'SUPPLIER_SUPPORT_EMAIL')),
    requestsAtOnce: () => readCount('SUPPLIER_REQUESTS_AT_ONCE', optional(env, 'SUPPLIER_REQUESTS_AT_ONCE') ?? '16'),
    encryptionKeys: () => readKeys(required(env, 'ENCRYPTION_KEYS')),
    databaseUrl: () => readDatabaseUrl(env, program),
    redisUrl: () => readRedisUrl(env),
    queuePrefix: () => readPrefix(optional(env, 'QUEUE_PREFIX') ?? 'piecewise'),
    dataFolder: () => readFolder(optional(env, 'DATA_FOLDER') ?? '.data/db', mode),
    metricsToken: () => readToken(optional(env, 'METRICS_TOKEN')),
    workerPort: () => readOptionalPort('WORKER_PORT', optional(env, 'WORKER_PORT')),
    logLevel: () => readLogLevel(optional(env, 'LOG_LEVEL') ?? 'info'),
    // The stand-ins' scripts are known to need no more than the policy allows.
    policyMode: () =>
      readPolicyMode(
        optional(env, 'CONTENT_SECURITY_POLICY') ?? (optional(env, 'SHOPIFY_ORIGIN') ? 'enforce' : 'report'),
      ),
  });
  return {
    production,
    port: read.port,
    host: read.host,
    shopify: {
      apiKey: read.apiKey,
      apiSecret: read.apiSecret,
      previousApiSecret: read.previousApiSecret,
      origin: read.origin,
    },
    supplier: {
      url: read.supplierUrl,
      dropshipAuth: read.dropshipAuth,
      checkoutHosts: read.checkoutHosts ?? [new URL(read.supplierUrl).host],
      supportEmail: read.supportEmail,
      requestsAtOnce: read.requestsAtOnce,
    },
    encryptionKeys: read.encryptionKeys,
    databaseUrl: read.databaseUrl,
    redisUrl: read.redisUrl,
    queuePrefix: read.queuePrefix,
    dataFolder: read.dataFolder,
    metricsToken: read.metricsToken,
    workerPort: read.workerPort,
    logLevel: read.logLevel,
    policyMode: read.policyMode,
  };
}

type Readers = Readonly<Record<string, () => unknown>>;

/** Calls every reader, so all errors are reported at once. */
function readAll<R extends Readers>(readers: R): {readonly [K in keyof R]: ReturnType<R[K]>} {
  const problems: string[] = [];
  const values = Object.entries(readers).map(([name, reader]) => {
    try {
      return [name, reader()];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.fromEntries(values) as {readonly [K in keyof R]: ReturnType<R[K]>};
}

function optional(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

function required(env: Env, name: string): string {
  const value = optional(env, name);
  if (value === null) throw new ConfigError(`${name} is not set; .env.example explains it.`);
  return value;
}

/** Different bytes of a key: 32 random ones have fewer once in 10^30 times; zeros and repeated words have fewer. */
const fewestBytes = 9;

/** `kid:base64,kid:base64`; each key is 32 bytes. */
function readKeys(text: string): readonly [EncryptionKey, ...EncryptionKey[]] {
  const keys = text.split(',').map((part) => {
    const match = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)\s*$/.exec(part);
    const [, kid = '', base64 = ''] = match ?? [];
    const key = Buffer.from(base64, 'base64');
    if (!match || key.length !== 32) {
      throw new ConfigError(
        'ENCRYPTION_KEYS must be "name:key" pairs separated by commas, each key 32 bytes in base64.',
      );
    }
    return {kid, key};
  });
  if (keys.some(({key}) => new Set(key).size < fewestBytes)) {
    throw new ConfigError('ENCRYPTION_KEYS holds a key that is not random; .env.example says how to make one.');
  }
  if (new Set(keys.map(({kid}) => kid)).size !== keys.length) {
    throw new ConfigError('ENCRYPTION_KEYS names a key twice.');
  }
  const [first, ...rest] = keys;
  if (first === undefined) throw new ConfigError('ENCRYPTION_KEYS is empty.');
  return [first, ...rest];
}

function readDatabaseUrl(env: Env, program: 'web' | 'worker'): string | null {
  const text = optional(env, 'DATABASE_URL');
  if (text === null && program === 'worker') throw new ConfigError(workerNeedsDatabase);
  return text === null ? null : readStoreUrl('DATABASE_URL', text, ['postgres:', 'postgresql:']);
}

function readRedisUrl(env: Env): string | null {
  const text = optional(env, 'REDIS_URL');
  if (text === null) return null;
  const url = readStoreUrl('REDIS_URL', text, ['redis:', 'rediss:']);
  if (optional(env, 'DATABASE_URL') === null) {
    throw new ConfigError(
      'REDIS_URL needs DATABASE_URL as well: several processes cannot share the embedded database.',
    );
  }
  return url;
}
