// Reads the app's configuration from the environment; no other file does. Missing or malformed variables stop the start, each with a
// sentence that never repeats the value. .env.example and README say what each variable is for.
import {z} from 'zod';
import {trimEndWhile} from '#domain/text.ts';
import {readMailFrom, readSmtpUrl} from './mail/smtp-server.ts';

/** The message has one line for the operator about each variable to set or correct. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;
/** Which process reads the configuration. */
type Program = 'web' | 'worker';

/** @param program the process that reads the configuration; a worker needs DATABASE_URL. */
export function readConfig(env: EnvironmentVariables, program: Program = 'web'): Config {
  const variables = variablesSchema(env, program);
  const values = Object.keys(variables.shape).map((name) => [name, readVariable(env, name)]);
  const read = variables.safeParse(Object.fromEntries(values));
  if (read.success) return toConfig(read.data);
  throw new ConfigError(read.error.issues.map(({path, message}) => `${String(path[0])} ${message}`).join('\n'));
}

/** The message if a worker is started without DATABASE_URL. */
export const workerNeedsDatabaseText =
  'DATABASE_URL is not set: the embedded database has room for one process, and npm start runs the workers in it.';

/** The whole configuration, read and checked. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

const toConfig = (read: z.infer<ReturnType<typeof variablesSchema>>) => ({
  production: read.NODE_ENV === 'production',
  port: read.PORT,
  /** The app's public URL with its scheme, without a slash at its end. */
  host: read.HOST,
  shopify: {
    apiKey: read.SHOPIFY_API_KEY,
    apiSecret: read.SHOPIFY_API_SECRET,
    /** During a rotation, the former secret, which is accepted as well; null: none. */
    previousApiSecret: read.SHOPIFY_API_SECRET_PREVIOUS,
    /** Only for stand-ins: the origin that replaces `https://{shop}` in calls to stores. */
    origin: read.SHOPIFY_ORIGIN,
  },
  supplier: {
    url: read.SUPPLIER_URL,
    dropshipAuth: read.SUPPLIER_DROPSHIP_AUTH,
    checkoutHosts: read.SUPPLIER_CHECKOUT_HOSTS ?? [new URL(read.SUPPLIER_URL).host],
    supportEmail: read.SUPPLIER_SUPPORT_EMAIL,
    requestsAtOnce: read.SUPPLIER_REQUESTS_AT_ONCE,
  },
  /** The operator's address for merchants; null: none is shown. */
  supportEmail: read.SUPPORT_EMAIL,
  encryptionKeys: read.ENCRYPTION_KEYS,
  /** Where mails go, and who they are from; null: no mails are sent. */
  mail: read.SMTP_URL === null || read.MAIL_FROM === null ? null : {server: read.SMTP_URL, from: read.MAIL_FROM},
  databaseUrl: read.DATABASE_URL,
  redisUrl: read.REDIS_URL,
  queuePrefix: read.QUEUE_PREFIX,
  dataFolder: read.DATA_FOLDER,
  metricsToken: read.METRICS_TOKEN,
  workerPort: read.WORKER_PORT,
  logLevel: read.LOG_LEVEL,
  /** Whether browsers enforce the page's Content-Security-Policy or only report what it would block. */
  policyMode: read.CONTENT_SECURITY_POLICY,
});

/** Reads a variable; an empty one counts as not set. NODE_ENV is not trimmed, so that a misspelt "production" is refused. */
const readVariable = (env: EnvironmentVariables, name: string): string | undefined =>
  (name === 'NODE_ENV' ? env[name] : env[name]?.trim()) || undefined;

