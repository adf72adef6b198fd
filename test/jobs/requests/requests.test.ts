// Orders are requested and accepted in Shopify: what the merchant, the store and the app ask of the service, and what they are answered.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadRequestsOfOrder, saveAsked} from '../../../server/db/fulfilment-services/requests.ts';
import {loadService, saveServiceWish} from '../../../server/db/fulfilment-services/services.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {testEngines} from '../../support/test-app.ts';
import {openRequestsApp, type RequestsApp} from './requests-app.ts';

const hour = 3_600_000;

describe.each(testEngines)('a store with the fulfilment service, on %s', (engine) => {
  let app: RequestsApp;
  beforeAll(async () => {
    app = await openRequestsApp(engine);
  }, 120_000);
  afterAll(() => app.close());

  const rules = (orders: object) => saveSettings(app.worker.db, app.shop, {orders}, app.clock.now());
  const bought = async (order: Parameters<RequestsApp['buy']>[0] = {}) => {
    const {id} = app.buy(order);
    await app.quiet();
    return id;
  };
  const taken = async (id: string) => app.taken(await app.row(id));
  /** The last message that the service sent with an answer. */
  const answer = async (id: string) =>
    (
      await app.worker.db
        .selectFrom('fulfilment_requests')
        .select('answer')
        .where('order_gid', '=', (await app.row(id)).order_gid)
        .executeTakeFirst()
    )?.answer;

  it('an order that the app sends is requested in Shopify first, and accepted once the supplier has it', async () => {
    const id = await bought();
    expect(await app.row(id)).toMatchObject({state: 'awaiting_payment'});
    expect(await taken(id)).toHaveLength(1);
    expect(app.fulfilmentOrder(id)).toMatchObject({status: 'IN_PROGRESS', requestStatus: 'ACCEPTED'});
    expect(await app.statuses(id)).toEqual(['accepted']);
  });

  it('a request of the merchant’s becomes one dropship order, also when it is made while the order waits for a yes', async () => {
    await rules({approveEach: true});
    const id = await bought();
    expect(await app.row(id)).toMatchObject({state: 'held', reason_code: 'approval_asked'});
    await app.request(id);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('SUBMITTED');
    await app.merchant.actOn((await app.row(id)).id, 'approve');
    await app.quiet();
    await app.sweep();
    expect(await taken(id)).toHaveLength(1);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
    await rules({approveEach: false});
  });

  it('a request for an order that is at the supplier already is accepted, and nothing is sent again', async () => {
    app.store.services.setAutomatic(true);
    const id = await bought();
    app.store.services.setAutomatic(false);
    await app.sweep();
    expect(await taken(id)).toHaveLength(1);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
  });

  it.each([
    ['a country that is not served', {country: 'NO'}, /Norway/],
    ['a buyer without a name', {name: null}, /name is missing/],
  ] as const)('a request for %s is rejected with what the merchant then reads in the store', async (_, order, says) => {
    const id = await bought(order);
    await app.request(id);
    expect(app.fulfilmentOrder(id)).toMatchObject({status: 'OPEN', requestStatus: 'REJECTED'});
    expect(await answer(id)).toMatch(says);
    expect(await taken(id)).toEqual([]);
  });

  it('a rejected request is not sent by itself later, but when the merchant requests it again', async () => {
    await rules({delayMinutes: 60 * 24 * 2});
    const id = await bought();
    await app.request(id);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('SUBMITTED');
    app.clock.turn(21 * hour);
    await app.sweep();
    expect(app.fulfilmentOrder(id).requestStatus).toBe('REJECTED');
    app.clock.turn(28 * hour);
    await app.upkeep('recheck-open');
    expect(await app.row(id)).toMatchObject({state: 'held', reason_code: 'request_rejected'});
    await rules({delayMinutes: 0});
    await app.request(id);
    expect(await taken(id)).toHaveLength(1);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
  });

  it('an order of unknown outcome is never rejected: after 20 hours it is accepted, and the merchant reads that', async () => {
    const end = app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'cut', when: 'after'}});
    const id = await bought({goods: app.goods()});
    end();
    expect(await app.row(id)).toMatchObject({state: 'unconfirmed'});
    await app.sweep();
    expect(app.fulfilmentOrder(id).requestStatus).toBe('SUBMITTED');
    app.clock.turn(20 * hour);
    await app.sweep();
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
    expect(await answer(id)).toMatch(/not known whether the supplier has/);
  });

  it('a request to cancel is accepted while nothing is paid, and the order is then not to be paid', async () => {
    const id = await bought();
    await app.requestCancellation(id);
    expect(await app.statuses(id)).toContain('cancelled');
    const row = await app.row(id);
    expect(row).toMatchObject({state: 'awaiting_payment'});
    expect(row.flags.map(({code}) => code)).toEqual(['request_cancelled']);
  });

  it('a fulfilment that the merchant cancels alone waits for no answer, and the order is sent only when the merchant sends it', async () => {
    await rules({approveEach: true});
    const id = await bought();
    app.store.services.request(app.fulfilmentOrder(id).id);
    await app.sweep();
    app.store.services.cancel(app.fulfilmentOrder(id).id);
    await app.sweep();
    expect(await app.statuses(id)).toEqual(['cancelled']);
    await rules({approveEach: false});
    app.clock.turn(2 * hour);
    await app.upkeep('recheck-open');
    expect(await app.row(id)).toMatchObject({state: 'held', reason_code: 'request_cancelled'});
    await app.merchant.actOn((await app.row(id)).id, 'approve');
    await app.quiet();
    await app.sweep();
    expect(await taken(id)).toHaveLength(1);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
  });

  it('a request to cancel is rejected with a sentence once the supplier is paid', async () => {
    const id = await bought();
    await app.merchant.actOn((await app.row(id)).id, 'paid');
    await app.requestCancellation(id);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('CANCELLATION_REJECTED');
    expect(await answer(id)).toMatch(/was paid for .* and cannot cancel it/);
  });

  it('a shipment is fulfilled at the service’s location, for the accepted request', async () => {
    const id = await bought();
    const row = await app.row(id);
    await app.merchant.actOn(row.id, 'paid');
    await app.merchant.actOn(row.id, 'shipped');
    await app.quiet();
    expect(await app.row(id)).toMatchObject({state: 'shipped', fulfil: 'done'});
    expect(app.store.services.fulfilmentOrders(id).map(({lines}) => lines.map(({remaining}) => remaining))).toEqual([
      [0],
    ]);
  });

  it('an accepted request that an old list of Shopify’s shows as asked stays known by its lines', async () => {
    const id = await bought();
    const row = await app.row(id);
    const {db} = app.worker;
    const gid = app.fulfilmentOrder(id).id;
    await saveAsked(db, app.shop, {gid, orderGid: row.order_gid, status: 'requested'}, app.clock.now());
    await app.sweep();
    const requests = await loadRequestsOfOrder(db, app.shop, row.order_gid);
    expect(requests.map(({status, lines}) => [status, lines])).toEqual([['accepted', [row.line_gid]]]);
    expect(await taken(id)).toHaveLength(1);
  });

  it('an accepted request ends with the service, once the merchant has switched that off', async () => {
    const id = await bought();
    expect(await app.statuses(id)).toEqual(['accepted']);
    const {db} = app.worker;
    const seen = (await loadService(db, app.shop))?.wish ?? 0;
    await saveServiceWish(db, app.shop, {want: 'off', trial: [], actor: 'user:1', seen}, app.clock.now());
    for (let round = 0; round < 3; round += 1) await app.upkeep('keep-service', 'keep-shipping');
    expect(app.store.services.all().filter(({owner}) => owner === 'app')).toEqual([]);
    expect(await app.statuses(id)).toEqual(['closed']);
  });
});
