// What a store lets the app see and do, from the installation on: permissions after a new version, and buyers' data on a small plan.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {hour} from '#domain/durations.ts';
import {readStoreAccess, refreshStoreAccess} from '../../server/actions/read-store-access.ts';
import {fetchShopFacts} from '../../server/shopify/shop/shop.ts';
import {until} from '../sandbox/demo/merchant.ts';
import {oneEngine} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

// On one engine: `jobs/leaving` and `db/shops` send its statements on both.
describe.each(oneEngine)('what a store grants, on %s', (engine) => {
  let app: OrderTestApp;
  let usual: readonly string[];
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
    usual = app.store.scopes();
  });
  afterEach(async () => {
    app.store.setScopes(usual);
    const whole = {showsProtectedData: true, withholdsAddresses: false} as const;
    app.store.setSettings({...whole, planName: null, appCategory: 'PUBLIC', requestedScopes: usual});
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

  it('an order whose whole address is withheld says that, and is sent by itself on a larger plan', async () => {
    const small = {
      planName: 'Basic',
      appCategory: 'CUSTOM',
      showsProtectedData: false,
      withholdsAddresses: true,
    } as const;
    app.store.setSettings(small);
    const bought = app.buy();
    await app.quiet();
    const blocked = {state: 'blocked', reason_code: 'address_withheld', reason: expect.stringMatching(/withholds/)};
    expect(await app.row(bought.id)).toMatchObject(blocked);
    expect(await told(small)).toMatchObject({buyerData: 'plan'});
    expect(await told({planName: 'Grow', showsProtectedData: true})).toMatchObject({buyerData: null});
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1, country: 'DE'});
  });

  it('an address that is withheld without a word counts as withheld where the store is known to withhold', async () => {
    const small = {planName: 'Basic', appCategory: 'CUSTOM', showsProtectedData: false} as const;
    expect(await told(small)).toMatchObject({buyerData: 'plan'});
    const pickedUp = app.buy({country: null});
    await app.quiet();
    expect(await app.row(pickedUp.id)).toMatchObject({state: 'blocked', reason_code: 'address_withheld'});
    app.store.setSettings({showsProtectedData: true, planName: 'Grow'});
    await app.quiet();
    expect(await app.row(pickedUp.id)).toMatchObject({state: 'blocked', reason_code: 'no_country'});
  });

  it('a line that was fulfilled and whose address is withheld was not handed over in a shop', async () => {
    app.store.setSettings({showsProtectedData: false, withholdsAddresses: true});
    const bought = app.buy();
    app.store.fulfil(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'already_fulfilled'});
  });

  it('an app that is not approved says so, whatever the plan', async () => {
    app.buy();
    expect(await told({showsProtectedData: false})).toMatchObject({buyerData: 'approval'});
  });

  it('an order without a name in a store that was never seen to withhold any is sent by itself once it is shown', async () => {
    app.shopify.webhooks.drop(({topic}) => topic === 'shop/update');
    app.store.setSettings({showsProtectedData: false});
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'name_missing'});
    app.store.setSettings({showsProtectedData: true});
    app.shopify.webhooks.drop(null);
    expect(await shown()).toMatchObject({buyerData: null});
    app.clock.turn(hour + 1_000);
    // The merchant opens the app: what it may see is read again.
    await until(10_000, async () => {
      await shown();
      await app.quiet();
      return (await app.row(bought.id)).state === 'awaiting_payment' ? true : null;
    });
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', attempts: 1});
  });

  it('stays as it was known while Shopify does not answer', async () => {
    expect(await told({showsProtectedData: false})).toMatchObject({buyerData: 'approval'});
    const {admin} = app.worker;
    const facts = await fetchShopFacts(admin, app.shop);
    const away = app.shopify.misbehave({fault: 'status', status: 400, when: ({kind}) => kind === 'query'});
    await readStoreAccess(app.worker, app.shop, facts);
    away();
    expect(await shown()).toMatchObject({buyerData: 'approval'});
  });

  it("is looked at in a run only while buyers' data is withheld, or an order lacks some", async () => {
    const looks = async () => {
      const before = app.shopify.requests().length;
      await refreshStoreAccess(app.worker, app.shop, await fetchShopFacts(app.worker.admin, app.shop));
      return app.shopify
        .requests()
        .slice(before)
        .map(({operationName}) => operationName);
    };
    expect(await told({})).toMatchObject({buyerData: null});
    expect(await looks()).toEqual(['ShopFacts']);
    app.shopify.webhooks.drop(({topic}) => topic === 'shop/update');
    app.store.setSettings({showsProtectedData: false});
    app.shopify.webhooks.drop(null);
    expect(await looks()).toEqual(['ShopFacts']);
    app.buy();
    await app.quiet();
    expect(await looks()).toEqual(['ShopFacts', 'NewestBuyers']);
    expect(await shown()).toMatchObject({buyerData: 'approval'});
    expect(await looks()).toEqual(['ShopFacts', 'NewestBuyers']);
  });
});
