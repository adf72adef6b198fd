// The fulfilment service switched on and off: the app's products are stocked at its location alone, and afterwards where they were before.
import {expect, it} from 'vitest';
import {keepService} from '../../../server/actions/fulfilment-service/keep-service.ts';
import {onEachSyncTestApp} from '../sync/sync-test-app.ts';
import {serviceTestApp} from './service-app.ts';

onEachSyncTestApp('the fulfilment service', {articles: 45, shops: 8}, (app) => {
  const service = serviceTestApp(app);
  const {openService, switchService, switchProfile, work, state, ours, served, wholeStock, variantsOf} = service;

  it('stocks all products at its location, where the shopper pays the supplier’s fee; off again, the store is as before', async () => {
    const shop = await openService();
    const before = wholeStock(shop);
    await switchProfile(shop, 'on');
    await switchService(shop, 'on');
    await work(shop);
    const all = variantsOf(shop);
    expect(await state(shop)).toMatchObject({stopped: null, isSettled: true, moved: all.length, refused: 0});
    expect(ours(shop)).toMatchObject({name: 'Piecewise', requiresShippingMethod: true});
    expect(served(shop)).toEqual(all);
    expect([service.shippingTo(shop, 'DE'), service.shippingTo(shop, 'NO')]).toEqual(['16.00', 'refused']);
    await switchService(shop, 'off');
    await work(shop);
    expect(wholeStock(shop)).toEqual(before);
    expect(await state(shop)).toMatchObject({stopped: null, isSettled: true});
    expect(service.shippingTo(shop, 'DE')).toBe('16.00');
    await switchProfile(shop, 'off');
    expect(service.shippingTo(shop, 'DE')).toBe('4.90');
  });

  it('moves nothing before the shipping profile is on, and says so', async () => {
    const shop = await openService();
    const {stock} = wholeStock(shop);
    await switchService(shop, 'on');
    await work(shop);
    expect(await state(shop)).toMatchObject({stopped: 'no_profile', isSettled: true, moved: 0});
    expect(wholeStock(shop).stock).toEqual(stock);
    await shop.merchant.switchProfile('on');
    await service.workOnProfile(shop);
    expect(await state(shop)).toMatchObject({isSettled: false});
    await work(shop);
    expect(served(shop)).toEqual(variantsOf(shop));
  });

  it('is tried on three products before all move', async () => {
    const shop = await openService();
    await switchProfile(shop, 'trial');
    await switchService(shop, 'trial');
    await work(shop);
    const ids = new Set(served(shop));
    const products = shop.store.products().filter(({variants}) => variants.some(({id}) => ids.has(id)));
    expect([products.length, (await state(shop)).products]).toEqual([3, 3]);
    await switchService(shop, 'on');
    await work(shop);
    expect(await state(shop)).toMatchObject({stopped: 'no_profile'});
    await switchProfile(shop, 'on');
    expect(served(shop)).toEqual(variantsOf(shop));
    await switchService(shop, 'trial');
    await work(shop);
    expect(new Set(served(shop))).toEqual(ids);
  });

  it('has the products back before the shipping profile goes, which alone has rates there', async () => {
    const shop = await openService();
    const {stock} = wholeStock(shop);
    await switchProfile(shop, 'on');
    await switchService(shop, 'on');
    await work(shop);
    await shop.merchant.switchProfile('off');
    await service.workOnProfile(shop);
    expect(await shop.merchant.shippingProfile()).toMatchObject({
      stopped: 'serviced',
      isWorking: true,
      hasService: true,
      said: null,
    });
    expect([service.shippingTo(shop, 'DE'), (await state(shop)).isSettled]).toEqual(['16.00', false]);
    await keepService(app().deps, shop.domain);
    // The merchant learns that the service does nothing without the profile before the profile has gone.
    expect(await state(shop)).toMatchObject({moved: 0, stopped: 'no_profile', isSettled: true});
    expect(await shop.merchant.shippingProfile()).toMatchObject({isWorking: true});
    await service.workOnProfile(shop);
    await work(shop);
    expect(wholeStock(shop).stock).toEqual(stock);
    expect(service.shippingTo(shop, 'DE')).toBe('4.90');
    expect(await state(shop)).toMatchObject({stopped: 'no_profile'});
    expect(await shop.merchant.shippingProfile()).toMatchObject({want: 'off', stopped: null, isWorking: false});
  });

  it('takes in what a run makes, and gives back what it retires', async () => {
    const shop = await openService({brands: ['Nordhaag']});
    await switchProfile(shop, 'on');
    await switchService(shop, 'on');
    await work(shop);
    const [gone = ''] = [...shop.products().keys()];
    await shop.set({brands: ['Nordhaag', 'Sablefen']});
    app().supplier.catalogue.withdraw(gone);
    await shop.run();
    app().supplier.catalogue.restore(gone);
    expect(await state(shop)).toMatchObject({isSettled: false});
    await work(shop);
    const retired = new Set(shop.product(gone).variants.map(({id}) => id));
    expect(served(shop)).toEqual(variantsOf(shop).filter((id) => !retired.has(id)));
    expect(await state(shop)).toMatchObject({isSettled: true, stopped: null});
  });

  it('leaves a product of the merchant’s at its location alone, which goes to the main location at the end', async () => {
    const shop = await openService();
    await switchProfile(shop, 'on');
    await switchService(shop, 'on');
    await work(shop);
    const product = shop.store.createProduct({title: 'Own mug'}, {sku: 'MUG'});
    const mug = shop.store.products().find(({id}) => id === product)?.variants[0]?.id ?? '';
    const [main] = shop.store.services.stock()[mug] ?? [];
    const there = ours(shop)?.locationId ?? '';
    shop.store.services.stockAt(mug, there);
    shop.store.services.unstockFrom(mug, main ?? '');
    app().clock.turn(21 * 3_600_000);
    await work(shop);
    expect(shop.store.services.stock()[mug]).toEqual([there]);
    await switchService(shop, 'off');
    await work(shop);
    expect(shop.store.services.stock()[mug]).toEqual([main]);
    expect(ours(shop)).toBe(undefined);
  });
});
