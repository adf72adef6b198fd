import {Redis} from 'ioredis';
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {engines, openTestDatabase, testDatabaseUrl, testRedisUrl} from '../support/database.ts';
import {testEngines} from '../support/test-app.ts';
import {start} from './child.ts';

const Order = z.strictObject({
  order: z.string().startsWith('#'),
  article: z.string().min(1),
  country: z.string(),
  zone: z.string().nullable(),
  state: z.string(),
  reason: z.string().nullable(),
  ref: z.string().nullable(),
  checkoutUrl: z.url().nullable(),
  price: z.int().nullable(),
  fee: z.int().nullable(),
  reference: z.string().min(1),
  supplierRefs: z.array(z.string()),
  losesMoney: z.boolean().nullable(),
});
const Killed = z.strictObject({
  pid: z.int().min(1),
  signal: z.literal('SIGKILL'),
  order: z.string(),
  reference: z.string(),
  stateThen: z.literal('waiting'),
  state: z.string(),
  supplierOrders: z.int(),
});
const LastLine = z.strictObject({
  articles: z.int(),
  listed: z.int().min(1),
  products: z.int().min(1),
  quarantined: z.int(),
  retired: z.literal(1),
  runMs: z.int().min(1).max(180_000),
  secondRunWrites: z.literal(0),
  orders: z.array(Order),
  /** Null where there is one process only. */
  killed: Killed.nullable(),
});

describe.each(testEngines)('the demo, on %s', (engine) => {
  it('imports, has nothing to do, takes one off sale, and ten shoppers order', {timeout: 180_000}, async () => {
    const servers = engine === 'embedded' ? {} : {DATABASE_URL: testDatabaseUrl, REDIS_URL: testRedisUrl};
    // The catalogue's size is shown once; on servers it is the same play.
    const size = engine === 'embedded' ? [] : ['--articles', '150'];
    const demo = start('test/sandbox/demo/main.ts', servers, ['--exit', '--json', ...size]);
    expect(await demo.ended, demo.stderr()).toBe(0);
    expect(demo.stderr()).toBe('');

    const lines = demo.stdout().trimEnd().split('\n');
    const {orders, articles, killed} = LastLine.parse(JSON.parse(lines.at(-1) ?? ''));
    expect(articles).toBe(engine === 'embedded' ? 1_200 : 150);
    const paid = {state: 'awaiting_payment', reason: null};
    expect(orders).toMatchObject([
      {country: 'DE', zone: 'EU', ...paid},
      {country: 'GB', zone: 'GB', ...paid},
      {country: 'US', zone: 'US', ...paid},
      {country: 'JP', zone: 'JP', ...paid},
      {country: 'NO', zone: null, state: 'blocked', ref: null, checkoutUrl: null, fee: null},
      {country: 'FR', zone: 'EU', fee: 1600, ...paid},
      {country: 'FR', zone: 'EU', fee: 1600, ...paid},
      {country: 'FR', zone: 'EU', fee: 1600, ...paid},
      {country: 'IT', zone: 'EU', ...paid},
      {country: 'NL', state: 'waiting', ref: null, checkoutUrl: null},
      {country: 'AU', state: 'cancelled', ref: null, checkoutUrl: null},
      {country: 'CA', zone: 'CA', state: 'unconfirmed', ref: null, checkoutUrl: null},
      // Its worker is killed; where there is only one process, none is.
      ...(engine === 'embedded' ? [] : [{country: 'DK', zone: 'EU', ...paid}]),
    ]);
    expect(orders[4]?.reason).toContain('Norway');
    for (const {ref, checkoutUrl, fee} of orders.slice(0, 4)) {
      expect(checkoutUrl).toContain(`/checkout/${ref ?? '?'}`);
      expect(fee).toBeGreaterThan(0);
    }
    expect(new Set(orders.map(({reference}) => reference)).size).toBe(orders.length);
    // Only the order at 75 % off; the prices carry the fee of every zone.
    expect(orders.filter(({losesMoney}) => losesMoney === true).map(({country}) => country)).toEqual(['IT']);
    for (const {state, losesMoney} of orders.filter(({country}) => country !== 'IT')) {
      if (state === 'awaiting_payment') expect(losesMoney).toBe(false);
    }
    const links = orders.filter(({state}) => state === 'awaiting_payment').length;
    expect(lines.join('\n')).toContain(`${links} checkout links opened at the supplier.`);
    expect(lines.join('\n')).toContain('plus plan');
    for (const {state, ref, supplierRefs} of orders) {
      expect(supplierRefs).toEqual(state === 'unconfirmed' ? [expect.any(String)] : ref === null ? [] : [ref]);
    }
    const said = lines.slice(0, -1);
    expect(Math.max(...said.map((line) => line.length))).toBeLessThanOrEqual(120);
    for (const {order, article, reference, state} of orders) {
      expect(said.some((line) => line.includes(order) && line.includes(article.slice(0, 30)))).toBe(true);
      if (state === 'awaiting_payment') expect(said.some((line) => line.includes(`${reference}  http`))).toBe(true);
    }
    const text = said.join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('48.00 EUR shipping in all');
    expect(text).toContain('Left alone: Gift wrapping (4.00 EUR)');
    expect(text).toContain(`${orders.find(({country}) => country === 'IT')?.order} loses money`);
    const cutOff = orders.find(({country}) => country === 'CA');
    expect(text).toContain(`Look for the reference ${cutOff?.reference} in`);
    expect(text).toContain(`The supplier does have it, as ${cutOff?.supplierRefs[0]}`);
    expect(text).toContain('lead nowhere');
    expect(killed === null).toBe(engine === 'embedded');
    if (killed !== null) {
      const {order, reference, state} = orders.at(-1) ?? {};
      expect(killed).toMatchObject({order, reference, state, supplierOrders: 1});
      expect(text).toContain(`process ${killed.pid} was killed (SIGKILL)`);
    }
    expect(lines[0]).toContain(engine === 'embedded' ? 'one process' : 'two workers on Postgres and Redis');
    if (engine !== 'embedded') expect(await leftBehind(demo.process.pid ?? 0)).toEqual([]);
  });
});

