// An uninstall is announced by headers that nobody signed: what becomes of it is what Shopify answers when it is asked.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadShop} from '../../server/db/shops/shops.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {quickestEngine} from '../support/house.ts';
import {openStage, type Stage} from './orders/stage.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('an uninstall that was announced', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(quickestEngine, {shopify: {shops: [{domain: 'asked.myshopify.com', plan: 'plus'}]}});
  });
  afterAll(() => stage.close());

  const announce = async () => {
    stage.shopify.webhooks.deliver('app/uninstalled', stage.shop, {id: 1, myshopify_domain: null});
    await stage.quiet();
  };
  const asked = () => stage.shopify.requests().filter(({operationName}) => operationName === 'AppInstallation').length;
  const known = () => loadShop(stage.worker.db, stage.shop);
  const announced = () =>
    stage.worker.db
      .selectFrom('deliveries')
      .select(['state', 'reason'])
      .where('topic', '=', 'app/uninstalled')
      .orderBy('id', 'desc')
      .executeTakeFirst();
  const after = async (ms: number) => {
    stage.clock.turn(ms);
    await stage.upkeep('sweep-deliveries', 'ask-stopped');
  };
  const schedules = async () =>
    (await stage.worker.queues.listSchedules()).filter(({id}) => id.endsWith(toOpaqueId(stage.shop))).length;

  it('and that Shopify refutes four times within the hour changes nothing, while orders go on being sent', async () => {
    const before = asked();
    await announce();
    expect(asked() - before).toBe(1);
    expect(await announced()).toMatchObject({state: 'pending'});
    const bought = stage.buy();
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
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
    const thaw = stage.shopify.misbehave({fault: 'status', status: 402, when: ({kind}) => kind !== 'token'});
    await announce();
    expect(await announced()).toMatchObject({state: 'done', reason: expect.stringContaining('frozen')});
    expect(await known()).toMatchObject({state: 'stopped', dropshipKeyState: 'accepted'});
    expect((await stage.merchant.overview()).stopped).toMatchObject({reason: 'frozen'});
    expect(await schedules()).toBe(0);
    const [requests, runs] = [stage.supplier.requests().length, await countRuns(stage)];
    const bought = stage.buy();
    await stage.quiet();
    await stage.upkeep('recheck-open', 'reconcile-orders', 'catch-up');
    const before = asked();
    await after(23 * hour);
    expect(asked()).toBe(before);
    await after(hour);
    expect(asked()).toBe(before + 1);
    expect(await known()).toMatchObject({state: 'stopped'});
    expect(await stage.rows(bought.id)).toEqual([]);
    expect([stage.supplier.requests().length, await countRuns(stage)]).toEqual([requests, runs]);

    thaw();
    await after(24 * hour);
    expect(await known()).toMatchObject({state: 'installed', stopped: null});
    expect((await stage.merchant.overview()).stopped).toBeNull();
    expect(await schedules()).toBe(2);
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('of which Shopify says nothing for 24 hours stops sending and erases nothing; opening the app asks again', async () => {
    const answerAgain = stage.shopify.misbehave({
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
    expect((await stage.merchant.overview()).stopped).toMatchObject({reason: 'no_answer'});

    answerAgain();
    stage.clock.turn(10 * minute);
    await stage.merchant.overview();
    await stage.quiet();
    expect((await stage.merchant.overview()).stopped).toBeNull();
  });

  it('is not believed while Shopify refuses the app itself, as with a wrong client secret: nothing is erased', async () => {
    const correct = stage.shopify.misbehave({fault: 'oauthError', status: 401, error: 'invalid_client'});
    // The access token has ended, and its renewal is refused.
    stage.clock.turn(2 * hour);
    await announce();
    stage.shopify.webhooks.deliver('shop/redact', stage.shop, {shop_id: 1});
    await stage.quiet();
    expect(await announced()).toMatchObject({state: 'pending'});
    for (let hours = 0; hours < 23; hours += 1) await after(hour);
    expect(await known()).toMatchObject({state: 'installed', dropshipKeyState: 'accepted', needsReauth: false});
    correct();
    for (const ms of [hour, minute, 10 * minute, hour]) await after(ms);
    expect(await announced()).toMatchObject({state: 'done', reason: expect.stringContaining('nothing was done')});
    expect(await known()).toMatchObject({state: 'installed', dropshipKeyState: 'accepted', needsReauth: false});
    const bought = stage.buy();
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('waits with the erasure of a stopped store until Shopify has answered', async () => {
    const thaw = stage.shopify.misbehave({fault: 'status', status: 423, when: ({kind}) => kind !== 'token'});
    await announce();
    stage.shopify.webhooks.deliver('shop/redact', stage.shop, {shop_id: 1});
    await stage.quiet();
    for (let day = 0; day < 10; day += 1) await after(24 * hour);
    expect(await known()).toMatchObject({state: 'stopped', stopped: {reason: 'locked'}});
    thaw();
    await after(24 * hour);
    expect(await known()).toMatchObject({state: 'installed', dropshipKeyState: 'accepted'});
  });

  it('is carried out where the token is dead a minute later; the store is erased without another question', async () => {
    await announce();
    expect(await known()).toMatchObject({state: 'installed'});
    stage.shopify.webhooks.drop(({topic}) => topic === 'app/uninstalled');
    stage.shopify.uninstall(stage.shop);
    stage.shopify.webhooks.drop(null);
    await after(minute);
    expect(await known()).toMatchObject({state: 'uninstalled', dropshipKeyState: 'absent'});
    const requests = stage.shopify.requests().length;
    stage.shopify.webhooks.deliver('shop/redact', stage.shop, {shop_id: 1});
    await stage.quiet();
    expect(await known()).toBeNull();
    expect(stage.shopify.requests()).toHaveLength(requests);
  });
});

async function countRuns({worker, shop}: Stage): Promise<number> {
  return (await worker.db.selectFrom('runs').select('id').where('shop', '=', shop).execute()).length;
}
