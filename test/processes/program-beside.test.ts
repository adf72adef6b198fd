// A rolling deploy: the newest release beside the newest program on one database, which the latter has migrated. The older one goes on serving:
// pages, webhooks, runs and orders, without an error and without a failed job.
import {afterEach, describe, expect, it} from 'vitest';
import {migrations} from '../../server/db/connection/migrate.ts';
import {allRoutes} from '../support/all-routes.ts';
import {engines} from '../support/database.ts';
import {createOwnDatabase} from '../support/releases/own-database.ts';
import {playCatalogue} from '../support/releases/play-catalogue.ts';
import {
  actOn,
  endOfRun,
  openPlayedShop,
  ordersOf,
  type PlayedShop,
  type Program,
} from '../support/releases/played-shop.ts';
import {findReleases, unpackRelease} from '../support/releases/released-program.ts';
import {newestRelease} from '../support/releases/releases.ts';
import {root} from './child.ts';

const found = engines.databases.includes('postgres') ? findReleases([newestRelease]) : [];
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe.runIf(found.length > 0)('the newest release beside the newest program', () => {
  it.each(found)('goes on on its schema: $version with schema $schema', {timeout: 240_000}, async (release) => {
    const database = await createOwnDatabase();
    ends.push(database.drop);
    const folder = unpackRelease(release);
    ends.push(folder.remove);
    const shop = await openPlayedShop(database.url);
    ends.push(shop.close);
    const older = await shop.startProgram(folder.folder);
    await playCatalogue(shop, older);
    const variants = shop.store
      .products()
      .filter(({status, options}) => status === 'ACTIVE' && options.length === 2)
      .map((product) => product.variants[0]?.id ?? '');
    const order = () => shop.store.placeOrder({country: 'DE', lines: [{variantId: variants.pop() ?? ''}]}).id;

    const pages = await pagesOf(shop, older);
    expect(pages).toContain('/overview');

    const newer = await shop.startProgram(root);
    expect(newer.web.stderr()).toContain('"listening"');
    expect(migrations.at(-1)?.version).toBeGreaterThanOrEqual(release.schema);
    await expectPages(shop, older, pages);
    await expectPages(shop, newer, pagesWithoutRow);

    // Webhooks come to either, and whichever worker is quicker sends; then each works alone.
    shop.shopify.setAppUrl(older.url);
    await serve(shop, older, order());
    shop.shopify.setAppUrl(newer.url);
    await serve(shop, older, order());
    expect(await newer.worker.stop()).toBe(0);
    shop.shopify.setAppUrl(older.url);
    await serve(shop, older, order());
    await runOnce(shop, older);
    const worker = await shop.startWorker(root);
    expect(await older.worker.stop()).toBe(0);
    await serve(shop, older, order());
    await runOnce(shop, older);
    await expectPages(shop, older, pages);
    await expectPages(shop, newer, pagesWithoutRow);

    expect(shop.supplier.orders()).toHaveLength(4);
    const outcomes = shop.shopify.webhooks.deliveries().flatMap(({attempts}) => attempts.map(({outcome}) => outcome));
    expect(new Set(outcomes)).toEqual(new Set([200]));
    for (const {stderr} of [older.web, older.worker, newer.web, newer.worker, worker]) {
      expect(stderr()).not.toMatch(/"level":[56]0|"job failed"/);
    }
    expect(await Promise.all([older.web, newer.web, worker].map((child) => child.stop()))).toEqual([0, 0, 0]);
  });
});

/** A paid order is sent, once, and the merchant pays it. */
async function serve(shop: PlayedShop, program: Program, gid: string): Promise<void> {
  const [order] = await ordersOf(shop, program, gid, ({state}) => state === 'awaiting_payment');
  expect(shop.supplier.orders().filter(({reference}) => reference === order?.['reference'])).toHaveLength(1);
  await actOn(shop, program, order, 'paid');
  await ordersOf(shop, program, gid, ({state}) => state === 'paid');
}

async function runOnce(shop: PlayedShop, program: Program): Promise<void> {
  await shop.ask(program, 'POST', '/runs');
  expect((await endOfRun(shop, program))['state']).toBe('done');
}

/** The pages that name no row: the others read the same tables. */
const pagesWithoutRow = allRoutes
  .filter((route) => route.startsWith('GET ') && !route.includes(':'))
  .map((route) => route.slice('GET '.length));

/** Those that a release has, asked on its own schema: of an address that it does not know it says so. */
async function pagesOf(shop: PlayedShop, program: Program): Promise<readonly string[]> {
  const pages = [];
  for (const page of pagesWithoutRow) {
    try {
      await shop.ask(program, 'GET', page);
      pages.push(page);
    } catch (error) {
      if (!String(error).includes('There is nothing at this address.')) throw error;
    }
  }
  return pages;
}

/** Each of these pages answers. */
async function expectPages(shop: PlayedShop, program: Program, pages: readonly string[]): Promise<void> {
  for (const page of pages) await shop.ask(program, 'GET', page);
}
