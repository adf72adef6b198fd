// Orders as real stores have them: brought in from another system, to a territory, paid for several deliveries, corrected after sending.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {day} from '#domain/durations.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

describe.each(oneEngine)('a real order, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('that an app brings into the store today, placed two years ago elsewhere, waits for the merchant and is shown', async () => {
    const sent = app.supplier.orderRequests();
    const bought = app.buy({processedAt: app.clock.now().getTime() - 730 * day});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'before_install'});
    expect(app.supplier.orderRequests()).toBe(sent);
  });
});
