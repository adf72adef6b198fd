// One shop's flood of previews, of exports or of webhooks, beside the orders and the page of another shop.
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import {startAskedProcess} from '../asked-process.ts';
import {byItself, type Figure} from '../figure.ts';
import {fillCatalogue} from '../large-catalogue.ts';
import {percentile} from '../orders/send-webhooks.ts';
import {type Ground, openGround, type Partner} from './ground.ts';
import {importBrand, timeOrder} from './ordering-shop.ts';
import type {Sizes} from './sizes.ts';

const callers = 40;
/** Another shop's order and page may come so much later, in ms. */
const mostLaterMs = 500;
const Counts = z.object({served: z.number(), refused: z.number()});

export async function* measureFloods({workers: count}: Sizes, scale: number): AsyncGenerator<Figure> {
  const articles = Math.round(50_000 * scale);
  const ground = await openGround(500, ['plus', 'plus']);
  try {
    const [flooding, quiet] = ground.partners;
    if (flooding === undefined || quiet === undefined) throw new Error('no shop');
    await importBrand(ground, quiet);
    await fillCatalogue(ground.deps.db, flooding.shop, articles);
    const {url} = await ground.startWeb();
    await ground.startWorkers(count);
    await follow(ground, quiet, 2);
    const seconds = Math.max(4, Math.round(20 * scale));
    const idle = await follow(ground, quiet, seconds);
    for (const kind of ['previews', 'exports', 'webhooks'] as const) {
      const input = {kind, callers, url, shop: flooding.shop, keys: ground.keys};
      const flood = await startAskedProcess('flood', {input});
      await wait(1_000);
      const busy = await follow(ground, quiet, seconds);
      const {served} = await flood.ask('counts', Counts);
      await flood.end();
      if (served === 0) throw new Error(`no ${kind} were served: there was no flood`);
      const name = `while ${callers} callers of one shop flood ${kind} over ${articles} articles (${served} served)`;
      const later = (of: 'orders' | 'pages', share: number) =>
        percentile(busy[of], share) - percentile(idle[of], share);
      yield byItself(`${name}: another shop's order sent later, p50`, later('orders', 0.5), 'ms', {
        atMost: mostLaterMs,
      });
      yield byItself('the same: p95', later('orders', 0.95), 'ms', {atMost: mostLaterMs});
      yield byItself("the same: another shop's page later, p50", later('pages', 0.5), 'ms', {atMost: mostLaterMs});
      yield byItself('the same: p95', later('pages', 0.95), 'ms', {atMost: mostLaterMs});
    }
  } finally {
    await ground.close();
  }
}

/** Orders and pages, each one after the other, for so many seconds. A page is what Home and the list of orders ask for. */
async function follow(ground: Ground, {shop}: Partner, seconds: number) {
  const over = performance.now() + 1_000 * seconds;
  const orders: number[] = [];
  const pages: number[] = [];
  const merchant = ground.merchant(shop);
  const buy = async () => {
    for (; performance.now() < over; await wait(100)) orders.push(await timeOrder(ground, shop));
  };
  const look = async () => {
    for (; performance.now() < over; await wait(100)) {
      const begun = performance.now();
      await Promise.all([merchant.overview(), merchant.orders()]);
      pages.push(performance.now() - begun);
    }
  };
  await Promise.all([buy(), look()]);
  return {orders, pages};
}
