import {PassThrough} from 'node:stream';
import {Redis} from 'ioredis';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {enqueueBatch} from '../../jobs/enqueue-batch.ts';
import {giveDetails} from '../../server/actions/give-details.ts';
import {createLog} from '../../server/log.ts';
import {type OrderTestApp, openOrderTestApp} from '../jobs/orders/order-test-app.ts';
import {testRedisUrl} from '../support/database.ts';
import {testEngines} from '../support/test-app.ts';
import {webhookBody} from '../support/webhook-bodies.ts';

const buyer = {name: 'Xanthippe Quarrelsome-Vogt', email: 'xanthippe.qv@example.org', phone: '+49 511 5550199'};
/** The street and town the stand-in gives a shopper in Germany; of its postcode see `found`. */
const address = ['Beispielweg', '30159', 'Hannover'];
const personal = [...buyer.name.split(/[ -]/), 'xanthippe.qv', '5550199', ...address];

/** Typed by the merchant for an order that came without. */
const second = {name: 'Balthasar Thistlewood', email: 'b.thistlewood@example.org', phone: '+49 511 5550288'};
const street = 'Quittengasse 17';
const secondsWords = [...second.name.split(' '), second.email, '5550288', 'Quittengasse'];

describe.each(testEngines)('what is left of a buyer after the journey, on %s', (engine) => {
  let app: OrderTestApp;
  let log = '';
  const keys: string[] = [];
  beforeAll(async () => {
    const lines = new PassThrough().on('data', (chunk) => {
      log += String(chunk);
    });
    app = await openOrderTestApp(engine, {log: createLog('trace', lines)});
    keys.push(app.supplier.issueKey('catalogue'), app.supplier.issueKey('dropship'));
    await app.merchant.connect('catalogue', keys[0] ?? '');
    await app.merchant.connect('dropship', keys[1] ?? '');
  });
  afterAll(() => app.close());

  const everywhere = async () => ({database: await wholeDatabase(app), queue: await wholeQueue(app), log});

  it('is nothing in the database, the queue and the log; keys and tokens are in none of them either', async () => {
    const references = await everyEnd(app);
    const tokens = app.shopify.requests().length;
    expect(tokens).toBeGreaterThan(0);
    const places = await everywhere();
    const secrets = [...keys, app.shopify.apiSecret, 'shpat_', 'shprt_'];
    expect(found(places, [...personal, ...secrets])).toEqual([]);

    // What should be there is: the search looks where things are.
    for (const reference of references) expect(places.database).toContain(reference);
    expect(places.log).toContain(references[0]);
    expect(places.queue).toContain(app.shop);
    for (const key of keys) expect(places.database).toContain(key.slice(-4));
  });

  it('is nothing once they are to be erased, though their order was on its way and Shopify asks twice', async () => {
    const {db, sealer} = app.worker;
    const bought = app.buy({...second, name: null, email: null, financialStatus: 'PENDING'});
    app.store.changeAddress(bought.id, 'DE', null, street);
    app.store.payOrder(bought.id);
    await app.quiet();
    const {id, reference} = await app.row(bought.id);
    const context = {shop: app.shop, id, actor: 'user:7'};
    await giveDetails(db, sealer, context, {name: second.name, email: second.email}, app.clock.now());
    app.supplier.misbehave({api: 'dropship', a: 'order', reference, times: 1, does: {kind: 'slow', ms: 2_500}});
    await enqueueBatch(app.worker, 'dropship', app.shop);
    await expect.poll(async () => (await app.row(bought.id)).state, {interval: 10, timeout: 10_000}).toBe('placing');
    const customer = {id: 6, email: second.email, phone: second.phone};
    const redact = {shop_domain: app.shop, customer, orders_to_redact: [Number(bought.id.split('/').at(-1))]};
    const ask = () => app.shopify.webhooks.deliver('customers/redact', app.shop, redact);
    app.shopify.webhooks.duplicateNext(1);
    ask();
    const erased = async () => {
      const row = await app.row(bought.id);
      return {typed: row.details_sealed, mark: row.address_mark};
    };
    await expect.poll(erased, {interval: 10}).toEqual({typed: null, mark: null});
    expect(await app.row(bought.id)).toMatchObject({state: 'placing'});
    await app.quiet();
    const after = await app.row(bought.id);
    expect(after).toMatchObject({state: 'awaiting_payment', details_sealed: null, address_mark: null});
    expect(app.taken(after)).toMatchObject([{customerName: second.name}]);
    const {log: before} = await everywhere();
    ask();
    await app.quiet();
    expect(await app.row(bought.id)).toEqual(after);
    const places = await everywhere();
    expect(found(places, [...personal, ...secondsWords])).toEqual([]);
    expect(places.log.slice(before.length)).toContain('a buyer was erased');
    expect(places.database).toContain(reference);
  });

  it('is nothing of any buyer once the store is to be erased, and a second request changes nothing', async () => {
    const {db, sealer} = app.worker;
    const bought = app.buy({...second, name: null, email: null});
    await app.quiet();
    const {failed} = (await app.worker.queues.countJobs()).deliveries;
    const {id, reference} = await app.row(bought.id);
    const context = {shop: app.shop, id, actor: 'user:7'};
    await giveDetails(db, sealer, context, {name: second.name, email: second.email}, app.clock.now());
    expect(await app.row(bought.id)).toMatchObject({details_sealed: expect.any(String)});
    app.shopify.uninstall(app.shop);
    await app.quiet();
    app.clock.turn(48 * 3_600_000);
    await app.quiet();
    const orders = await db.selectFrom('dropship_orders').select('id').where('shop', '=', app.shop).execute();
    expect(orders).toEqual([]);
    for (let again = 0; again < 2; again += 1) {
      app.shopify.webhooks.deliver('shop/redact', app.shop, {shop_domain: app.shop});
      app.shopify.webhooks.deliver('customers/redact', app.shop, {shop_domain: app.shop, customer: second});
      await app.quiet();
    }
    const places = await everywhere();
    expect(found(places, [...personal, ...secondsWords])).toEqual([]);
    expect(found({database: places.database}, [reference, bought.id])).toEqual([]);
    expect((await app.worker.queues.countJobs()).deliveries['failed']).toBe(failed);
  });
});