/** The schema of all variables. Some depend on NODE_ENV and on which process reads them. */
function variablesSchema(env: EnvironmentVariables, program: Program) {
  const [mode, standIn, database, smtp] = ['NODE_ENV', 'SHOPIFY_ORIGIN', 'DATABASE_URL', 'SMTP_URL'].map((name) =>
    readVariable(env, name),
  );
  const production = mode === 'production';
  return z.object({
    NODE_ENV: nullIfUnset(
      z.enum(['production', 'development', 'test'], 'must be production, development or test, or not be set.'),
    ),
    HOST: addressSchema(production),
    PORT: portNumber.default(3000),
    SHOPIFY_API_KEY: requiredText,
    SHOPIFY_API_SECRET: requiredText,
    SHOPIFY_API_SECRET_PREVIOUS: nullIfUnset(requiredText),
    SHOPIFY_ORIGIN: nullIfUnset(standInAddress(production)),
    SUPPLIER_URL: addressSchema(production),
    SUPPLIER_DROPSHIP_AUTH: requiredText
      .refine(isHeaderWithKey, 'must be a header like "Authorization: Bearer {key}".')
      .default('Authorization: Bearer {key}'),
    SUPPLIER_CHECKOUT_HOSTS: nullIfUnset(hostNames),
    SUPPLIER_REQUESTS_AT_ONCE: wholeNumberIn(1, 999).default(16),
    SUPPLIER_SUPPORT_EMAIL: nullIfUnset(z.email('is not an e-mail address.')),
    SUPPORT_EMAIL: nullIfUnset(z.email('is not an e-mail address.')),
    SMTP_URL: nullIfUnset(readBy(readSmtpUrl)),
    MAIL_FROM: smtp === undefined ? nullIfUnset(readBy(readMailFrom)) : readBy(readMailFrom),
    ENCRYPTION_KEYS: encryptionKeys,
    DATABASE_URL:
      program === 'worker'
        ? databaseAddress(workerNeedsDatabaseText.replace('DATABASE_URL ', ''))
        : nullIfUnset(databaseAddress()),
    REDIS_URL: nullIfUnset(
      serverAddress(['redis:', 'rediss:']).refine(
        () => database !== undefined,
        'needs DATABASE_URL as well: several processes cannot share the embedded database.',
      ),
    ),
    QUEUE_PREFIX: requiredText
      .regex(/^[A-Za-z0-9_-]{1,40}$/, 'takes letters, digits, - and _ only.')
      .default('piecewise'),
    // Only tests may use addresses such as memory://, with which the embedded database loses everything at a stop.
    DATA_FOLDER: requiredText
      .refine((folder) => mode === 'test' || !/^[a-z][a-z0-9+.-]*:\/\//i.test(folder), 'must be the path of a folder.')
      .default('.data/db'),
    // The token must be long because whoever guesses it can read the metrics of all stores.
    METRICS_TOKEN: nullIfUnset(
      requiredText.regex(/^[\x21-\x7e]{16,}$/, 'must have 16 characters or more, without blanks.'),
    ),
    WORKER_PORT: nullIfUnset(portNumber),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}.`).default('info'),
    // With stand-ins the policy is enforced, because their scripts are known to need no more than it allows.
    CONTENT_SECURITY_POLICY: z
      .enum(['report', 'enforce'], 'must be report or enforce.')
      .default(standIn === undefined ? 'report' : 'enforce'),
  });
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Makes a variable optional: null if it is not set. */
const nullIfUnset = <T extends z.ZodType>(value: T) => value.nullable().default(null);

/** The schema of a variable that must be set. */
const requiredText = z.string('is not set; .env.example explains it.');

/** The schema of a text that is read as an object. @param read returns a sentence for a text that cannot be read. */
const readBy = <Value extends object>(read: (text: string) => Value | string) =>
  requiredText.transform((text, context) => {
    const value = read(text);
    if (typeof value !== 'string') return value;
    context.addIssue(value);
    return z.NEVER;
  });

/** The schema of a whole number, both limits included. */
const wholeNumberIn = (least: number, most: number) =>
  requiredText
    .refine(
      (digits) => /^\d{1,5}$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
      `must be a whole number from ${least} to ${most}.`,
    )
    .transform(Number);

const portNumber = wholeNumberIn(0, 65_535);

/** The schema of an address: https, or plain http to this machine outside production. */
const addressSchema = (production: boolean) =>
  requiredText
    .superRefine((address, context) => {
      const found = URL.canParse(address) ? new URL(address) : null;
      if (found === null) context.addIssue('is not a URL.');
      else if (found.protocol !== 'https:' && !(found.protocol === 'http:' && isLoopbackAddress(found) && !production))
        context.addIssue('must begin with https:// (http:// is accepted for this machine, outside production).');
      else if (found.username || found.password || found.search || found.hash)
        context.addIssue('must be a plain address without user, query or fragment.');
    })
    .transform((address) => trimEndWhile(new URL(address).href, (character) => character === '/'));

/** The schema of a stand-in's address. It must be this machine, because a stand-in serves the page's scripts and receives tokens. */
const standInAddress = (production: boolean) =>
  production
    ? requiredText.refine(() => false, 'is only for stand-ins and must not be set when NODE_ENV is production.')
    : addressSchema(false).refine(
        (origin) => isLoopbackAddress(new URL(origin)),
        'is only for stand-ins on this machine: localhost, 127.x.x.x or [::1].',
      );

/** Whether the host is this machine. Comparing the text is enough, because `URL` has normalised other spellings of an address. */
function isLoopbackAddress({hostname}: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Whether the text is a header whose value has the placeholder of the key. */
const isHeaderWithKey = (header: string): boolean =>
  /^[A-Za-z0-9-]+:[\x20-\x7E]*$/.test(header) && header.slice(header.indexOf(':')).includes('{key}');

/** The schema of host names separated by commas, each with or without a port. */
const hostNames = requiredText
  .transform((names) => names.split(',').map((host) => host.trim().toLowerCase()))
  .refine(
    (names) => names.every((host) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(host)),
    'must be host names separated by commas.',
  );

/** The schema of a URL with one of these schemes. @param missing the message if the variable is not set. */
const serverAddress = (protocols: readonly string[], missing?: string) =>
  z
    .string(missing)
    .refine(
      (address) => URL.canParse(address) && protocols.includes(new URL(address).protocol),
      `must be a URL that begins with ${protocols[0]}//.`,
    );

const databaseAddress = (missing?: string) => serverAddress(['postgres:', 'postgresql:'], missing);

/** A key with fewer different bytes is refused as not random: 32 random bytes have fewer only once in 10^30 times. */
const minDistinctKeyBytes = 9;

/** The schema of `name:base64,name:base64`, each key 32 bytes. The first key seals, all of them open. */
const encryptionKeys = requiredText.transform((pairs, context) => {
  const keys = pairs.split(',').map((pair) => {
    const [, kid = '', base64 = ''] = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)\s*$/.exec(pair) ?? [];
    return {kid, key: Buffer.from(base64, 'base64')};
  });
  const [first, ...rest] = keys;
  if (first === undefined || keys.some(({key}) => key.length !== 32))
    context.addIssue('must be "name:key" pairs separated by commas, each key 32 bytes in base64.');
  else if (keys.some(({key}) => new Set(key).size < minDistinctKeyBytes))
    context.addIssue('holds a key that is not random; .env.example says how to make one.');
  else if (new Set(keys.map(({kid}) => kid)).size !== keys.length) context.addIssue('names a key twice.');
  else return [first, ...rest] as const;
  return z.NEVER;
});
