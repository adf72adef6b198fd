// One shop floods previews and searches over a large catalogue while webhooks and the overview of another shop go on.
import {setTimeout as wait} from 'node:timers/promises';
import {ShopDomain} from '#domain/ids.ts';
import {createMerchant} from '../../sandbox/demo/merchant.ts';
import {openTestApp, type TestApp} from '../../support/test-app.ts';
import {byItself, type Figure} from '../figure.ts';
import {fillCatalogue} from '../large-catalogue.ts';
import {percentile, sendWebhooksPaced} from './send-webhooks.ts';

const flooding = ShopDomain.parse('flooding.myshopify.com');
const callers = 40;
const perSecond = 50;

export async function* measureOneAgainstAll(scale: number): AsyncGenerator<Figure> {
  const app = await openTestApp('postgres and redis', {
    workers: false,
    shopify: {shops: [{domain: 'bench.myshopify.com'}, {domain: flooding}]},
  });
  try {
    const articles = Math.round(100_000 * scale);
    await app.merchant.overview();
    const merchant = createMerchant(app.url, () => app.shopify.sessionToken(flooding));
    await merchant.overview();
    await fillCatalogue(app.deps.db, flooding, articles);
    const over = new AbortController();
    const flood = Promise.all(Array.from({length: callers}, (_, at) => callOn(app, at, over.signal)));
    await wait(1_000);
    const overviews = timeOverviews(app, over.signal);
    const target = {url: app.url, shop: app.shop, secret: app.shopify.apiSecret};
    const {p99, refused} = await sendWebhooksPaced(target, perSecond, Math.max(5, Math.round(15 * scale)));
    over.abort();
    const served = (await flood).reduce((sum, one) => sum + one, 0);
    if (served === 0) throw new Error('no preview and no search was served: there was no flood');
    const name = `while ${callers} callers of one shop flood previews and searches over ${articles} articles (${served} served)`;
    yield byItself(`${name}: webhook p99`, p99, 'ms', {atMost: 1_000});
    yield byItself('the same: webhooks refused', refused, 'webhooks', {atMost: 0});
    yield byItself("the same: another shop's overview, slowest", percentile(await overviews, 1), 'ms', {atMost: 2_000});
  } finally {
    await app.close();
  }
}

/** Asks again as soon as it is answered; how often it was served. */
async function callOn({url, shopify}: TestApp, caller: number, over: AbortSignal): Promise<number> {
  let served = 0;
  for (let at = caller; !over.aborted; at += 1) {
    const headers = {authorization: `Bearer ${shopify.sessionToken(flooding)}`, 'content-type': 'application/json'};
    const answer =
      at % 2 === 0
        ? await fetch(`${url}/api/preview`, {method: 'POST', headers, body: '{}'})
        : await fetch(`${url}/api/articles?search=linen%20shirt%20${at}`, {headers});
    await answer.arrayBuffer();
    if (answer.ok) served += 1;
    else if (answer.status !== 429) throw new Error(`the flood was answered ${answer.status}`);
  }
  return served;
}

async function timeOverviews({merchant}: TestApp, over: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!over.aborted) {
    const begun = performance.now();
    await merchant.overview();
    times.push(performance.now() - begun);
    await wait(250);
  }
  return times;
}