it.runIf(engines.databases.includes('postgres') && engines.queues.includes('redis'))(
  'the demo cut short cleans up after itself',
  {timeout: 120_000},
  async () => {
    const servers = {DATABASE_URL: testDatabaseUrl, REDIS_URL: testRedisUrl};
    const demo = start('test/sandbox/demo/main.ts', servers, ['--articles', '50']);
    while (!demo.stdout().includes('plan')) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await leftBehind(demo.process.pid ?? 0)).not.toEqual([]);
    expect(await demo.stop('SIGINT')).toBe(130);
    expect(await leftBehind(demo.process.pid ?? 0)).toEqual([]);
  },
);

it('a demo with too few articles for its shoppers is refused at the start', async () => {
  const demo = start('test/sandbox/demo/main.ts', {}, ['--exit', '--articles', '49']);
  expect(await demo.ended).toBe(1);
  expect(demo.stdout()).toBe('');
  expect(demo.stderr()).toBe('--articles takes a whole number from 50 to 200,000.\n');
});

/** Databases and keys of the demo with this process id. */
async function leftBehind(pid: number): Promise<string[]> {
  const database = await openTestDatabase('postgres');
  const {rows} = await sql<{datname: string}>`
    select datname from pg_database where datname like ${`piecewise\\_demo\\_${pid}\\_%`}
  `.execute(database.kysely);
  await database.dispose();
  const redis = new Redis(testRedisUrl);
  const keys: string[] = [];
  for await (const some of redis.scanStream({match: `demo-${pid}-*`, count: 1_000}))
    keys.push(...z.array(z.string()).parse(some));
  redis.disconnect();
  return [...rows.map(({datname}) => datname), ...keys];
}
