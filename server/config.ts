// The one reader of the environment. A missing or malformed variable stops the start with one sentence naming it.
import {z} from 'zod';

export type EncryptionKey = {readonly kid: string; readonly key: Buffer};

export type Config = {
  readonly production: boolean;
  readonly port: number;
  /** Public https URL of the app, without a trailing slash. */
  readonly host: string;
  readonly shopify: {
    readonly apiKey: string;
    readonly apiSecret: string;
    readonly previousApiSecret: string | null;
    /** Stand-ins only: where calls to `https://{shop}/…` go instead. */
    readonly origin: string | null;
  };
  readonly supplier: {
    readonly url: string;
    /** Header template; the interface document does not say how the dropship key travels. */
    readonly dropshipAuth: string;
    readonly checkoutHosts: readonly string[];
    readonly supportEmail: string | null;
  };
  /** The first seals, all of them open. */
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  /** Key prefix in Redis: one for each app that shares it. */
  readonly queuePrefix: string;
  /** Folder of the embedded database, used where no DATABASE_URL is set. */
  readonly dataFolder: string;
  readonly metricsToken: string | null;
  readonly logLevel: string;
};

type Env = Readonly<Record<string, string | undefined>>;

/** A sentence for whoever starts the app; its message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function readConfig(env: Env): Config {
  const production = env['NODE_ENV'] === 'production';
  const url = (name: string) => readUrl(name, required(env, name), production);
  const supplierUrl = url('SUPPLIER_URL');
  const origin = optional(env, 'SHOPIFY_ORIGIN');
  if (origin !== null && production) {
    throw new ConfigError('SHOPIFY_ORIGIN is only for stand-ins and must not be set when NODE_ENV is production.');
  }
  return {
    production,
    port: readPort(optional(env, 'PORT') ?? '3000'),
    host: url('HOST'),
    shopify: {
      apiKey: required(env, 'SHOPIFY_API_KEY'),
      apiSecret: required(env, 'SHOPIFY_API_SECRET'),
      previousApiSecret: optional(env, 'SHOPIFY_API_SECRET_PREVIOUS'),
      origin: origin === null ? null : readUrl('SHOPIFY_ORIGIN', origin, production),
    },
    supplier: {
      url: supplierUrl,
      dropshipAuth: readHeaderTemplate(optional(env, 'SUPPLIER_DROPSHIP_AUTH') ?? 'Authorization: Bearer {key}'),
      checkoutHosts: readHosts(optional(env, 'SUPPLIER_CHECKOUT_HOSTS')) ?? [new URL(supplierUrl).host],
      supportEmail: readEmail(optional(env, 'SUPPLIER_SUPPORT_EMAIL')),
    },
    encryptionKeys: readKeys(required(env, 'ENCRYPTION_KEYS')),
    databaseUrl: readDatabaseUrl(optional(env, 'DATABASE_URL'), 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: readRedisUrl(env),
    queuePrefix: readPrefix(optional(env, 'QUEUE_PREFIX') ?? 'piecewise'),
    dataFolder: optional(env, 'DATA_FOLDER') ?? '.data/db',
    metricsToken: optional(env, 'METRICS_TOKEN'),
    logLevel: readLogLevel(optional(env, 'LOG_LEVEL') ?? 'info'),
  };
}

function optional(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

function required(env: Env, name: string): string {
  const value = optional(env, name);
  if (value === null) throw new ConfigError(`${name} is not set; the README's table of the environment explains it.`);
  return value;
}

/** https everywhere; plain http only to this machine and only outside production. */
function readUrl(name: string, text: string, production: boolean): string {
  if (!URL.canParse(text)) throw new ConfigError(`${name} is not a URL.`);
  const url = new URL(text);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback && !production)) {
    throw new ConfigError(
      `${name} must begin with https:// (http:// is accepted for this machine, outside production).`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigError(`${name} must be a plain address without user, query or fragment.`);
  }
  return url.href.replace(/\/+$/, '');
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= 0 && port <= 65_535)) throw new ConfigError('PORT must be a number from 0 to 65535.');
  return port;
}

function readHeaderTemplate(text: string): string {
  if (!/^[A-Za-z0-9-]+: ?[\x20-\x7E]*\{key\}[\x20-\x7E]*$/.test(text)) {
    throw new ConfigError('SUPPLIER_DROPSHIP_AUTH must be a header like "Authorization: Bearer {key}".');
  }
  return text;
}

function readHosts(text: string | null): readonly string[] | null {
  if (text === null) return null;
  const hosts = text.split(',').map((host) => host.trim().toLowerCase());
  if (hosts.some((host) => !/^[a-z0-9.-]+(:\d{1,5})?$/.test(host))) {
    throw new ConfigError('SUPPLIER_CHECKOUT_HOSTS must be host names separated by commas.');
  }
  return hosts;
}

function readEmail(text: string | null): string | null {
  if (text !== null && !z.email().safeParse(text).success) {
    throw new ConfigError('SUPPLIER_SUPPORT_EMAIL is not an e-mail address.');
  }
  return text;
}

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
  if (new Set(keys.map(({kid}) => kid)).size !== keys.length) {
    throw new ConfigError('ENCRYPTION_KEYS names a key twice.');
  }
  const [first, ...rest] = keys;
  if (first === undefined) throw new ConfigError('ENCRYPTION_KEYS is empty.');
  return [first, ...rest];
}

function readDatabaseUrl(text: string | null, name: string, protocols: readonly string[]): string | null {
  if (text === null) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be a URL that begins with ${protocols[0]}//.`);
  }
  return text;
}

function readRedisUrl(env: Env): string | null {
  const url = readDatabaseUrl(optional(env, 'REDIS_URL'), 'REDIS_URL', ['redis:', 'rediss:']);
  if (url !== null && optional(env, 'DATABASE_URL') === null) {
    throw new ConfigError(
      'REDIS_URL needs DATABASE_URL as well: several processes cannot share the embedded database.',
    );
  }
  return url;
}

function readPrefix(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(text)) throw new ConfigError('QUEUE_PREFIX takes letters, digits, - and _ only.');
  return text;
}

function readLogLevel(text: string): string {
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
  if (!levels.includes(text)) throw new ConfigError(`LOG_LEVEL must be one of ${levels.join(', ')}.`);
  return text;
}
