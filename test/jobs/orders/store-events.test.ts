// What Shopify announces about store orders besides their own changes, and how little of it may get lost.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {testEngines} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

describe.each(testEngines)('an event in the store, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('that cancels several orders at once cancels each of them here, although their webhooks share one event id', async () => {
    const bought = Array.from({length: 3}, () => app.buy({financialStatus: 'PENDING'}));
    await app.quiet();
    app.shopify.webhooks.asOneEvent(() => {
      for (const {id} of bought) app.store.cancelOrder(id);
    });
    await app.quiet();
    for (const {id} of bought) expect(await app.row(id)).toMatchObject({state: 'cancelled'});
  });
});
