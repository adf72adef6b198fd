// From the moment the store has a paid order to the moment the request for it is at the supplier: on an idle app, and
// behind the backlog of nine other shops: one more than a worker serves at a time.
import {randomUUID} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {
  ArticleId,
  DropshipOrderId,
  dropshipReference,
  LineItemGid,
  OrderGid,
  ShopDomain,
  VariantGid,
} from '#domain/ids.ts';
import {enqueueBatch} from '../../../jobs/enqueue-batch.ts';
import {createMerchant} from '../../sandbox/demo/merchant.ts';
import type {ShopControl} from '../../sandbox/shopify/start.ts';
import {importEverything, openTestApp, type TestApp, testEngines} from '../../support/test-app.ts';
import {byItself, type Figure, median} from '../figure.ts';
import {percentile} from './send-webhooks.ts';

const others = Array.from({length: 9}, (_, at) => ShopDomain.parse(`busy-${at + 1}.myshopify.com`));

export async function* measureSeenToSent(scale: number): AsyncGenerator<Figure> {
  const engine = testEngines.at(-1) ?? 'embedded';
  const app = await openTestApp(engine, {
    supplier: {articles: 40},
    // On the plan on which Shopify slows the others down least.
    shopify: {shops: ['bench.myshopify.com', ...others].map((domain) => ({domain, plan: 'plus'}))},
  });
  try {
    await importEverything(app);
    const idle: number[] = [];
    for (let order = 0; order < Math.max(10, Math.round(100 * scale)); order += 1) idle.push(await timeOne(app));
    yield byItself(`order seen to request at the supplier, idle (${engine}): p50`, median(idle), 'ms', {atMost: 1_000});
    yield byItself(`order seen to request at the supplier, idle (${engine}): p99`, percentile(idle, 0.99), 'ms', {
      atMost: 5_000,
    });
    yield* measureBehindOthers(app, engine, Math.round(10_000 * scale), idle);
  } finally {
    await app.close();
  }
}

/** The other shops have both kinds of backlog: webhooks to be handled and dropship orders that are due. */
async function* measureBehindOthers(
  app: TestApp,
  engine: string,
  count: number,
  idle: readonly number[],
): AsyncGenerator<Figure> {
  const each = Math.ceil(count / others.length);
  for (const other of others) await fillShop(app, other, each);
  for (const other of others)
    for (const work of ['deliveries', 'dropship'] as const) await enqueueBatch(app.deps, work, other);
  const before = await countOpen(app);
  const behind: number[] = [];
  for (let order = 0; order < 20; order += 1) behind.push(await timeOne(app));
  const after = await countOpen(app);
  if (after === 0 || after === before)
    throw new Error(`the other shops were not at work: ${before} pieces of work before, ${after} after`);
  const later = (share: number) => percentile(behind, share) - median(idle);
  const name = `the same behind ${count} webhooks and ${count} orders of nine other shops (${engine}): later`;
  yield byItself(`${name}, p50`, later(0.5), 'ms', {atMost: 5_000});
  yield byItself(`${name}, the slowest of 20`, later(1), 'ms', {atMost: 5_000});
}

/** Milliseconds until the supplier has the request. */
async function timeOne({store, shop, supplier}: TestApp): Promise<number> {
  const {variantId} = goodsOf(store);
  const begun = performance.now();
  const reference = referenceOf(ShopDomain.parse(shop), store.placeOrder({country: 'DE', lines: [{variantId}]}));
  while (!supplier.orders().some((order) => order.reference === reference)) {
    if (performance.now() - begun > 60_000) throw new Error('the order was not sent within a minute');
    await wait(4);
  }
  return performance.now() - begun;
}

/** Another partner's paid orders, all announced and all due: each costs its readings at Shopify and the supplier, and a request. */
async function fillShop({deps, shopify, supplier, url}: TestApp, other: ShopDomain, count: number): Promise<void> {
  const store = shopify.shop(other);
  await importEverything({supplier, merchant: createMerchant(url, () => shopify.sessionToken(other))});
  const goods = goodsOf(store);
  const now = new Date();
  shopify.webhooks.drop(({shop}) => shop === other);
  const bought = Array.from({length: count}, () =>
    store.placeOrder({country: 'DE', lines: [{variantId: goods.variantId}]}),
  );
  shopify.webhooks.drop(null);
  for (let at = 0; at < count; at += 500) {
    const some = bought.slice(at, at + 500);
    await deps.db
      .insertInto('deliveries')
      .values(some.map(({id}) => ({...webhook(other, id), received_at: now})))
      .execute();
    await deps.db
      .insertInto('dropship_orders')
      .values(some.map((order) => dueOrder(other, order, goods, now)))
      .execute();
  }
}

type Goods = {readonly variantId: string; readonly articleId: string};

function goodsOf(store: ShopControl): Goods {
  const product = store.products().find(({status, options}) => status === 'ACTIVE' && options.length === 2);
  const variantId = product?.variants[0]?.id;
  if (variantId === undefined || product?.articleId == null) throw new Error('the store has no product to order');
  return {variantId, articleId: product.articleId};
}

const webhook = (other: ShopDomain, resource: string) => ({
  shop: other,
  topic: 'orders/updated',
  event_key: randomUUID(),
  webhook_id: randomUUID(),
  resource,
});

type StoreOrder = ReturnType<ShopControl['placeOrder']>;

const referenceOf = (shop: ShopDomain, {name, lines}: StoreOrder): string =>
  dropshipReference(shop, name, LineItemGid.parse(lines[0]?.id), 1);

const dueOrder = (other: ShopDomain, order: StoreOrder, {variantId, articleId}: Goods, now: Date) => ({
  id: DropshipOrderId.parse(randomUUID()),
  shop: other,
  order_gid: OrderGid.parse(order.id),
  order_name: order.name,
  line_gid: LineItemGid.parse(order.lines[0]?.id),
  variant_gid: VariantGid.parse(variantId),
  article_id: ArticleId.parse(articleId),
  article_name: 'Knitted jacket',
  quantity: 1,
  state: 'waiting' as const,
  reference: referenceOf(other, order),
  next_attempt_at: now,
  ordered_at: now,
  created_at: now,
  updated_at: now,
});

/** What the other shops still have to do. */
async function countOpen({deps: {db}}: TestApp): Promise<number> {
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
