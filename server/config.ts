// The app's configuration, and its only reader from the environment. Missing or malformed variables stop the start, each named in a sentence
// of its own, which never repeats the value. .env.example and README say what each variable is for.
import {z} from 'zod';
import {withoutEnd} from '#domain/text.ts';

/** Sentences for the person who starts the app, one a line for each variable to set or correct. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Env = Readonly<Record<string, string | undefined>>;
type Program = 'web' | 'worker';

/** @param program the process that reads the configuration; a worker needs DATABASE_URL. */
export function readConfig(env: Env, program: Program = 'web'): Config {
  const variables = variablesOf(env, program);
  const values = Object.keys(variables.shape).map((name) => [name, valueOf(env, name)]);
  const read = variables.safeParse(Object.fromEntries(values));
  if (read.success) return toConfig(read.data);
  throw new ConfigError(read.error.issues.map(({path, message}) => `${String(path[0])} ${message}`).join('\n'));
}

export const workerNeedsDatabase =
  'DATABASE_URL is not set: the embedded database has room for one process, and npm start runs the workers in it.';

export type Config = Readonly<ReturnType<typeof toConfig>>;

const toConfig = (read: z.infer<ReturnType<typeof variablesOf>>) => ({
  production: read.NODE_ENV === 'production',
  port: read.PORT,
  /** Without a slash at its end. */
  host: read.HOST,
  shopify: {
    apiKey: read.SHOPIFY_API_KEY,
    apiSecret: read.SHOPIFY_API_SECRET,
    previousApiSecret: read.SHOPIFY_API_SECRET_PREVIOUS,
    /** Stand-ins only: origin that replaces `https://{shop}` in calls to stores. */
    origin: read.SHOPIFY_ORIGIN,
  },
  supplier: {
    url: read.SUPPLIER_URL,
    dropshipAuth: read.SUPPLIER_DROPSHIP_AUTH,
    checkoutHosts: read.SUPPLIER_CHECKOUT_HOSTS ?? [new URL(read.SUPPLIER_URL).host],
    supportEmail: read.SUPPLIER_SUPPORT_EMAIL,
    requestsAtOnce: read.SUPPLIER_REQUESTS_AT_ONCE,
  },
  encryptionKeys: read.ENCRYPTION_KEYS,
  databaseUrl: read.DATABASE_URL,
  redisUrl: read.REDIS_URL,
  queuePrefix: read.QUEUE_PREFIX,
  dataFolder: read.DATA_FOLDER,
  metricsToken: read.METRICS_TOKEN,
  workerPort: read.WORKER_PORT,
  logLevel: read.LOG_LEVEL,
  policyMode: read.CONTENT_SECURITY_POLICY,
});

/** What is empty counts as not set. The mode is taken to the letter: a misspelt "production" would switch off what protects a production. */
const valueOf = (env: Env, name: string): string | undefined =>
  (name === 'NODE_ENV' ? env[name] : env[name]?.trim()) || undefined;

