// An uninstall is announced by headers without a signature: Shopify’s answer to a question decides what happens.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadShop} from '../../server/db/shops/shops.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {quickestEngine} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('an uninstall that was announced', () => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {shopify: {shops: [{domain: 'asked.myshopify.com', plan: 'plus'}]}});
  });
  afterAll(() => app.close());

  const announce = async () => {
    app.shopify.webhooks.deliver('app/uninstalled', app.shop, {id: 1, myshopify_domain: app.shop});
    await app.quiet();
  };
  const asked = () => app.shopify.requests().filter(({operationName}) => operationName === 'AppInstallation').length;
  const known = () => loadShop(app.worker.db, app.shop);
  const announced = () =>
    app.worker.db
      .selectFrom('deliveries')
      .select(['state', 'reason'])
      .where('topic', '=', 'app/uninstalled')
      .orderBy('id', 'desc')
      .executeTakeFirst();
  const after = async (ms: number) => {
    app.clock.turn(ms);
    await app.upkeep('sweep-deliveries', 'ask-stopped');
  };
  const schedules = async () =>
    (await app.worker.queues.listSchedules()).filter(({id}) => id.endsWith(toOpaqueId(app.shop))).length;

  it('and that Shopify refutes four times within the hour changes nothing, while orders go on being sent', async () => {
    const before = asked();
    await announce();
    expect(asked() - before).toBe(1);
    expect(await announced()).toMatchObject({state: 'pending'});
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    const counts: number[] = [];
    for (const ms of [minute - 1, 1, 9 * minute - 1, 1, 50 * minute - 1, 1, hour]) {
      await after(ms);
      counts.push(asked() - before);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4]);
    expect(await announced()).toEqual({
      state: 'done',
      reason: 'Shopify says that the app is installed: nothing was done.',
    });
    expect(await known()).toMatchObject({state: 'installed', dropshipKeyState: 'accepted', needsReauth: false});
  });

  it('in a frozen store stops sending, keeps everything and says so; once Shopify lets the app in again, it goes on', async () => {
    expect(await schedules()).toBe(2);
    const thaw = app.shopify.misbehave({fault: 'status', status: 402, when: ({kind}) => kind !== 'token'});
    await announce();
    expect(await announced()).toMatchObject({state: 'done', reason: expect.stringContaining('frozen')});
    expect(await known()).toMatchObject({state: 'stopped', dropshipKeyState: 'accepted'});
    expect((await app.merchant.overview()).stopped).toMatchObject({reason: 'frozen'});
    expect(await schedules()).toBe(0);
    const [requests, runs] = [app.supplier.requests().length, await countRuns(app)];
    const bought = app.buy();
    await app.quiet();
    await app.upkeep('recheck-open', 'reconcile-orders', 'catch-up');
    const before = asked();
    await after(23 * hour);
    expect(asked()).toBe(before);
    await after(hour);
    expect(asked()).toBe(before + 1);
    expect(await known()).toMatchObject({state: 'stopped'});
    expect(await app.rows(bought.id)).toEqual([]);
    expect([app.supplier.requests().length, await countRuns(app)]).toEqual([requests, runs]);

    thaw();
    await after(24 * hour);
    expect(await known()).toMatchObject({state: 'installed', stopped: null});
    expect((await app.merchant.overview()).stopped).toBeNull();
    expect(await schedules()).toBe(2);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('of which Shopify says nothing for 24 hours stops sending and erases nothing; opening the app asks again', async () => {
    const answerAgain = app.shopify.misbehave({
      fault: 'status',
      status: 503,
      when: ({operationName}) => operationName === 'AppInstallation',
    });
    await announce();
    for (let hours = 0; hours < 24; hours += 1) {
      expect(await known()).toMatchObject({state: 'installed'});
      await after(hour);
    }
    await after(hour);
    expect(await known()).toMatchObject({state: 'stopped', dropshipKeyState: 'accepted', needsReauth: false});
    const before = asked();
    expect((await app.merchant.overview()).stopped).toMatchObject({reason: 'no_answer'});
    // That opened the app, so Shopify is asked. It answers this question with 503 as well.
    await expect.poll(() => asked()).toBeGreaterThan(before);
    await app.quiet();

    answerAgain();
    app.clock.turn(10 * minute);
    await app.merchant.overview();
    // The answer does not wait until the question to Shopify is in the queue.
    await expect.poll(async () => (await known())?.stopped).toBeNull();
    await app.quiet();
    expect((await app.merchant.overview()).stopped).toBeNull();
  });

  it('is not believed while Shopify refuses the app itself, as with a wrong client secret: nothing is erased', async () => {
    const correct = app.shopify.misbehave({fault: 'oauthError', status: 401, error: 'invalid_client'});
    // The access token has ended, and its renewal is refused.
    app.clock.turn(2 * hour);
    await announce();
    app.shopify.webhooks.deliver('shop/redact', app.shop, {shop_id: 1});
    await app.quiet();
    expect(await announced()).toMatchObject({state: 'pending'});
    for (let hours = 0; hours < 23; hours += 1) await after(hour);
    expect(await known()).toMatchObject({state: 'installed', dropshipKeyState: 'accepted', needsReauth: false});
    correct();
    for (const ms of [hour, minute, 10 * minute, hour]) await after(ms);
    expect(await announced()).toMatchObject({state: 'done', reason: expect.stringContaining('nothing was done')});
    expect(await known()).toMatchObject({state: 'installed', dropshipKeyState: 'accepted', needsReauth: false});
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('waits with the erasure of a stopped store until Shopify has answered', async () => {
    const thaw = app.shopify.misbehave({fault: 'status', status: 423, when: ({kind}) => kind !== 'token'});
    await announce();
    app.shopify.webhooks.deliver('shop/redact', app.shop, {shop_id: 1});
    await app.quiet();
    for (let day = 0; day < 10; day += 1) await after(24 * hour);
    expect(await known()).toMatchObject({state: 'stopped', stopped: {reason: 'locked'}});
    thaw();
    await after(24 * hour);
    expect(await known()).toMatchObject({state: 'installed', dropshipKeyState: 'accepted'});
  });

  it('is carried out where the token is dead a minute later; the store is erased without another question', async () => {
    await announce();
    expect(await known()).toMatchObject({state: 'installed'});
    app.shopify.webhooks.drop(({topic}) => topic === 'app/uninstalled');
    app.shopify.uninstall(app.shop);
    app.shopify.webhooks.drop(null);
    await after(minute);
    expect(await known()).toMatchObject({state: 'uninstalled', dropshipKeyState: 'absent'});
    const requests = app.shopify.requests().length;
    app.shopify.webhooks.deliver('shop/redact', app.shop, {shop_id: 1});
    await app.quiet();
    expect(await known()).toBeNull();
    expect(app.shopify.requests()).toHaveLength(requests);
  });
});

async function countRuns({worker, shop}: OrderTestApp): Promise<number> {
  return (await worker.db.selectFrom('runs').select('id').where('shop', '=', shop).execute()).length;
}
