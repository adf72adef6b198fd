// First imports of several shops on a standard plan, each of some hundred products: how many products a second, beside what their points
// allow; and how long one more shop waits for its run meanwhile.
import {besideFloor, byItself, type Figure, withoutGoal} from '../figure.ts';
import {type Ground, openGround, type Partner} from './ground.ts';
import {askForRuns, endsOf} from './nights.ts';
import {chooseEverything} from './ordering-shop.ts';
import type {Sizes} from './sizes.ts';

/** https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits */
const pointsPerSecond = 100;
/** A full bucket at the start: twenty seconds' worth. */
const bucket = 2_000;

export async function* measureFirstImports({workers: count}: Sizes, scale: number): AsyncGenerator<Figure> {
  const products = Math.max(10, Math.round(300 * scale));
  const shops = 4 * count;
  // Some articles are not sold singly and some only on request: of what is left there are enough.
  const ground = await openGround(
    Math.ceil(products * 1.15),
    Array.from({length: shops}, () => 'standard' as const),
  );
  try {
    for (const partner of ground.partners) await chooseEverything(ground, partner);
    const workers = await ground.startWorkers(count);
    const asked = Date.now();
    const ids = await askForRuns(ground, ground.partners);
    const runs = await endsOf(ground, ids, 1_800_000);
    const begins = runs.map((run) => run.started_at.getTime() - asked);
    const seconds = (Math.max(...runs.map((run) => run.finished_at?.getTime() ?? 0)) - asked) / 1_000;
    const {made, double, points} = await sumStores(ground, ground.partners);
    // What a store's points allow alone, as if none waited for another.
    const least = Math.max(...points.map((used) => Math.max(0, used - bucket) / pointsPerSecond));
    const name = `first import of ${made} products into ${shops} shops at once, ${count} workers`;
    yield besideFloor(`${name} (floor: what their points allow)`, {
      value: made / seconds,
      floor: made / Math.max(least, 1),
      unit: 'products/s',
    });
    yield withoutGoal('the same: longest wait of a shop for the begin of its run', Math.max(...begins) / 1_000, 's');
    yield byItself('the same: products made twice', double, 'products', {atMost: 0});
    const uses = await Promise.all(workers.map((worker) => worker.stop()));
    yield withoutGoal(
      'the same: CPU of all workers',
      uses.reduce((sum, use) => sum + use.cpuSeconds, 0),
      's',
    );
    yield withoutGoal("the same: CPU of the supplier's stand-in", (await ground.supplier.use()).cpuSeconds, 's');
    yield withoutGoal("the same: CPU of Shopify's stand-in", (await ground.shopify.use()).cpuSeconds, 's');
    yield withoutGoal('the same: most memory of a worker', Math.max(...uses.map((use) => use.peakMegabytes)), 'MB');
  } finally {
    await ground.close();
  }
}

async function sumStores({storeOf}: Ground, partners: readonly Partner[]) {
  const stores = await Promise.all(partners.map(({shop}) => storeOf(shop)));
  return {
    made: stores.reduce((sum, {count}) => sum + count, 0),
    double: stores.reduce((sum, {double}) => sum + double, 0),
    points: stores.map(({points}) => points),
  };
}
