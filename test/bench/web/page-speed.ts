// What a merchant waits for in the browser, with a processor four times as slow: the largest paint, which may be the page's fixed text,
// its data, jumps of the layout, and the longest interaction. Beside it, as the floor, an empty Polaris page that the same server sends.
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser, Frame, Page} from 'playwright-core';
import {z} from 'zod';
import {openBrowser} from '../../web/browser.ts';
import {ensurePageIsBuilt} from '../../web/built-page.ts';
import {type PageServer, startPageServer} from '../../web/page-server.ts';
import {usualAnswers} from '../../web/test-page.ts';
import {againstFloor, byItself, type Figure, median, withoutGoal} from '../figure.ts';

const rounds = 5;
const slowdown = 4;

const pages = [
  {address: '/', shown: 'On sale'},
  {address: '/orders', shown: '#1042'},
  {address: '/products', shown: 'Fjordline knit jumper'},
  {address: '/settings', shown: 'Publishing'},
  {address: '/pricing', shown: /^None of 206 products/},
  {address: '/runs', shown: 'On schedule'},
  {address: '/decisions', shown: 'Costs that changed too much'},
] as const;

/** What a page costs that shows one sentence in Polaris, and loads nothing of ours. */
const emptyPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="shopify-api-key" content="%SHOPIFY_API_KEY%" />
    <title>Empty</title>
    <link rel="icon" href="data:," />
    <!--shopify-scripts-->
  </head>
  <body>
    <s-page heading="Piecewise"><s-section heading="Empty"><s-paragraph>An empty page of Polaris.</s-paragraph></s-section></s-page>
  </body>
</html>`;

type Vitals = {
  readonly lcp: number;
  readonly shown: number;
  readonly cls: number;
  readonly interaction: number;
};

export async function* measurePageSpeed(): AsyncGenerator<Figure> {
  await ensurePageIsBuilt();
  const empty = await mkdtemp(join(tmpdir(), 'piecewise-empty-page-'));
  await writeFile(join(empty, 'index.html'), emptyPage);
  const browser = await openBrowser();
  try {
    const floors: number[] = [];
    const readings = new Map<string, Vitals[]>(pages.map(({address}) => [address, []]));
    // Floor and pages in turn, so that a busy minute of the machine hits both.
    for (let round = 0; round < rounds; round += 1) {
      floors.push((await visit(browser, '/', 'An empty page of Polaris.', empty)).lcp);
      for (const {address, shown} of pages) readings.get(address)?.push(await visit(browser, address, shown));
    }
    for (const [address, vitals] of readings) yield* toFigures(address, vitals, median(floors));
  } finally {
    await browser.close();
    await rm(empty, {recursive: true});
  }
}

function* toFigures(address: string, vitals: readonly Vitals[], floor: number): Generator<Figure> {
  const of = (name: keyof Vitals) => median(vitals.map((one) => one[name]));
  yield againstFloor(`${address}: largest paint`, {value: of('lcp'), floor, unit: 'ms'}, {atMost: 1.5});
  yield withoutGoal(`${address}: data shown`, of('shown'), 'ms');
  yield byItself(`${address}: jumps of the layout (CLS)`, of('cls'), '', {atMost: 0.02});
  yield byItself(`${address}: longest interaction`, of('interaction'), 'ms', {atMost: 100});
}

async function visit(browser: Browser, address: string, shown: string | RegExp, dist?: string): Promise<Vitals> {
  const server = await startPageServer(usualAnswers(), dist);
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  try {
    const page = await context.newPage();
    return await measure(page, server, address, shown);
  } finally {
    await context.close();
    await server.close();
  }
}

async function measure(page: Page, server: PageServer, address: string, shown: string | RegExp): Promise<Vitals> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', {rate: slowdown});
  await page.addInitScript(observe);
  await page.goto(`${server.adminUrl}${address === '/' ? '' : address}`);
  const app = page.frameLocator('#app');
  await app.getByText(shown).first().waitFor();
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (frame === undefined) throw new Error('The admin has no frame.');
  const shownAt = await frame.evaluate('performance.now()');
  await settle(frame);
  await interact(page, address);
  await settle(frame);
  const vitals: unknown = await frame.evaluate('globalThis.vitals');
  return Vitals.parse({...Object(vitals), shown: shownAt});
}

const Vitals = z.object({lcp: z.number().positive(), shown: z.number(), cls: z.number(), interaction: z.number()});

/** Types, opens and follows what a merchant does most on that page. */
async function interact(page: Page, address: string): Promise<void> {
  const app = page.frameLocator('#app');
  if (address === '/orders') {
    await app.getByLabel('Search').click();
    await page.keyboard.type('linen');
    await app.getByRole('button', {name: /^To pay/}).click();
  }
  if (address === '/products') {
    await app.getByLabel('Search').click();
    await page.keyboard.type('silk');
    await app.getByRole('button', {name: 'Left per piece: Least left first'}).click();
  }
  if (address === '/settings') {
    await app.getByRole('textbox').first().click();
    await page.keyboard.type('12');
  }
  if (address === '/pricing') {
    await app.getByLabel('Markup on cost').click();
    await page.keyboard.type('12');
  }
  if (address === '/runs') await app.getByRole('button', {name: 'Previews'}).click();
  if (address === '/decisions') await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
}

/** Two frames after which nothing of the page's own work is left. */
const settle = (frame: Frame): Promise<unknown> =>
  frame.evaluate(
    `new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(done)), {timeout: 5000}))`,
  );

/** Runs in each frame before its scripts. An interaction is an event with an id, as https://web.dev/articles/inp counts it. */
const observe = `
  globalThis.vitals = {lcp: 0, cls: 0, interaction: 0};
  const watch = (options, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({buffered: true, ...options});
  watch({type: 'largest-contentful-paint'}, (entry) => { vitals.lcp = entry.startTime; });
  watch({type: 'layout-shift'}, (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
  watch({type: 'event', durationThreshold: 16}, (entry) => {
    if (entry.interactionId) vitals.interaction = Math.max(vitals.interaction, entry.duration);
  });
`;
