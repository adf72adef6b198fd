// The embedded database belongs to one process at a time: what a dead one had leased or claimed is free at the next start.
import {randomBytes, randomUUID} from 'node:crypto';
import {sql} from 'kysely';
import {afterEach, expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, RunId, ShopDomain} from '#domain/ids.ts';
import {runTask} from '../../jobs/schedule/tasks.ts';
import {readConfig} from '../../server/config.ts';
import {takeLane} from '../../server/db/orders/lanes.ts';
import {saveNewDropshipOrders} from '../../server/db/orders/order-lines.ts';
import {takeRunLease, takeTokenLease} from '../../server/db/runs/leases.ts';
import {requestPlaces} from '../../server/db/runs/supplier-places.ts';
import {claimRequest} from '../../server/db/shops/idempotency-keys.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {createDeps} from '../../server/deps.ts';
import {openTestDatabase, openTestQueues, silentLog} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const now = new Date();
const hour = 3_600_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

it('a process that starts on the folder of a dead one takes up everything at once', async () => {
  const database = await openTestDatabase('pglite');
  ends.push(database.dispose);
  const db = database.kysely;
  await saveInstalledShop(db, shop, {scopes: ''}, now);
  const [owner, key] = [RunId.parse(randomUUID()), {shop, key: 'save', digests: ['digest'] as const}];
  await takeRunLease(db, shop, owner, now, hour);
  await takeTokenLease(db, shop, owner, now, hour);
  await takeLane(db, shop, hour);
  await requestPlaces(db, {process: 'dead', inUse: 1, wanted: 1, limit: 1, leaseMs: hour});
  await claimRequest(db, key, now);
  await saveSendingOrder();
  // The job that the dead process was working on.
  const before = await openTestQueues('pglite', database);
  const working: string[] = [];
  const work = async (id: string | undefined) => {
    working.push(id ?? '');
    await new Promise((_resolve, reject) => ends.push(async () => reject(new Error('dead'))));
  };
  const dead = await before.startWorker('sync', ({id}) => work(id), {concurrency: 1});
  ends.push(() => dead.close(0));
  await before.enqueue('sync', {shop, kind: 'full', trigger: 'merchant'}, {jobId: 'left'});
  await expect.poll(() => working).toEqual(['left']);

  const deps = await createDeps(readConfig(env), {
    log: silentLog,
    openDatabase: async () => ({...database, close: async () => {}}),
  });
  ends.push(deps.close);
  expect(await takeRunLease(db, shop, 'another', now, hour)).not.toBeNull();
  expect(await takeTokenLease(db, shop, 'another', now, hour)).toBe(true);
  expect(await takeLane(db, shop, hour)).not.toBeNull();
  const wanted = {inUse: 0, wanted: 1, limit: 1, leaseMs: hour};
  expect(await requestPlaces(db, {process: 'another', ...wanted})).toEqual({places: 1, processes: 1});
  expect(await claimRequest(db, key, now)).toMatchObject({kind: 'first'});
  await runTask(deps, {task: 'sweep-placing'});
  expect(await db.selectFrom('dropship_orders').select('state').execute()).toEqual([{state: 'unconfirmed'}]);
  expect((await deps.queues.countJobs()).sync).toMatchObject({active: 0, waiting: 1});

  async function saveSendingOrder() {
    const order = {
      id: DropshipOrderId.parse(randomUUID()),
      shop,
      order_gid: OrderGid.parse('gid://shopify/Order/1'),
      order_name: '#1',
      line_gid: LineItemGid.parse('gid://shopify/LineItem/1'),
      article_id: ArticleId.parse('1'),
      article_name: 'One',
      colour: null,
      size: null,
      quantity: 1,
      country: 'DE',
      reference: 'a-1-1-1',
      ordered_at: now,
    };
    await saveNewDropshipOrders(db, [order], now);
    const until = new Date(now.getTime() + hour);
    await sql`update dropship_orders set state = 'placing', lease_owner = 'dead', lease_until = ${until}`.execute(db);
  }
});

const env = {
  PORT: '0',
  HOST: 'http://127.0.0.1',
  SHOPIFY_API_KEY: 'void',
  SHOPIFY_API_SECRET: 'secret',
  SUPPLIER_URL: 'http://127.0.0.1:9',
  ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
};