function variablesOf(env: Env, program: Program) {
  const [mode, standIn, database] = ['NODE_ENV', 'SHOPIFY_ORIGIN', 'DATABASE_URL'].map((name) => valueOf(env, name));
  const production = mode === 'production';
  return z.object({
    NODE_ENV: optional(
      z.enum(['production', 'development', 'test'], 'must be production, development or test, or not be set.'),
    ),
    HOST: url(production),
    PORT: port.default(3000),
    SHOPIFY_API_KEY: text,
    SHOPIFY_API_SECRET: text,
    SHOPIFY_API_SECRET_PREVIOUS: optional(text),
    SHOPIFY_ORIGIN: optional(standInUrl(production)),
    SUPPLIER_URL: url(production),
    SUPPLIER_DROPSHIP_AUTH: text
      .refine(isHeaderWithKey, 'must be a header like "Authorization: Bearer {key}".')
      .default('Authorization: Bearer {key}'),
    SUPPLIER_CHECKOUT_HOSTS: optional(hosts),
    SUPPLIER_REQUESTS_AT_ONCE: whole(1, 999).default(16),
    SUPPLIER_SUPPORT_EMAIL: optional(z.email('is not an e-mail address.')),
    ENCRYPTION_KEYS: encryptionKeys,
    DATABASE_URL:
      program === 'worker' ? databaseUrl(workerNeedsDatabase.replace('DATABASE_URL ', '')) : optional(databaseUrl()),
    REDIS_URL: optional(
      serverUrl(['redis:', 'rediss:']).refine(
        () => database !== undefined,
        'needs DATABASE_URL as well: several processes cannot share the embedded database.',
      ),
    ),
    QUEUE_PREFIX: text.regex(/^[A-Za-z0-9_-]{1,40}$/, 'takes letters, digits, - and _ only.').default('piecewise'),
    // The embedded engine takes addresses such as memory:// as well, and loses everything at a stop. Tests want that.
    DATA_FOLDER: text
      .refine((folder) => mode === 'test' || !/^[a-z][a-z0-9+.-]*:\/\//i.test(folder), 'must be the path of a folder.')
      .default('.data/db'),
    // Whoever guesses it reads the metrics of all stores.
    METRICS_TOKEN: optional(text.regex(/^[\x21-\x7e]{16,}$/, 'must have 16 characters or more, without blanks.')),
    WORKER_PORT: optional(port),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}.`).default('info'),
    // The stand-ins' scripts are known to need no more than the policy allows.
    CONTENT_SECURITY_POLICY: z
      .enum(['report', 'enforce'], 'must be report or enforce.')
      .default(standIn === undefined ? 'report' : 'enforce'),
  });
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const optional = <T extends z.ZodType>(value: T) => value.nullable().default(null);

const text = z.string('is not set; .env.example explains it.');

const whole = (least: number, most: number) =>
  text
    .refine(
      (digits) => /^\d{1,5}$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
      `must be a whole number from ${least} to ${most}.`,
    )
    .transform(Number);

const port = whole(0, 65_535);

/** https everywhere; plain http only to this machine, and only outside production. */
const url = (production: boolean) =>
  text
    .superRefine((address, context) => {
      const found = URL.canParse(address) ? new URL(address) : null;
      if (found === null) context.addIssue('is not a URL.');
      else if (found.protocol !== 'https:' && !(found.protocol === 'http:' && isLoopback(found) && !production))
        context.addIssue('must begin with https:// (http:// is accepted for this machine, outside production).');
      else if (found.username || found.password || found.search || found.hash)
        context.addIssue('must be a plain address without user, query or fragment.');
    })
    .transform((address) => withoutEnd(new URL(address).href, (character) => character === '/'));

/** A stand-in serves the page's scripts and receives tokens, so it must run on this machine. */
const standInUrl = (production: boolean) =>
  production
    ? text.refine(() => false, 'is only for stand-ins and must not be set when NODE_ENV is production.')
    : url(false).refine(
        (origin) => isLoopback(new URL(origin)),
        'is only for stand-ins on this machine: localhost, 127.x.x.x or [::1].',
      );

/** Compares the text: `URL` has normalised other spellings of an address. A name other than localhost may belong to any machine. */
function isLoopback({hostname}: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

const isHeaderWithKey = (header: string): boolean =>
  /^[A-Za-z0-9-]+:[\x20-\x7E]*$/.test(header) && header.slice(header.indexOf(':')).includes('{key}');

const hosts = text
  .transform((names) => names.split(',').map((host) => host.trim().toLowerCase()))
  .refine(
    (names) => names.every((host) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(host)),
    'must be host names separated by commas.',
  );

const serverUrl = (protocols: readonly string[], missing?: string) =>
  z
    .string(missing)
    .refine(
      (address) => URL.canParse(address) && protocols.includes(new URL(address).protocol),
      `must be a URL that begins with ${protocols[0]}//.`,
    );

const databaseUrl = (missing?: string) => serverUrl(['postgres:', 'postgresql:'], missing);

/** Different bytes of a key: 32 random ones have fewer once in 10^30 times; zeros and repeated words have fewer. */
const fewestBytes = 9;

/** `name:base64,name:base64`, each key 32 bytes. The first key seals, all of them open. */
const encryptionKeys = text.transform((pairs, context) => {
  const keys = pairs.split(',').map((pair) => {
    const [, kid = '', base64 = ''] = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)\s*$/.exec(pair) ?? [];
    return {kid, key: Buffer.from(base64, 'base64')};
  });
  const [first, ...rest] = keys;
  if (first === undefined || keys.some(({key}) => key.length !== 32))
    context.addIssue('must be "name:key" pairs separated by commas, each key 32 bytes in base64.');
  else if (keys.some(({key}) => new Set(key).size < fewestBytes))
    context.addIssue('holds a key that is not random; .env.example says how to make one.');
  else if (new Set(keys.map(({kid}) => kid)).size !== keys.length) context.addIssue('names a key twice.');
  else return [first, ...rest] as const;
  return z.NEVER;
});
