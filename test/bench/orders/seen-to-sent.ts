// From the moment the store has a paid order to the moment the request for it is at the supplier: on an idle house, and
// behind another shop's backlog.
import {randomUUID} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {type House, houseEngines, importEverything, openHouse} from '../../support/house.ts';
import {byItself, type Figure, median} from '../figure.ts';
import {percentile} from './send-webhooks.ts';

const other = 'busy.myshopify.com';

export async function* measureSeenToSent(scale: number): AsyncGenerator<Figure> {
  const engine = houseEngines.at(-1) ?? 'embedded';
  const house = await openHouse(engine, {
    supplier: {articles: 40},
    shopify: {shops: [{domain: 'bench.myshopify.com'}, {domain: other}]},
  });
  try {
    await importEverything(house);
    const idle: number[] = [];
    for (let order = 0; order < Math.max(10, Math.round(100 * scale)); order += 1) idle.push(await timeOne(house));
    yield byItself(`order seen to request at the supplier, idle (${engine}): p50`, median(idle), 'ms', {atMost: 1_000});
    yield byItself(`order seen to request at the supplier, idle (${engine}): p99`, percentile(idle, 0.99), 'ms', {
      atMost: 5_000,
    });
    const jobs = Math.round(10_000 * scale);
    await fillOtherShop(house, jobs);
    const behind = await timeOne(house);
    yield byItself(`the same behind another shop's ${jobs} deliveries: later`, behind - median(idle), 'ms', {
      atMost: 5_000,
    });
  } finally {
    await house.close();
  }
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

/** Another store's webhooks, stored and called up but not yet worked off. */
async function fillOtherShop({deps, shopify, url}: House, count: number): Promise<void> {
  await fetch(`${url}/api/overview`, {headers: {authorization: `Bearer ${shopify.sessionToken(other)}`}});
  for (let at = 0; at < count; at += 500) {
    const rows = Array.from({length: Math.min(500, count - at)}, (_, index) => ({
      shop: other,
      topic: 'orders/updated',
      event_key: randomUUID(),
      webhook_id: randomUUID(),
      resource: `gid://shopify/Order/${900_000 + at + index}`,
      received_at: new Date(),
    }));
    await deps.db.insertInto('deliveries').values(rows).execute();
  }
  await deps.queues.enqueue('upkeep', {task: 'sweep-deliveries'});
}
