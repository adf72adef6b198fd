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

  it('to a territory that only the postcode shows is blocked, held or warned about, and the postcode is not kept', async () => {
    const bought = [
      app.buy({country: 'GB', zip: 'JE2 3AB'}),
      app.buy({country: 'FR', zip: 'F-97110'}),
      app.buy({country: 'US', province: 'FL', zip: '00901-2345'}),
      app.buy({country: 'ES', zip: '35001'}),
      app.buy({country: 'ES', zip: '3500'}),
      app.buy({country: 'GB', zip: 'bt1 5gs'}),
    ];
    await app.quiet();
    const rows = await Promise.all(bought.map(({id}) => app.row(id)));
    expect(rows.map(({state, reason, warning}) => [state, reason ?? warning])).toEqual([
      ['blocked', expect.stringContaining('Jersey')],
      ['blocked', expect.stringContaining('Guadeloupe')],
      ['held', expect.stringContaining('Puerto Rico')],
      ['awaiting_payment', expect.stringContaining('VAT')],
      ['awaiting_payment', expect.stringContaining('not complete')],
      ['awaiting_payment', null],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/JE2|97110|00901|35001/);
  });
});