/**
 * Which of the words stand where, whatever their case: the supplier repeats what it was told in a spelling of its own. Short
 * numbers count only by themselves: five digits in a row turn up by chance in ids, times and digests.
 */
function found(places: Readonly<Record<string, string>>, words: readonly string[]): readonly string[] {
  return Object.entries(places).flatMap(([place, text]) => {
    const small = text.toLowerCase();
    const holds = (word: string) =>
      /^\d{1,6}$/.test(word) ? new RegExp(`(?<![\\da-z])${word}(?![\\da-z])`).test(small) : small.includes(word);
    return words.filter((word) => holds(word.toLowerCase())).map((word) => `${word} in the ${place}`);
  });
}

/** One order for each way it can end, the supplier repeating the buyer's name and e-mail where it has a say. */
async function everyEnd(app: OrderTestApp): Promise<readonly string[]> {
  const said = JSON.stringify({
    ok: false,
    error: `No such customer: ${buyer.name.toUpperCase()} <${buyer.email}>, or Vogt`,
  });
  const html = `<p>Sorry, ${buyer.name} (${buyer.email})</p>`;
  const order = {...buyer, customAttributes: [{key: 'Gift for', value: buyer.name}], note: `Ring at ${buyer.name}`};
  const bought = [];
  for (const does of [
    {kind: 'status', status: 422, body: said},
    {kind: 'status', status: 500, body: html, when: 'after'},
    {kind: 'answer', as: 'truncated'},
    {kind: 'hang'},
    null,
  ] as const) {
    const end = does === null ? () => {} : app.supplier.misbehave({api: 'dropship', a: 'order', does});
    app.setPatience(does?.kind === 'hang' ? 300 : 20_000);
    bought.push(app.buy(order));
    await app.quiet();
    end();
  }
  bought.push(app.buy({...order, country: 'NO'}), app.buy({...order, financialStatus: 'PENDING'}));
  const away = app.shopify.misbehave({fault: 'status', status: 400, times: 1});
  bought.push(app.buy({...order, financialStatus: 'PARTIALLY_REFUNDED'}));
  const failed = async () => (await app.worker.queues.countJobs()).deliveries['failed'];
  await expect.poll(failed, {timeout: 10_000}).toBe(1);
  away();
  const customer = {id: 5, email: buyer.email, phone: buyer.phone};
  for (const topic of ['customers/data_request', 'customers/redact']) {
    const orders = topic === 'customers/redact' ? {orders_to_redact: []} : {orders_requested: []};
    app.shopify.webhooks.deliver(topic, app.shop, {shop_id: 1, shop_domain: app.shop, customer, ...orders});
  }
  app.shopify.webhooks.deliver('orders/updated', app.shop, {
    ...webhookBody('orders/updated', app.shop),
    email: buyer.email,
    customer,
  });
  app.clock.turn(7_200_000);
  await app.upkeep('sweep-deliveries', 'recheck-open', 'reconcile-orders', 'keep-tokens-alive');
  const rows = (await Promise.all(bought.map(({id}) => app.rows(id)))).flat();
  const states = new Set(rows.map(({state}) => state));
  expect([...states].toSorted()).toEqual(['awaiting_payment', 'blocked', 'rejected', 'unconfirmed', 'waiting']);
  return rows.map(({reference}) => reference);
}

/** Every row of every table, ours and the queue's, as text. */
async function wholeDatabase({worker: {db}}: OrderTestApp): Promise<string> {
  const tables = await sql<{schema: string; name: string}>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
  `.execute(db);
  let text = '';
  for (const {schema, name} of tables.rows) {
    const rows = await sql<{row: string}>`select t::text as row from ${sql.table(`${schema}.${name}`)} as t`.execute(
      db,
    );
    text += `${schema}.${name}\n${rows.rows.map(({row}) => row).join('\n')}\n`;
  }
  return text;
}

/** Every value under the prefix; where there is no Redis, the queue's tables are in the database. */
async function wholeQueue(app: OrderTestApp): Promise<string> {
  if (app.config.redisUrl === null) return wholeDatabase(app);
  const redis = new Redis(testRedisUrl);
  let text = '';
  for (const key of await redis.keys(`${app.config.queuePrefix}:*`)) {
    text += `${key} ${JSON.stringify(await valueOf(redis, key))}\n`;
  }
  await redis.quit();
  return text;
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'none':
      return null;
    default:
      throw new Error(`a key of an unknown kind: ${key}`);
  }
}
