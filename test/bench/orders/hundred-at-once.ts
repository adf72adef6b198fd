// A hundred orders at once in a store on a standard plan: how many points of the shop's bucket each takes, and when the last of them
// is at the supplier.
import {setTimeout as wait} from 'node:timers/promises';
import {dropshipReference, LineItemGid, ShopDomain} from '#domain/ids.ts';
import {importEverything, openTestApp, type TestApp, testEngines} from '../../support/test-app.ts';
import {byItself, type Figure} from '../figure.ts';

/** A standard plan's bucket is full again after this long: the import before must not count. */
const fullBucketMs = 20_000;

export async function* measureHundredAtOnce(scale: number): AsyncGenerator<Figure> {
  const engine = testEngines.at(-1) ?? 'embedded';
  const app = await openTestApp(engine, {
    supplier: {articles: 40},
    shopify: {shops: [{domain: 'bench.myshopify.com', plan: 'standard'}]},
  });
  try {
    await importEverything(app);
    await wait(fullBucketMs);
    const orders = Math.max(10, Math.round(100 * scale));
    const before = app.shopify.requests().length;
    const lastMs = await timeLast(app, orders);
    await untilNoted(app, orders);
    const points = app.shopify
      .requests()
      .slice(before)
      .reduce((sum, {cost}) => sum + cost, 0);
    yield byItself(`${orders} orders at once on a standard plan (${engine}): the last at the supplier`, lastMs, 'ms', {
      atMost: 40_000,
    });
    yield byItself('the same: points of the shop an order', points / orders, 'points', {atMost: 60});
  } finally {
    await app.close();
  }
}

/** Milliseconds from the first order until the supplier has the last one. */
async function timeLast({store, shop, supplier}: TestApp, orders: number): Promise<number> {
  const variantId = store.products().find(({status}) => status === 'ACTIVE')?.variants[0]?.id;
  if (variantId === undefined) throw new Error('the store has no product to order');
  const begun = performance.now();
  const wanted = new Set(
    Array.from({length: orders}, () => {
      const {name, lines} = store.placeOrder({country: 'DE', lines: [{variantId}]});
      return dropshipReference(ShopDomain.parse(shop), name, LineItemGid.parse(lines[0]?.id), 1);
    }),
  );
  for (;;) {
    for (const {reference} of supplier.orders()) wanted.delete(reference);
    if (wanted.size === 0) return performance.now() - begun;
    if (performance.now() - begun > 300_000) throw new Error(`${wanted.size} orders were not sent within five minutes`);
    await wait(10);
  }
}

const soon = (): Date => new Date(Date.now() + 120_000);

/** Until the store shows every order as to be paid, and no webhook about that is left to handle. */
async function untilNoted({deps: {db}, store}: TestApp, orders: number): Promise<void> {
  for (let quietSince = performance.now(); ; ) {
    const {due, pending} = await db
      .selectFrom('dropship_orders')
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('note_due', '=', true).as('due'),
        eb
          .selectFrom('deliveries')
          .where('state', '=', 'pending')
          // A product that was just read whole is not asked about again for ten minutes.
          .where((of) => of.or([of('next_attempt_at', 'is', null), of('next_attempt_at', '<', soon())]))
          .select(eb.fn.countAll<number>().as('n'))
          .as('pending'),
      ])
      .executeTakeFirstOrThrow();
    const shown = store.orders().filter(({tags}) => tags.includes('piecewise: to pay')).length;
    const isQuiet = due === 0 && pending === 0 && shown >= orders;
    if (!isQuiet) quietSince = performance.now();
    if (performance.now() - quietSince > 3_000) return;
    await wait(100);
  }
}
