// A shop that a released program served until it was killed, and the newest program after it on the same database: it sends what waited,
// once, and leaves what is on sale as it was.
import {afterEach, describe, expect, it} from 'vitest';
import {engines} from '../support/database.ts';
import {createOwnDatabase} from '../support/releases/own-database.ts';
import {playBrake, playCatalogue} from '../support/releases/play-catalogue.ts';
import {playOrders} from '../support/releases/play-orders.ts';
import {endOfRun, openPlayedShop, ordersOf, type PlayedShop, type Program} from '../support/releases/played-shop.ts';
import {findReleases, unpackRelease} from '../support/releases/released-program.ts';
import {releases} from '../support/releases/releases.ts';
import {root} from './child.ts';

const found = engines.databases.includes('postgres') ? findReleases(releases) : [];
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe.runIf(found.length > 0)('a shop whose program is replaced by the newest', () => {
  it.each(found)('goes on: $version with schema $schema', {timeout: 480_000}, async (release) => {
    const database = await createOwnDatabase();
    ends.push(database.drop);
    const older = unpackRelease(release);
    ends.push(older.remove);
    const shop = await openPlayedShop(database.url);
    ends.push(shop.close);
    const {store, supplier} = shop;
    const killed = await shop.startProgram(older.folder);
    await playCatalogue(shop, killed);
    await playBrake(shop, killed);
    const {gids, unpaidTyped, unhandled} = await playOrders(shop, killed);
    const products = onSale(shop);
    const sent = supplier.orders().length;

    const program = await shop.startProgram(root);
    // The job of the killed worker keeps its lock for a while, and a sweep may have to find the order.
    await ordersOf(shop, program, unhandled, ({state}) => state === 'awaiting_payment', 300_000);
    expect(supplier.orders()).toHaveLength(sent + 1);
    for (const [state, gid] of Object.entries(gids)) {
      const expected = state === 'placing' ? ['placing', 'unconfirmed'] : [state];
      const [order] = await ordersOf(shop, program, gid, () => true);
      expect(expected).toContain(order?.['state']);
    }

    const {waiting = ''} = gids;
    for (const gid of [waiting, unpaidTyped]) {
      store.payOrder(gid);
      const [order] = await ordersOf(shop, program, gid, ({state}) => state === 'awaiting_payment');
      const taken = supplier.orders().filter(({reference}) => reference === order?.['reference']);
      expect(taken).toHaveLength(1);
      if (gid === unpaidTyped) expect(taken).toMatchObject([{customerEmail: 'typed@buyer.example'}]);
    }
    expect(supplier.orders()).toHaveLength(sent + 3);

    await expectNothingChanges(shop, program, products);
    for (const {web, worker} of [program]) {
      expect(`${web.stderr()}${worker.stderr()}`).not.toMatch(/"level":[56]0|"job failed"/);
      expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
    }
  });
});

/** What was there stays. The newest program may make what Shopify refused of a released one: an option with a slash between blanks. */
async function expectNothingChanges(
  shop: PlayedShop,
  program: Program,
  products: ReturnType<typeof onSale>,
): Promise<void> {
  await shop.ask(program, 'POST', '/runs');
  expect(['done', 'partial']).toContain((await endOfRun(shop, program))['state']);
  const known = new Set(products.map(({id}) => id));
  expect(onSale(shop).filter(({id}) => known.has(id))).toEqual(products);
  const articles = onSale(shop).map(({articleId}) => articleId);
  expect(new Set(articles).size).toBe(articles.length);
  const writes = shop.store.writes();
  await shop.ask(program, 'POST', '/runs');
  expect(['done', 'partial']).toContain((await endOfRun(shop, program))['state']);
  expect(shop.store.writes()).toBe(writes);
}

/** What shoppers see of each product. */
function onSale({store}: PlayedShop) {
  return store.products().map(({id, articleId, title, status, options, variants}) => ({
    id,
    articleId,
    title,
    status,
    options,
    variants: variants.map((variant) => ({id: variant.id, options: variant.options, price: variant.price})),
  }));
}
