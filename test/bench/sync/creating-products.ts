// Creating products on a standard plan, in scaled time: the clock of app and store stands still but for the waits, so that
// what is measured is how well the store's points are used, not how fast this machine is.

import {ShopDomain} from '#domain/ids.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import {createClock} from '../../support/clock.ts';
import {openTestApp, type TestEngine} from '../../support/test-app.ts';
import {byItself, type Figure} from '../figure.ts';
import {chooseEverything} from './prepare.ts';

/** https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits */
const pointsPerSecond = 100;
/** A full bucket at the start: twenty seconds' worth. */
const bucket = 2_000;

export async function* measureCreatingProducts(engine: TestEngine, scale: number): AsyncGenerator<Figure> {
  // Session tokens go by the real clock, so the turned one starts at its time.
  const clock = createClock(new Date());
  const wanted = Math.round(2_000 * scale);
  const app = await openTestApp(engine, {
    clock,
    workers: false,
    // Some are not sold singly and some only on request: of what is left there are enough.
    supplier: {articles: Math.round(wanted * 1.15), excludedBrands: []},
    shopify: {shops: [{domain: 'bench.myshopify.com', plan: 'standard'}]},
  });
  try {
    const shop = ShopDomain.parse(app.shop);
    await chooseEverything(app);
    const asked = app.shopify.requests().length;
    const begun = clock.now().getTime();
    const run = await syncCatalogue(app.deps, {shop, kind: 'full', trigger: 'merchant'});
    const seconds = (clock.now().getTime() - begun) / 1_000;
    const requests = app.shopify.requests().slice(asked);
    const used = requests.reduce((sum, {cost}) => sum + cost, 0);
    const made = app.store.products().length;
    if (run?.state !== 'done') throw new Error(`the run ended as ${run?.state}: ${run?.reason}`);
    if (made < wanted) throw new Error(`only ${made} products were made, ${wanted} are wanted`);
    const name = `${made} products made on a standard plan (${engine})`;
    yield byItself(`${name}: points used of those given`, (100 * used) / (bucket + pointsPerSecond * seconds), '%', {
      atLeast: 95,
    });
    yield byItself(
      `${name}: THROTTLED answers`,
      requests.filter(({outcome}) => outcome === 'throttled').length,
      'answers',
      {atMost: 0},
    );
  } finally {
    await app.close();
  }
}
