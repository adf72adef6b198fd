// The figures of the fulfilment service, as the page gets them: what a store's orders make of them, and which order is warned of.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ServiceFigures} from '#contract/shipping/service-figures.ts';
import {patientToken} from '../../support/patient-token.ts';
import {oneEngine} from '../../support/test-app.ts';
import {openRequestsApp, type RequestsApp} from './requests-app.ts';

const hour = 3_600_000;

// On one engine: db/fulfilment/service-figures sends these statements to both.
describe.each(oneEngine)('the figures of the fulfilment service, on %s', (engine) => {
  let app: RequestsApp;
  beforeAll(async () => {
    app = await openRequestsApp(engine);
  }, 120_000);
  afterAll(() => app.close());

  const figures = async () => {
    const answer = await fetch(`${app.url}/api/fulfilment-service/figures`, {
      headers: {authorization: `Bearer ${patientToken(app.shopify, app.shop, app.clock)}`},
    });
    return ServiceFigures.parse(await answer.json());
  };
  const shares = async () => (await figures()).figures.map(({kind, met, of}) => `${kind} ${met}/${of}`);
  const warnings = async () =>
    (await figures()).warnings.map(({kind, orders}) => [kind, orders.map(({orderName}) => orderName)]);
  const bought = async () => {
    const {id} = app.buy();
    await app.quiet();
    return app.row(id);
  };

  it('say nothing before anything is requested', async () => {
    expect(await figures()).toMatchObject({orders: 0, isCounted: false, countedFrom: 100, warnings: []});
    expect(await shares()).toEqual(['requests 0/0', 'cancellations 0/0', 'calls 0/0', 'completed 0/0', 'tracking 0/0']);
  });

  it('warn of a shipment without a number after an hour, until it has one; one with its number is in time', async () => {
    const [without, tracked] = [await bought(), await bought()];
    for (const {id} of [without, tracked]) await app.merchant.actOn(id, 'paid');
    await app.merchant.actOn(without.id, 'shipped');
    await app.merchant.actOn(tracked.id, 'shipped', {carrier: 'DHL', trackingNumber: '00340434161094'});
    await app.quiet();
    expect(await warnings()).toEqual([]);
    app.clock.turn(hour + 1);
    expect(await warnings()).toEqual([['untracked', [without.order_name]]]);
    expect((await app.merchant.overview()).serviceWarnings).toEqual({unanswered: 0, uncompleted: 0, untracked: 1});
    expect(await shares()).toEqual(expect.arrayContaining(['requests 2/2', 'tracking 1/2']));
    await app.merchant.actOn(without.id, 'shipped', {carrier: 'DHL', trackingNumber: '00340434161095'});
    await app.quiet();
    expect(await warnings()).toEqual([]);
    expect(await shares()).toContain('tracking 1/2');
  });

  it('warn of an accepted order that is not shipped after five days; after seven it counts', async () => {
    const unpaid = await bought();
    app.clock.turn(5 * 24 * hour);
    expect(await warnings()).toEqual([['uncompleted', [unpaid.order_name]]]);
    expect(await shares()).toContain('completed 0/0');
    app.clock.turn(2 * 24 * hour);
    expect(await shares()).toContain('completed 2/3');
  });
});
