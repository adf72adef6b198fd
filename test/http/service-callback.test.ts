// Shopify's call about the fulfilment service: a signed one starts a look at the store that it names, anything else changes nothing.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {openRequestsApp, type RequestsApp} from '../jobs/requests/requests-app.ts';
import {requestCall as body, callService, type ServiceCall, signCall} from '../support/service-call.ts';
import {quickestEngine} from '../support/test-app.ts';

describe('the address that Shopify calls about the fulfilment service', () => {
  let app: RequestsApp;
  beforeAll(async () => {
    app = await openRequestsApp(quickestEngine);
  }, 120_000);
  afterAll(() => app.close());

  const sign = (text: string) => signCall(text, app.shopify.apiSecret);
  const call = async ({text = body, shop = app.shop, signature = sign(text)}: Partial<ServiceCall> = {}) => {
    const status = await callService(app.url, {text, shop, signature});
    await app.quiet();
    return status;
  };
  /** A request for a country that is not served, made without a call of Shopify. */
  const requested = async () => {
    const {id} = app.buy({country: 'NO'});
    await app.quiet();
    app.store.services.request(app.fulfilmentOrder(id).id);
    return id;
  };
  const status = (id: string) => app.fulfilmentOrder(id).requestStatus;

  it('has the request answered at once, once however often it is called', async () => {
    const id = await requested();
    expect(await call()).toBe(200);
    await app.quiet();
    expect(status(id)).toBe('REJECTED');
    expect([await call(), await call(), await call()]).toEqual([200, 200, 200]);
    expect(await app.statuses(id)).toEqual(['rejected']);
  });

  it.each([
    ['of a stranger', {signature: 'A'.repeat(43) + '='}, 401],
    [
      'with the signature of another body',
      {text: '{"kind":"CANCELLATION_REQUEST"}', signature: 'B'.repeat(43) + '='},
      401,
    ],
    ['without a signature', {signature: ''}, 401],
    ['that names no store', {shop: 'example.com'}, 401],
    ['with a body of two kilobytes', {text: 'x'.repeat(2_000)}, 413],
  ] as const)('%s is refused and starts nothing', async (_, change, code) => {
    const id = await requested();
    expect(await call(change)).toBe(code);
    expect(status(id)).toBe('SUBMITTED');
    await app.sweep();
    expect(status(id)).toBe('REJECTED');
  });

  it('of a store that is not known is answered, and asks nothing of Shopify', async () => {
    const before = app.shopify.requests().length;
    expect(await call({shop: 'stranger.myshopify.com'})).toBe(200);
    expect(app.shopify.requests().length).toBe(before);
  });
});
