// From the moment the store has a paid order to the moment the request for it is at the supplier: on an idle house, and
// behind the backlog of nine other shops: one more than a worker serves at a time.
import {randomUUID} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {ShopDomain} from '#domain/ids.ts';
import {callUp} from '../../../jobs/call-up.ts';
import {type House, houseEngines, importEverything, openHouse} from '../../support/house.ts';
import {byItself, type Figure, median} from '../figure.ts';
import {percentile} from './send-webhooks.ts';

const others = Array.from({length: 9}, (_, at) => ShopDomain.parse(`busy-${at + 1}.myshopify.com`));

export async function* measureSeenToSent(scale: number): AsyncGenerator<Figure> {
  const engine = houseEngines.at(-1) ?? 'embedded';
  const house = await openHouse(engine, {
    supplier: {articles: 40},
    shopify: {shops: ['bench.myshopify.com', ...others].map((domain) => ({domain}))},
  });
  try {
    await importEverything(house);
    const idle: number[] = [];
    for (let order = 0; order < Math.max(10, Math.round(100 * scale)); order += 1) idle.push(await timeOne(house));
    yield byItself(`order seen to request at the supplier, idle (${engine}): p50`, median(idle), 'ms', {atMost: 1_000});
    yield byItself(`order seen to request at the supplier, idle (${engine}): p99`, percentile(idle, 0.99), 'ms', {
      atMost: 5_000,
    });
    yield* measureBehindOthers(house, engine, Math.round(10_000 * scale), idle);
  } finally {
    await house.close();
  }
}

/** Both lanes of the other shops are full: webhooks to be looked into, and dropship orders that are due. */
async function* measureBehindOthers(
  house: House,
  engine: string,
  count: number,
  idle: readonly number[],
): AsyncGenerator<Figure> {
  const each = Math.ceil(count / others.length);
  for (const [at, other] of others.entries()) await fillShop(house, other, at * each, each);
  for (const other of others)
    for (const work of ['deliveries', 'dropship'] as const) await callUp(house.deps, work, other);
  const before = await countOpen(house);
  const behind: number[] = [];
  for (let order = 0; order < 20; order += 1) behind.push(await timeOne(house));
  const after = await countOpen(house);
  if (after === 0 || after === before)
    throw new Error(`the other shops were not at work: ${before} pieces of work before, ${after} after`);
  const later = (share: number) => percentile(behind, share) - median(idle);
  const name = `the same behind ${count} webhooks and ${count} orders of nine other shops (${engine}): later`;
  yield byItself(`${name}, p50`, later(0.5), 'ms', {atMost: 5_000});
  yield byItself(`${name}, the slowest of 20`, later(1), 'ms', {atMost: 5_000});
}

/** Milliseconds until the supplier has the request. */
async function timeOne({store, supplier}: House): Promise<number> {
  const before = supplier.orderRequests();
  const product = store.products().find(({status, options}) => status === 'ACTIVE' && options.length === 2);
  const variantId = product?.variants[0]?.id;
  if (variantId === undefined) throw new Error('the store has no product to order');
  const begun = performance.now();
  store.placeOrder({country: 'DE', lines: [{variantId, quantity: 1}], financialStatus: 'PAID'});
  while (supplier.orderRequests() === before) {
    if (performance.now() - begun > 60_000) throw new Error('the order was not sent within a minute');
    await wait(2);
  }
  return performance.now() - begun;
}

/** Another store's webhooks and orders, stored and called up; each costs a reading of an order that its store does not have. */
async function fillShop({deps, shopify, url}: House, other: ShopDomain, first: number, count: number): Promise<void> {
  await fetch(`${url}/api/overview`, {headers: {authorization: `Bearer ${shopify.sessionToken(other)}`}});
  const now = new Date();
  const {id: known} = shopify
    .shop(other)
    .placeOrder({country: 'DE', lines: [{variantId: null, title: 'Gift', quantity: 1, price: '4.00'}]});
  for (let at = 0; at < count; at += 500) {
    const numbers = Array.from({length: Math.min(500, count - at)}, (_, index) => 900_000 + first + at + index);
    await deps.db
      .insertInto('deliveries')
      .values(numbers.map(() => ({...webhook(other, known), received_at: now})))
      .execute();
    await deps.db
      .insertInto('dropship_orders')
      .values(numbers.map((number) => dueOrder(other, number, now)))
      .execute();
  }
}

const webhook = (other: ShopDomain, resource: string) => ({
  shop: other,
  topic: 'orders/updated',
  event_key: randomUUID(),
  webhook_id: randomUUID(),
  resource,
});

const dueOrder = (other: ShopDomain, number: number, now: Date) => ({
  id: randomUUID(),
  shop: other,
  order_gid: `gid://shopify/Order/${number}`,
  order_name: `#${number}`,
  line_gid: `gid://shopify/LineItem/${number}`,
  article_id: '1',
  article_name: 'Knitted jacket',
  quantity: 1,
  state: 'waiting' as const,
  reference: randomUUID(),
  next_attempt_at: now,
  ordered_at: now,
  created_at: now,
  updated_at: now,
});

/** What the other shops still have to do. */
async function countOpen({deps: {db}}: House): Promise<number> {
  const count = (table: 'deliveries' | 'dropship_orders', state: 'pending' | 'waiting') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('shop', 'in', others)
      .where('state', '=', state)
      .executeTakeFirstOrThrow();
  const found = await Promise.all([count('deliveries', 'pending'), count('dropship_orders', 'waiting')]);
  return found.reduce((sum, row) => sum + row.count, 0);
}
