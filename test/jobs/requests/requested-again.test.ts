// A fulfilment that was cancelled or rejected, and is then requested again: what the merchant reads follows the newest request.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadService, saveServiceWish} from '../../../server/db/fulfilment-services/services.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {testEngines} from '../../support/test-app.ts';
import {openRequestsApp, type RequestsApp} from './requests-app.ts';

const hour = 3_600_000;

describe.each(testEngines)('a fulfilment that is requested again, on %s', (engine) => {
  let app: RequestsApp;
  beforeAll(async () => {
    app = await openRequestsApp(engine);
  }, 120_000);
  afterAll(() => app.close());

  const bought = async (order: Parameters<RequestsApp['buy']>[0] = {}) => {
    const {id} = app.buy(order);
    await app.quiet();
    return id;
  };
  const flagsOf = async (id: string) => (await app.row(id)).flags.map(({code}) => code);
  const switchOff = async () => {
    const {db} = app.worker;
    const seen = (await loadService(db, app.shop))?.wish ?? 0;
    await saveServiceWish(db, app.shop, {want: 'off', trial: [], actor: 'user:1', seen}, app.clock.now());
    for (let round = 0; round < 3; round += 1) {
      await app.upkeep('keep-service', 'keep-shipping');
      await app.quiet();
    }
  };

  it('after its cancellation is to be paid again as soon as that is accepted, and also once the service is switched off', async () => {
    const [cancelled, again] = [await bought(), await bought()];
    for (const id of [cancelled, again]) {
      await app.requestCancellation(id);
      expect(await flagsOf(id)).toEqual(['request_cancelled']);
    }
    app.clock.turn(60_000);
    await app.request(again);
    expect(app.fulfilmentOrder(again).requestStatus).toBe('ACCEPTED');
    expect([await flagsOf(cancelled), await flagsOf(again)]).toEqual([['request_cancelled'], []]);
    expect(app.taken(await app.row(again))).toHaveLength(1);
    app.clock.turn(60_000);
    await switchOff();
    for (const id of [cancelled, again]) {
      app.store.touchOrder(id);
      await app.quiet();
    }
    expect([await flagsOf(cancelled), await flagsOf(again)]).toEqual([['request_cancelled'], []]);
    await app.restoreService();
  });

  it('says beside “rejected” why it was, and asks for a request there only while the service is on', async () => {
    await saveSettings(app.worker.db, app.shop, {orders: {delayMinutes: 0}}, app.clock.now());
    const id = await bought({name: null});
    await app.request(id);
    const {id: order} = await app.row(id);
    await app.merchant.actOn(order, 'details', {name: 'Ada Lovelace'});
    await app.quiet();
    const held = await app.row(id);
    expect(held).toMatchObject({state: 'held', reason_code: 'request_rejected'});
    expect(held.reason).toMatch(
      /^Piecewise rejected its fulfilment request in Shopify, as the order was then: “The buyer's name is missing;.*” It is not sent by itself.* press “Send now” in Piecewise, or request the fulfilment again in Shopify\.$/,
    );
    await switchOff();
    app.clock.turn(2 * hour);
    await app.upkeep('recheck-open');
    await app.quiet();
    const alone = await app.row(id);
    expect(alone).toMatchObject({state: 'held', reason_code: 'request_rejected'});
    expect(alone.reason).toMatch(/Next, press “Send now” in Piecewise\.$/);
    await app.restoreService();
  });

  it('or is sent with “Send now”, goes at once, whatever minutes the settings let orders wait', async () => {
    await saveSettings(app.worker.db, app.shop, {orders: {delayMinutes: 60 * 24}}, app.clock.now());
    const id = await bought();
    expect(await app.row(id)).toMatchObject({state: 'waiting', reason_code: 'delayed'});
    app.store.services.request(app.fulfilmentOrder(id).id);
    await app.sweep();
    app.store.services.cancel(app.fulfilmentOrder(id).id);
    await app.sweep();
    const {id: order, ...held} = await app.row(id);
    expect(held).toMatchObject({state: 'held', reason_code: 'request_cancelled'});
    await app.merchant.actOn(order, 'approve');
    await app.quiet();
    expect(await app.row(id)).toMatchObject({state: 'awaiting_payment'});
  });
});
