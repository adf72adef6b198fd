// What a store lets the app see and do, from the installation on: permissions after a new version, and buyers' data on a small plan.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {hour} from '#domain/durations.ts';
import {readStoreAccess} from '../../server/actions/read-store-access.ts';
import {fetchShop} from '../../server/shopify/shop/shop.ts';
import {until} from '../sandbox/demo/merchant.ts';
import {testEngines} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

describe.each(testEngines)('what a store grants, on %s', (engine) => {
  let app: OrderTestApp;
  let usual: readonly string[];
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
    usual = app.store.scopes();
  });
  afterEach(async () => {
    app.store.setScopes(usual);
    app.store.setSettings({showsProtectedData: true, planName: null, appCategory: 'PUBLIC', requestedScopes: usual});
    await app.quiet();
  });
  afterAll(() => app.close());

  const shown = async () => {
    const {missingScopes, buyerData} = await app.merchant.overview();
    return {missingScopes, buyerData};
  };
  const nothing = {missingScopes: [], buyerData: null};
  const told = async (settings: Parameters<typeof app.store.setSettings>[0]) => {
    app.store.setSettings(settings);
    await app.quiet();
    return shown();
  };

  it('is everything the app asks for, right after the installation', async () => {
    expect(await shown()).toEqual(nothing);
  });

  it('a new version that asks for more is noticed when the app is opened an hour later, and is granted later', async () => {
    app.shopify.webhooks.drop(() => true);
    app.store.setSettings({requestedScopes: [...usual, 'read_shipping']});
    app.shopify.webhooks.drop(null);
    expect(await shown()).toEqual(nothing);
    app.clock.turn(hour + 1_000);
    await until(10_000, async () => ((await shown()).missingScopes.length > 0 ? true : null));
    expect((await shown()).missingScopes).toEqual(['read_shipping']);
    app.store.setScopes([...usual, 'read_shipping']);
    await app.quiet();
    expect(await shown()).toEqual(nothing);
  });

  it('a custom app on a plan below Grow is warned of before the first order that shows it, or does not', async () => {
    expect(app.store.orders()).toEqual([]);
    const small = {planName: 'Basic', appCategory: 'CUSTOM'} as const;
    expect(await told(small)).toMatchObject({buyerData: 'plan_expected'});
    app.buy();
    await app.quiet();
    expect(await told({})).toMatchObject({buyerData: null});
  });

  it('an order without a name waits; on a larger plan it is sent by itself', async () => {
    const small = {planName: 'Basic', appCategory: 'CUSTOM', showsProtectedData: false} as const;
    app.store.setSettings(small);
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'name_missing'});
    expect(await told(small)).toMatchObject({buyerData: 'plan'});
    expect(await told({planName: 'Grow', showsProtectedData: true})).toMatchObject({buyerData: null});
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
  });

  it('an app that is not approved says so, whatever the plan', async () => {
    app.buy();
    expect(await told({showsProtectedData: false})).toMatchObject({buyerData: 'approval'});
  });

  it('stays as it was known while Shopify does not answer', async () => {
    expect(await told({showsProtectedData: false})).toMatchObject({buyerData: 'approval'});
    const {admin} = app.worker;
    const facts = await fetchShop(admin, app.shop);
    const away = app.shopify.misbehave({fault: 'status', status: 400, when: ({kind}) => kind === 'query'});
    await readStoreAccess(app.worker, app.shop, facts);
    away();
    expect(await shown()).toMatchObject({buyerData: 'approval'});
  });
});
