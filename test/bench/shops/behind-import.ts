// One shop whose orders and runs go on while others import thousands of products: one of them, then four.
import {setTimeout as wait} from 'node:timers/promises';
import {besideFloor, type Figure} from '../figure.ts';
import {percentile} from '../orders/send-webhooks.ts';
import {type Ground, openGround, type Partner} from './ground.ts';
import {askForRuns, endsOf} from './nights.ts';
import {chooseEverything, importBrand, timeOrder} from './ordering-shop.ts';
import type {Sizes} from './sizes.ts';

/** Several new shops of one day. */
const many = 4;

export async function* measureBehindImport({workers: count}: Sizes, scale: number): AsyncGenerator<Figure> {
  const products = Math.round(10_000 * scale);
  const ground = await openGround(
    Math.ceil(products * 1.15),
    Array.from({length: 1 + many}, () => 'standard' as const),
  );
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
      yield besideFloor(`${name}: its run, from asking to its end, longest of ${busy.runs.length}`, {
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

/** Its orders and its runs, each one after the other, for so many seconds. A run that goes on then counts as long as it was waited for. */
async function follow(ground: Ground, partner: Partner, seconds: number) {
  const over = performance.now() + 1_000 * seconds;
  const orders: number[] = [];
  const runs: number[] = [];
  const buy = async () => {
    for (; performance.now() < over; await wait(200)) orders.push(await timeOrder(ground, partner.shop));
  };
  const update = async () => {
    for (; performance.now() < over; await wait(200)) {
      const asked = Date.now();
      const ids = await askForRuns(ground, [partner]);
      const [run] = await endsOf(ground, ids, over - performance.now()).catch(() => []);
      runs.push((run?.finished_at?.getTime() ?? Date.now()) - asked);
    }
  };
  await Promise.all([buy(), update()]);
  return {orders, runs};
}
