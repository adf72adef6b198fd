// A worker killed while it works for several shops: every run comes to its end, no product is made twice, no order is lost or sent twice.
import {setTimeout as wait} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {type Ground, openGround, type Partner} from '../bench/shops/ground.ts';
import {askForRuns, endsOf} from '../bench/shops/nights.ts';
import {chooseEverything, importBrand, sentOrders} from '../bench/shops/ordering-shop.ts';
import {allTestEngines} from '../support/test-app.ts';

/** The first three are with the worker that is killed, the others with another one. */
const importing = 5;

describe.runIf(allTestEngines.includes('postgres and redis'))('a worker killed in the middle of a night', () => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround(
      90,
      // Its points last for half of the products at once; the rest takes longer than another worker needs to start.
      Array.from({length: importing + 1}, () => 'standard' as const),
    );
  });
  afterAll(() => ground?.close());

  it('loses and doubles no run, no product and no order of any shop', async () => {
    const [ordering, ...shops] = ground.partners;
    if (ordering === undefined) throw new Error('no shop');
    await importBrand(ground, ordering);
    for (const partner of shops) await chooseEverything(ground, partner);
    await ground.startWeb();
    const [victim] = await ground.startWorkers(1);
    const ids = await askForRuns(ground, shops.slice(0, 3));
    await untilEachHasMade(shops.slice(0, 3));
    await ground.startWorkers(1);
    const idsBeside = await askForRuns(ground, shops.slice(3));
    const placed = [await buy(ordering), await buy(ordering)];
    await victim?.end();
    const open = await ground.deps.db.selectFrom('runs').select('state').where('id', 'in', ids).execute();
    expect(open.map(({state}) => state)).toEqual(ids.map(() => 'running'));
    placed.push(await buy(ordering), await buy(ordering));

    const ended = await endsOf(ground, [...ids, ...idsBeside], 150_000);
    expect(ended.map(({state, reason}) => [state, reason])).toEqual(shops.map(() => ['done', null]));
    for (const {shop} of shops) {
      const {count, double} = await ground.storeOf(shop);
      expect({double, count}, shop).toEqual({double: 0, count: await countListings(shop)});
      expect(count, shop).toBe(await countForSale(shop));
    }
    const again = await endsOf(ground, await askForRuns(ground, shops), 60_000);
    expect(again.map(({state, counts: {writes}}) => [state, writes])).toEqual(shops.map(() => ['done', 0]));
    await expect.poll(whatBecame, {timeout: 60_000}).toEqual([...placed].toSorted());
  });

  async function untilEachHasMade(shops: readonly Partner[]): Promise<void> {
    const made = async () => Promise.all(shops.map(async ({shop}) => (await ground.storeOf(shop)).count));
    while ((await made()).some((count) => count === 0)) await wait(5);
  }

  const buy = async ({shop}: Partner): Promise<string> =>
    (await ground.shopify.ask('order', z.object({reference: z.string()}), shop)).reference;

  /** What the supplier has, and what the app does not know to be there: an order whose answer the killed worker was waiting for. */
  async function whatBecame(): Promise<readonly string[]> {
    const sent = (await sentOrders(ground.supplier, 0)).map(({reference}) => reference);
    const unknown = await ground.deps.db
      .selectFrom('dropship_orders')
      .select('reference')
      .where('state', '=', 'unconfirmed')
      .execute();
    const lost = unknown.map(({reference}) => reference ?? '').filter((reference) => !sent.includes(reference));
    return [...sent, ...lost].toSorted();
  }

  const count = (rows: {readonly count: number}) => rows.count;

  const countListings = async (shop: Partner['shop']): Promise<number> =>
    count(
      await ground.deps.db
        .selectFrom('listings')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('shop', '=', shop)
        .where('product_gid', 'is not', null)
        .executeTakeFirstOrThrow(),
    );

  const countForSale = async (shop: Partner['shop']): Promise<number> =>
    count(
      await ground.deps.db
        .selectFrom('articles')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('shop', '=', shop)
        .where('listed', '=', true)
        .where('on_request', '=', false)
        .executeTakeFirstOrThrow(),
    );
});
