// Orders shipped from a list of tracking numbers: what the store gets, though the list is sent twice and a worker dies.
import {randomUUID} from 'node:crypto';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {writeBackToStore} from '../../../../jobs/orders/store-writeback.ts';
import {markPaid} from '../../../../server/actions/merchant-actions.ts';
import {BulkResults} from '../../../../server/http/contract/order-actions.ts';
import {CheckResults} from '../../../../server/http/contract/shipments.ts';
import {patientToken} from '../../../support/patient-token.ts';
import {testEngines} from '../../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';
import {buyPlaced, contextOf, writeBack} from '../placed-order.ts';

describe.each(testEngines)('orders shipped from a list, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {articles: 10});
  });
  afterEach(() => app.onCheckpoint(null));
  afterAll(() => app.close());

  const post = async (path: string, body: object, key: string): Promise<unknown> => {
    const response = await fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${patientToken(app.shopify, app.shop, app.clock)}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return response.json();
  };

  it('are fulfilled once each, with the tracking of their lines, though it is sent three times and a worker dies', async () => {
    const rows = [(await buyPlaced(app)).row, (await buyPlaced(app)).row];
    for (const row of rows) await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await writeBack(app);
    const lines = rows.map(({reference}, at) => ({
      line: at + 1,
      reference,
      carrier: 'deutsche post',
      number: `RR${at}`,
      url: `https://track.example/RR${at}`,
    }));
    const {results} = CheckResults.parse(await post('/shipments/check', {lines}, randomUUID()));
    const orders = results.map(({order, shipment}) => ({id: order?.id, ...shipment}));
    // The workers would be quicker than the death below.
    app.shopify.webhooks.pause();
    app.onCheckpoint((name) => {
      if (name === 'after-fulfilment') throw new Error('the answer never came');
    });
    const key = randomUUID();
    const sent = [key, key, randomUUID()].map((each) => post('/shipments', {orders}, each));
    for (const answer of await Promise.all(sent)) {
      expect(BulkResults.parse(answer).results.map(({error}) => error)).toEqual([null, null]);
    }
    await writeBackToStore(app.worker, {shop: app.shop}).catch(() => {});
    app.onCheckpoint(null);
    app.shopify.webhooks.resume();
    app.clock.turn(121_000);
    await writeBack(app);
    app.clock.turn(121_000);
    await writeBack(app);
    for (const [at, row] of rows.entries()) {
      const made = app.store
        .order(row.order_gid)
        ?.fulfillments.map(({totalQuantity, tracking}) => [totalQuantity, ...tracking]);
      const tracking = {company: 'Deutsche Post', number: `RR${at}`, url: `https://track.example/RR${at}`};
      expect(made).toEqual([[1, tracking]]);
      expect(await app.row(row.order_gid)).toMatchObject({state: 'shipped', fulfil: 'done'});
    }
  });
});
