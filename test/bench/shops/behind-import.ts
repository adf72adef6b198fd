// One shop whose orders and runs go on while others import thousands of products: one of them, and as many as there are places for runs.
import {setTimeout as wait} from 'node:timers/promises';
import {besideFloor, type Figure} from '../figure.ts';
import {percentile} from '../orders/send-webhooks.ts';
import {policies} from '../../../server/queue/policies.ts';
import {type Ground, openGround, type Partner} from './ground.ts';
import {askForRuns, endsOf} from './nights.ts';
import {chooseEverything, importBrand, timeOrder} from './ordering-shop.ts';
import type {Sizes} from './sizes.ts';

/** Of a worker. */
const runsAtOnce = policies.sync.worker.concurrency;

export async function* measureBehindImport({workers: count}: Sizes, scale: number): AsyncGenerator<Figure> {
  const products = Math.round(10_000 * scale);
  const places = count * runsAtOnce;
  const ground = await openGround(Math.ceil(products * 1.15), Array.from({length: 1 + places}, () => 'standard' as const));
  try {
    const [small, ...large] = ground.partners;
    if (small === undefined) throw new Error('no shop');
    await importBrand(ground, small);
    for (const partner of large) await chooseEverything(ground, partner);
    const web = await ground.startWeb();
    await ground.startWorkers(count);
    const seconds = Math.max(10, Math.round(60 * scale));
    const idle = await follow(ground, small, seconds / 2);
    for (const importing of [large.slice(0, 1), large]) {
      await askForRuns(ground, importing);
      const busy = await follow(ground, small, seconds);
      const name = `one shop behind ${importing.length} that import ${products} products, ${count} workers`;
      yield besideFloor(`${name}: its run, from asking to its end, longest`, {
        value: percentile(busy.runs, 1),
        floor: percentile(idle.runs, 1),
        unit: 'ms',
      });
      yield besideFloor(`the same: order seen to request, slowest of ${busy.orders.length}`, {
        value: percentile(busy.orders, 1),
        floor: percentile(idle.orders, 1),
        unit: 'ms',
      });
    }
    await web.process.stop();
  } finally {
    await ground.close();
  }
}

/** Its orders and its runs, each one after the other, for so many seconds and until those begun have ended. */
async function follow(ground: Ground, partner: Partner, seconds: number) {
  const over = performance.now() + 1_000 * seconds;
  const orders: number[] = [];
  const runs: number[] = [];
  const buy = async () => {
    while (performance.now() < over) {
      orders.push(await timeOrder(ground, partner.shop));
      await wait(200);
    }
  };
  const update = async () => {
    while (performance.now() < over) {
      const asked = Date.now();
      const [run] = await endsOf(ground, await askForRuns(ground, [partner]), 900_000);
      runs.push((run?.finished_at?.getTime() ?? Number.NaN) - asked);
      await wait(200);
    }
  };
  await Promise.all([buy(), update()]);
  return {orders, runs};
}
