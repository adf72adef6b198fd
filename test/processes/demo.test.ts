import {Redis} from 'ioredis';
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {engines, openTestDatabase, testDatabaseUrl, testRedisUrl} from '../support/database.ts';
import {houseEngines} from '../support/house.ts';
import {start} from './child.ts';

const Order = z.strictObject({
  country: z.string(),
  zone: z.string().nullable(),
  state: z.string(),
  reason: z.string().nullable(),
  ref: z.string().nullable(),
  checkoutUrl: z.url().nullable(),
  fee: z.int().nullable(),
  reference: z.string().min(1),
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
});

describe.each(houseEngines)('the demo, on %s', (engine) => {
  it('imports, has nothing to do, takes one off sale, and ten shoppers order', {timeout: 180_000}, async () => {
    const servers = engine === 'embedded' ? {} : {DATABASE_URL: testDatabaseUrl, REDIS_URL: testRedisUrl};
    // The catalogue's size is shown once; on servers it is the same play.
    const size = engine === 'embedded' ? [] : ['--articles', '150'];
    const demo = start('test/sandbox/demo/main.ts', servers, ['--exit', '--json', ...size]);
    expect(await demo.ended, demo.stderr()).toBe(0);
    expect(demo.stderr()).toBe('');

    const lines = demo.stdout().trimEnd().split('\n');
    const {orders, articles} = LastLine.parse(JSON.parse(lines.at(-1) ?? ''));
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
      // Its worker is killed; where there is one process only, nobody is.
      ...(engine === 'embedded' ? [] : [{country: 'DK', zone: 'EU', ...paid}]),
    ]);
    expect(orders[4]?.reason).toContain('Norway');
    for (const {ref, checkoutUrl, fee} of orders.slice(0, 4)) {
      expect(checkoutUrl).toContain(`/checkout/${ref ?? '?'}`);
      expect(fee).toBeGreaterThan(0);
    }
    expect(new Set(orders.map(({reference}) => reference)).size).toBe(orders.length);
    const links = orders.filter(({state}) => state === 'awaiting_payment').length;
    expect(lines.join('\n')).toContain(`${links} checkout links opened at the supplier.`);
    expect(lines.join('\n')).toContain('plus plan');
    expect(lines[0]).toContain(engine === 'embedded' ? 'one process' : 'two workers on Postgres and Redis');
    if (engine !== 'embedded') expect(await leftBehind(demo.process.pid ?? 0)).toEqual([]);
  });
});

it.runIf(engines.databases.includes('postgres') && engines.queues.includes('redis'))(
  'the demo cut short cleans up after itself',
  {timeout: 60_000},
  async () => {
    const servers = {DATABASE_URL: testDatabaseUrl, REDIS_URL: testRedisUrl};
    const demo = start('test/sandbox/demo/main.ts', servers, ['--articles', '20']);
    while (!demo.stdout().includes('plan')) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await leftBehind(demo.process.pid ?? 0)).not.toEqual([]);
    expect(await demo.stop('SIGINT')).toBe(130);
    expect(await leftBehind(demo.process.pid ?? 0)).toEqual([]);
  },
);

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
