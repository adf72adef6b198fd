// The fulfilment service in trouble: permissions that come and go, names that are taken, and addresses that change.
import {expect, it} from 'vitest';
import {keepService} from '../../../server/actions/fulfilment-service/keep-service.ts';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';
import {granted, serviceTestApp} from './service-app.ts';

onEachSyncTestApp('a fulfilment service in trouble', {articles: 30, shops: 10}, (app) => {
  const service = serviceTestApp(app);
  const {openService, switchService, switchProfile, work, workThrough, state, ours, served} = service;
  const {wholeStock, variantsOf, readFacts} = service;
  const switchedOn = async () => {
    const shop = await openService();
    const before = wholeStock(shop);
    await switchProfile(shop, 'on');
    await switchService(shop, 'on');
    await work(shop);
    expect(served(shop)).toEqual(variantsOf(shop));
    return {shop, before};
  };
  const withoutPermission = ({store}: Shop) =>
    store.setScopes(store.scopes().filter((scope) => !granted.includes(scope)));

  it('waits for the permission, and says so', async () => {
    const shop = await openService();
    withoutPermission(shop);
    await readFacts(shop);
    await switchProfile(shop, 'on');
    await switchService(shop, 'on');
    await work(shop);
    expect(await state(shop)).toMatchObject({stopped: 'not_permitted', isSettled: true});
    shop.store.grantScopes(granted);
    await readFacts(shop);
    await work(shop);
    expect(served(shop)).toEqual(variantsOf(shop));
  });

  it.each(['known', 'unknown'] as const)(
    'that is switched off with a permission less (%s) goes once it is back',
    async (how) => {
      const {shop, before} = await switchedOn();
      withoutPermission(shop);
      if (how === 'known') await readFacts(shop);
      await switchService(shop, 'off');
      await work(shop);
      expect(await state(shop)).toMatchObject({stopped: 'not_permitted', isSettled: true});
      expect(ours(shop)).toBeDefined();
      shop.store.grantScopes(granted);
      await readFacts(shop);
      app().clock.turn(21 * 3_600_000);
      await work(shop);
      expect(wholeStock(shop)).toEqual(before);
    },
  );

  it('says that the name is taken by another app’s service, which it leaves alone', async () => {
    const shop = await openService();
    const other = shop.store.services.createOther('Piecewise');
    const before = wholeStock(shop);
    await switchProfile(shop, 'on');
    await switchService(shop, 'on');
    await work(shop);
    expect(await state(shop)).toMatchObject({
      stopped: 'name_taken',
      said: /that is not ours\..*press “Try again”\.$/,
      isSettled: true,
    });
    await switchService(shop, 'off');
    await work(shop);
    expect(wholeStock(shop)).toEqual(before);
    shop.store.services.remove(other);
    await switchService(shop, 'on');
    await work(shop);
    expect(served(shop)).toEqual(variantsOf(shop));
  });

  it('takes no name for taken that it has itself, by a registration whose answer was lost', async () => {
    const shop = await openService();
    await switchProfile(shop, 'on');
    await switchService(shop, 'on');
    await work(shop, () =>
      workThrough(shop, async ({document, go}) => {
        if (document.includes('fulfillmentServiceCreate')) await go();
        return go();
      }),
    );
    expect(shop.store.services.all()).toHaveLength(1);
    expect(served(shop)).toEqual(variantsOf(shop));
  });

  it('is found again by its name where the app has another address by now, and is called there', async () => {
    const {shop} = await switchedOn();
    const {deps} = app();
    const moved = {...deps, config: {...deps.config, host: 'https://moved.piecewise.test'}};
    await app()
      .deps.db.updateTable('fulfilment_services')
      .set({service_gid: null, location_gid: null})
      .where('shop', '=', shop.domain)
      .execute();
    await keepService(moved, shop.domain);
    expect(shop.store.services.all()).toMatchObject([{callbackUrl: 'https://moved.piecewise.test/fulfilment'}]);
    expect(await state(shop)).toMatchObject({stopped: null, isSettled: true});
    expect(served(shop)).toEqual(variantsOf(shop));
  });

  it('stops where Shopify takes a deletion and shows the service still', async () => {
    const {shop} = await switchedOn();
    await switchService(shop, 'off');
    let calls = 0;
    await workThrough(shop, async ({document, go}) => {
      if (!document.includes('fulfillmentServiceDelete')) return go();
      calls += 1;
      return [];
    });
    expect(calls).toBe(1);
    expect((await state(shop)).said).toMatch(/^Shopify took a change of the fulfilment service/);
  });

  it('has its products back where the shipping profile was deleted in Shopify', async () => {
    const {shop, before} = await switchedOn();
    shop.store.profiles.remove(service.ours(shop) === undefined ? '' : profileOf(shop));
    await work(shop);
    expect(await shop.merchant.shippingProfile()).toMatchObject({stopped: 'removed'});
    expect(wholeStock(shop).stock).toEqual(before.stock);
    expect(await state(shop)).toMatchObject({stopped: 'no_profile'});
  });

  const profileOf = ({store}: Shop) => store.profiles.all().find(({name}) => name.startsWith('Piecewise'))?.id ?? '';
});
