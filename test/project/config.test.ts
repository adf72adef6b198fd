// The environment is read in one place: whatever is missing or malformed stops the start with one sentence that names it.
import {spawnSync} from 'node:child_process';
import {describe, expect, test} from 'vitest';
import {ConfigError, readConfig} from '../../server/config.ts';

type Env = Readonly<Record<string, string | undefined>>;

const keyOf = (byte: number) => Buffer.from(Array.from({length: 32}, (_, index) => byte + index));
const key = (byte: number) => keyOf(byte).toString('base64');
const enough: Env = {
  HOST: 'https://app.example',
  SHOPIFY_API_KEY: 'the-key',
  SHOPIFY_API_SECRET: 'the-secret',
  SUPPLIER_URL: 'https://supplier.example/shop',
  ENCRYPTION_KEYS: `k1:${key(1)}`,
};

const noneOfThem: Env = Object.fromEntries(Object.keys(enough).map((name) => [name, undefined]));

function refusalOf(env: Env): string {
  try {
    readConfig({...enough, ...env});
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'it was accepted';
}

/** One sentence: it ends once, at its end. */
const oneSentence = /^[A-Z][^\n]*[^.]\.$/;

function expectSentence(sentence: string, name: string, given?: string): void {
  expect(sentence).toMatch(oneSentence);
  expect(sentence).not.toMatch(/\. [A-Z]/);
  expect(sentence.startsWith(name)).toBe(true);
  if (given !== undefined && given.length > 8) expect(sentence).not.toContain(given);
}

test('with the five that are needed, everything else has its default', () => {
  expect(readConfig(enough)).toEqual({
    production: false,
    port: 3000,
    host: 'https://app.example',
    shopify: {apiKey: 'the-key', apiSecret: 'the-secret', previousApiSecret: null, origin: null},
    supplier: {
      url: 'https://supplier.example/shop',
      dropshipAuth: 'Authorization: Bearer {key}',
      checkoutHosts: ['supplier.example'],
      supportEmail: null,
      requestsAtOnce: 16,
    },
    supportEmail: null,
    encryptionKeys: [{kid: 'k1', key: keyOf(1)}],
    mail: null,
    databaseUrl: null,
    redisUrl: null,
    queuePrefix: 'piecewise',
    dataFolder: '.data/db',
    metricsToken: null,
    workerPort: null,
    logLevel: 'info',
    policyMode: 'report',
  });
});

describe('missing', () => {
  const needed = Object.keys(enough);
  test.each(needed)('%s', (name) => {
    for (const nothing of [undefined, '', '   ']) expectSentence(refusalOf({[name]: nothing}), name);
  });
});

describe('malformed', () => {
  test.each([
    ['WORKER_PORT', ['x', '-1', '65536', '9.5']],
    ['PORT', ['x', '-1', '65536', '3000.5', '1e3', '0x50', '3000 3001']],
    ['HOST', ['app.example', 'ftp://app.example', 'http://app.example', 'http://10.0.0.1:3000', 'https://']],
    ['HOST', ['https://me:secretword@app.example', 'https://app.example/?a=1234567', 'https://app.example/#here12']],
    ['HOST', ['http://localhost.evil.example', 'http://127.0.0.1.evil.example', 'javascript:alert(1)']],
    ['SUPPLIER_URL', ['supplier', 'http://supplier.example', 'https://key:secret@supplier.example']],
    ['SHOPIFY_ORIGIN', ['shopify', 'http://shopify.example', 'file:///etc/passwd']],
    ['SHOPIFY_ORIGIN', ['http://10.0.0.1:4000', 'http://[::ffff:127.0.0.1]:4000', 'http://a.localhost:4000']],
    ['SUPPLIER_DROPSHIP_AUTH', ['Key {key}', 'X-Api-Key: nothing', 'X Key: {key}', ': {key}']],
    ['SUPPLIER_DROPSHIP_AUTH', ['X-Key: {key}\r\nX-Other: 1', 'X-Key: {key}\u0000', 'X-Key: schlüssel {key}']],
    ['SUPPLIER_CHECKOUT_HOSTS', ['https://pay.example', 'pay.example,,b.example', 'pay example', 'pay.example/c', '*']],
    ['SUPPLIER_REQUESTS_AT_ONCE', ['0', 'many', '-1', '2.5', '1000', '1e2']],
    ['SUPPORT_EMAIL', ['support', 'support@', 'a@b.example, c@d.example']],
    ['SUPPLIER_SUPPORT_EMAIL', ['support', 'support@', 'a@b.example, c@d.example']],
    ['ENCRYPTION_KEYS', ['secret', key(1), `k1:${key(1).slice(4)}`, `k1:${key(1)},`, `k 1:${key(1)}`]],
    ['ENCRYPTION_KEYS', [`k1:${key(1)},k1:${key(2)}`, `k1:${Buffer.alloc(33, 1).toString('base64')}`]],
    ['ENCRYPTION_KEYS', [0, 1, 255].map((byte) => `k1:${key(1)},k2:${Buffer.alloc(32, byte).toString('base64')}`)],
    ['ENCRYPTION_KEYS', [`k1:${Buffer.from('abcdefgh'.repeat(4)).toString('base64')}`]],
    ['NODE_ENV', ['Production', 'production ', 'prod', 'staging', ' ']],
    ['METRICS_TOKEN', ['x', 'fifteen-letters', 'sixteen letters and blanks']],
    ['DATA_FOLDER', ['memory://', 'memory:///var/lib/dump.tar', 'idb://piecewise', 'MEMORY://']],
    ['DATABASE_URL', ['memory://', 'localhost:5432', 'mysql://user:word@host/db', 'https://db.example', 'postgres']],
    ['QUEUE_PREFIX', ['a:b', 'a b', 'x'.repeat(41), '{a}']],
    ['LOG_LEVEL', ['verbose', 'INFO', '30']],
  ])('%s %j', (name, values) => {
    for (const value of values) expectSentence(refusalOf({[name]: value}), name, value);
  });

  test('REDIS_URL', () => {
    const databases = {DATABASE_URL: 'postgres://db.example/piecewise'};
    for (const value of ['redis.example:6379', 'http://redis.example', 'rediss//x']) {
      expectSentence(refusalOf({...databases, REDIS_URL: value}), 'REDIS_URL', value);
    }
  });
});

test('a queue that several processes share needs a database they share', () => {
  const sentence = refusalOf({REDIS_URL: 'redis://127.0.0.1:6379'});
  expectSentence(sentence, 'REDIS_URL');
  expect(sentence).toContain('DATABASE_URL');
});

test('a database in memory, which a stop empties, is for tests alone', () => {
  for (const NODE_ENV of ['production', 'development']) {
    expectSentence(refusalOf({NODE_ENV, DATA_FOLDER: 'memory://'}), 'DATA_FOLDER');
  }
  expect(readConfig({...enough, NODE_ENV: 'test', DATA_FOLDER: 'memory://'}).dataFolder).toBe('memory://');
});

describe('in production', () => {
  const production = {NODE_ENV: 'production'};
  test.each([
    ['HOST', 'http://127.0.0.1:3000'],
    ['HOST', 'http://localhost:3000'],
    ['SUPPLIER_URL', 'http://127.0.0.1:4000'],
    ['SHOPIFY_ORIGIN', 'http://127.0.0.1:5000'],
    ['SHOPIFY_ORIGIN', 'https://stand-in.example'],
  ])('%s is refused as %s', (name, value) => {
    expectSentence(refusalOf({...production, [name]: value}), name);
  });

  test.each(['http://127.0.0.1:5000', 'https://127.0.0.1:5000', 'https://localhost'])(
    'a stand-in for Shopify is refused also where it is on this machine: %s',
    (origin) => {
      expect(refusalOf({...production, SHOPIFY_ORIGIN: origin})).toContain('NODE_ENV is production');
    },
  );

  test('https is accepted, and the app knows where it is', () => {
    expect(readConfig({...enough, ...production}).production).toBe(true);
  });
});

describe('a stand-in for Shopify', () => {
  test.each(['http://localhost:4100', 'http://127.0.0.1:4100', 'http://127.9.8.7:4100', 'https://[::1]:4100'])(
    'on this machine is accepted as %s',
    (origin) => {
      expect(readConfig({...enough, SHOPIFY_ORIGIN: origin}).shopify.origin).toBe(origin);
    },
  );

  test.each(['https://stand-in.example', 'https://10.0.0.1', 'https://0.0.0.0', 'https://localhost.evil.example'])(
    'elsewhere is refused where NODE_ENV is not set: %s',
    (origin) => {
      const sentence = refusalOf({SHOPIFY_ORIGIN: origin});
      expectSentence(sentence, 'SHOPIFY_ORIGIN', origin);
      expect(sentence).toContain('on this machine');
    },
  );

  test.each(['https://128.0.0.1', 'https://127.0.0.1.evil.example', 'https://[::2]', 'https://localhost.'])(
    'elsewhere is refused where NODE_ENV is development: %s',
    (origin) => {
      expectSentence(refusalOf({NODE_ENV: 'development', SHOPIFY_ORIGIN: origin}), 'SHOPIFY_ORIGIN');
    },
  );
});

describe('several at once', () => {
  test('are all named, each in a line of its own', () => {
    const sentences = refusalOf({...noneOfThem, PORT: 'x', LOG_LEVEL: 'loud'}).split('\n');
    const names = sentences.map((sentence) => sentence.split(' ')[0] ?? '');
    expect(names.toSorted()).toEqual([...Object.keys(enough), 'LOG_LEVEL', 'PORT'].toSorted());
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^\n]*\.$/);
  });

  test('are named to a worker with the database it needs', () => {
    const read = () => readConfig({...enough, HOST: ''}, 'worker');
    expect(read).toThrow(/^HOST is not set[^\n]*\nDATABASE_URL is not set[^\n]*npm start runs the workers in it\.$/);
    expect(readConfig({...enough, DATABASE_URL: 'postgres://db.example/x'}, 'worker').host).toBe(enough['HOST']);
  });
});

