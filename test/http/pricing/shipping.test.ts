// What the store charges for shipping, beside what the supplier charges: read with an optional permission.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {cheapestCharge, hasUnknownRate} from '#domain/margins/store-charges.ts';
import {Shipping} from '../../../server/http/contract/order-money.ts';
import {Preview} from '../../../server/http/contract/preview.ts';
import {openTestApp, quickestEngine, type TestApp} from '../../support/test-app.ts';
import {ask} from '../asking.ts';

describe('what the store charges for shipping', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(quickestEngine, {workers: false});
    await app.merchant.overview();
    app.store.setShipsTo(['DE', 'AT', 'FR', 'GB', 'US', 'JP', 'NO']);
    app.store.setShippingRates([
      {
        name: 'Home',
        countries: ['DE', 'AT'],
        rates: [
          {price: '4.90', to: '99.99'},
          {price: '0.00', from: '100.00'},
        ],
      },
      {name: 'France', countries: ['FR'], rates: [{price: '8.00'}, {price: '3.00', active: false}]},
      {name: 'Britain', countries: ['GB'], rates: [{price: '15.00'}, {price: '9.00', fromWeight: 5}]},
      {name: 'America', countries: ['US'], rates: [{price: null}]},
    ]);
  });
  afterAll(() => app.close());

  const shipping = async () => {
    const headers = {authorization: `Bearer ${app.shopify.sessionToken(app.shop)}`};
    return Shipping.parse((await ask(`${app.url}/api/shipping`, {headers})).json);
  };
  /** Whether the other figures of Pricing contain the rates. */
  const counted = async () => {
    const authorization = `Bearer ${app.shopify.sessionToken(app.shop)}`;
    const headers = {authorization, 'content-type': 'application/json'};
    const answer = await ask(`${app.url}/api/preview`, {method: 'POST', headers, body: '{}'});
    return Preview.parse(answer.json).shipping;
  };
  const chargesOf = (answer: Shipping, zone: string) => {
    const charges = answer.zones.find((one) => one.zone === zone)?.charges ?? null;
    if (charges === null) throw new Error(`nothing is known of ${zone}`);
    return charges;
  };

  it('is not asked for without the permission, and the answer says so', async () => {
    const answer = await shipping();
    expect(answer).toMatchObject({charges: 'not_permitted', currency: 'EUR', unserved: ['Norway (NO)']});
    expect(answer.zones.map(({zone, sold, charges}) => [zone, sold, charges])).toContainEqual(['JP', true, null]);
    expect(answer.zones.find(({zone}) => zone === 'KR')?.sold).toBe(false);
    expect(app.shopify.requests().filter(({operationName}) => operationName === 'DeliveryProfiles')).toEqual([]);
  });

  it('is read for each zone once the merchant has agreed, by the value of the order', async () => {
    expect(() => app.store.grantScopes(['read_customers'])).toThrow('must be declared as optional');
    app.store.grantScopes(['read_shipping']);
    const answer = await shipping();
    expect(answer).toMatchObject({charges: 'read', chargesComplete: true});
    // The webhook about the permission has not come: no worker takes it here.
    expect(await counted()).toBe('counted');
    const eu = chargesOf(answer, 'EU');
    expect(eu.groups.map(({countries}) => countries)).toEqual([['AT', 'DE'], ['FR']]);
    expect([cheapestCharge(eu, 5_000), cheapestCharge(eu, 10_000)]).toEqual([
      {least: 490, most: 800},
      {least: 0, most: 800},
    ]);
    expect(cheapestCharge(chargesOf(answer, 'GB'), 5_000)).toEqual({least: 1_500, most: 1_500});
    expect([cheapestCharge(chargesOf(answer, 'US'), 5_000), hasUnknownRate(chargesOf(answer, 'US'))]).toEqual([
      null,
      true,
    ]);
    expect(chargesOf(answer, 'JP')).toMatchObject({groups: [], withoutRate: ['JP']});
    app.store.setShippingRates([{name: 'World', countries: [null], rates: [{price: '20.00'}]}]);
    expect(cheapestCharge(chargesOf(await shipping(), 'JP'), 5_000)).toEqual({least: 2_000, most: 2_000});
  });

  it('counts no rate whose limit is in another currency, which cannot be compared with the order', async () => {
    const limited = {price: '2.00', from: '50.00', limitsIn: 'USD'};
    app.store.setShippingRates([
      {name: 'Home', countries: ['DE', 'AT'], rates: [{price: '6.00'}, limited]},
      {name: 'Britain', countries: ['GB'], rates: [limited]},
    ]);
    const answer = await shipping();
    for (const value of [1_000, 10_000]) {
      expect(cheapestCharge(chargesOf(answer, 'EU'), value)).toEqual({least: 600, most: 600});
    }
    const britain = chargesOf(answer, 'GB');
    expect([cheapestCharge(britain, 10_000), hasUnknownRate(britain), britain.withoutRate]).toEqual([null, true, []]);
  });

  it('is read page after page, and is known of the last zone too', async () => {
    const others = ['AL', 'AR', 'BR', 'BO', 'CL', 'CO', 'CR', 'EC', 'EG', 'GE', 'GH', 'IN', 'IS', 'KE', 'MA', 'MX'];
    const more = ['NZ', 'OM', 'PE', 'PH', 'TH', 'TN', 'UY', 'VN'];
    app.store.setShippingRates([
      ...[...others, ...more].map((code) => ({name: code, countries: [code], rates: [{price: '1.00'}]})),
      {name: 'Japan', countries: ['JP'], rates: [{price: '21.00'}]},
    ]);
    const before = app.shopify.requests().length;
    const answer = await shipping();
    expect(answer.chargesComplete).toBe(true);
    expect(cheapestCharge(chargesOf(answer, 'JP'), 5_000)).toEqual({least: 2_100, most: 2_100});
    const read = app.shopify.requests().slice(before);
    expect(read.filter(({operationName}) => operationName === 'DeliveryRates')).toHaveLength(3);
  });

  it('is named as not read where Shopify does not answer; the supplier’s side is still shown', async () => {
    const end = app.shopify.misbehave({
      fault: 'status',
      status: 404,
      when: ({operationName}) => operationName === 'DeliveryRates',
    });
    const answer = await shipping();
    end();
    expect(answer).toMatchObject({charges: 'unreachable'});
    expect(answer.zones[0]).toMatchObject({zone: 'EU', fee: 1_600, charges: null});
  });

  it('ends when the merchant takes the permission back', async () => {
    app.store.setScopes(app.store.scopes().filter((scope) => scope !== 'read_shipping'));
    expect(await shipping()).toMatchObject({charges: 'not_permitted'});
  });
});