describe('read', () => {
  test.each<[string, Env, unknown]>([
    ['plain http to this machine', {HOST: 'http://127.0.0.1:3000/'}, {host: 'http://127.0.0.1:3000'}],
    ['a stand-in', {SHOPIFY_ORIGIN: 'http://localhost:4100'}, {shopify: {origin: 'http://localhost:4100'}}],
    ['a secret being exchanged', {SHOPIFY_API_SECRET_PREVIOUS: 'old'}, {shopify: {previousApiSecret: 'old'}}],
    ['any free port', {PORT: '0'}, {port: 0}],
    ['requests at once', {SUPPLIER_REQUESTS_AT_ONCE: '40'}, {supplier: {requestsAtOnce: 40}}],
    ['no requests at once', {}, {supplier: {requestsAtOnce: 16}}],
    ['a port for the worker', {WORKER_PORT: '9090'}, {workerPort: 9090}],
    ['blanks around a value', {PORT: ' 80 ', SHOPIFY_API_KEY: ' k\n'}, {port: 80, shopify: {apiKey: 'k'}}],
    ['another header', {SUPPLIER_DROPSHIP_AUTH: 'X-Api-Key: {key}'}, {supplier: {dropshipAuth: 'X-Api-Key: {key}'}}],
    [
      'checkout hosts',
      {SUPPLIER_CHECKOUT_HOSTS: 'Pay.example, shop.example:8443'},
      {supplier: {checkoutHosts: ['pay.example', 'shop.example:8443']}},
    ],
    [
      'the host of the supplier with its port',
      {SUPPLIER_URL: 'http://127.0.0.1:4000'},
      {supplier: {checkoutHosts: ['127.0.0.1:4000']}},
    ],
    [
      'both engines',
      {DATABASE_URL: 'postgresql://u:p@db.example/x', REDIS_URL: 'rediss://cache.example'},
      {databaseUrl: 'postgresql://u:p@db.example/x', redisUrl: 'rediss://cache.example'},
    ],
  ])('%s', (_what, env, config) => {
    expect(readConfig({...enough, ...env})).toMatchObject({...(config as object)});
  });

  test('several encryption keys, the first of them active', () => {
    const {encryptionKeys} = readConfig({...enough, ENCRYPTION_KEYS: `new:${key(2)}, old:${key(1)}`});
    expect(encryptionKeys.map(({kid}) => kid)).toEqual(['new', 'old']);
  });
});

describe('a start', () => {
  const bare = {PATH: process.env['PATH']};
  const needed = ['ENCRYPTION_KEYS', 'HOST', 'SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET', 'SUPPLIER_URL'];
  test.each<[string, Env, readonly string[]]>([
    ['server/main.ts', bare, needed],
    ['server/main.ts', {...bare, ...enough, ENCRYPTION_KEYS: 'junk-junk-junk'}, ['ENCRYPTION_KEYS']],
    ['jobs/main.ts', bare, ['DATABASE_URL', ...needed]],
    ['jobs/main.ts', {...bare, ...enough}, ['DATABASE_URL']],
  ])('of %s without what it needs names it, a line for each variable, and ends', (file, env, names) => {
    const {status, stdout, stderr} = spawnSync(process.execPath, [file], {env, encoding: 'utf8'});
    expect({status, stdout}).toEqual({status: 1, stdout: ''});
    expect(stderr).toMatch(/^([A-Z_]+ [^\n]*\.\n)+$/);
    const named = stderr.match(/^[A-Z_]+/gm) ?? [];
    expect(named.toSorted()).toEqual(names);
    expect(stderr).not.toContain('junk-junk');
  });
});
