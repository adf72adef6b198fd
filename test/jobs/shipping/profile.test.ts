// The shipping profile switched on and off: shoppers pay the supplier's fee, and cannot check out where nothing is delivered.
import {expect, it} from 'vitest';
import {onEachSyncTestApp} from '../sync/sync-test-app.ts';
import {shippingTestApp} from './shipping-app.ts';

onEachSyncTestApp('the shipping profile', {articles: 60, shops: 8}, (app) => {
  const {openShipping, work, ours, variantsOf, shippingTo, wholeShipping, allow} = shippingTestApp(app);

  it('lets shoppers pay the supplier’s fee, and none order where nothing is delivered; off again, the store is as before', async () => {
    const shop = await openShipping();
    const before = wholeShipping(shop);
    expect([shippingTo(shop, 'DE'), shippingTo(shop, 'NO')]).toEqual(['4.90', '9.90']);
    expect(await shop.merchant.switchProfile('on')).toMatchObject({want: 'on', isWorking: true});
    expect(await shop.merchant.overview()).toMatchObject({unserved: ['NO'], unservedCheckout: 'being_written'});
    await work(shop);
    expect(await shop.merchant.shippingProfile()).toMatchObject({
      isWorking: false,
      isReached: true,
      stopped: null,
      said: null,
    });
    expect(await shop.merchant.overview()).toMatchObject({unserved: ['NO'], unservedCheckout: 'refused'});
    expect([shippingTo(shop, 'DE'), shippingTo(shop, 'US'), shippingTo(shop, 'NO')]).toEqual([
      '16.00',
      '30.00',
      'refused',
    ]);
    expect(ours(shop).zones).toHaveLength(11);
    expect(ours(shop).variantIds).toEqual(variantsOf(shop));
    await shop.merchant.switchProfile('off');
    await work(shop);
    expect(wholeShipping(shop)).toEqual(before);
    expect((await shop.merchant.overview()).unservedCheckout).toBe('by_zones');
    expect(await shop.merchant.shippingProfile()).toMatchObject({want: 'off', isWorking: false, variants: {moved: 0}});
  });

  it('counts in what is left: the margin knows the profile’s rates', async () => {
    const shop = await openShipping();
    await shop.merchant.switchProfile('on', {percent: 50, surcharge: 2});
    await work(shop);
    expect(shippingTo(shop, 'GB')).toBe('17.00');
    expect((await shop.run()).state).toBe('done');
    const {rows} = await chargesOf(shop.domain);
    expect(rows).toEqual([{charge: 1_000}]);
  });

  it('gives each variant back to the merchant’s profile it was in', async () => {
    const shop = await openShipping();
    const [first = '', second = ''] = variantsOf(shop);
    const heavy = shop.store.profiles.create({
      name: 'Heavy goods',
      zones: [{name: 'Home', countries: ['DE'], rates: [{price: '29.00'}]}],
      variantIds: [first, second],
    });
    const before = wholeShipping(shop);
    await shop.merchant.switchProfile('on');
    await work(shop);
    expect([shippingTo(shop, 'DE', first), shop.store.profiles.all().find(({id}) => id === heavy)?.variantIds]).toEqual(
      ['16.00', []],
    );
    await shop.merchant.switchProfile('off');
    await work(shop);
    expect(wholeShipping(shop)).toEqual(before);
  });

  it('waits for the permission, and says so', async () => {
    const shop = await openShipping({}, {isAllowed: false});
    await shop.merchant.switchProfile('on');
    await work(shop);
    const answer = await shop.merchant.shippingProfile();
    expect(answer).toMatchObject({isPermitted: false, stopped: 'not_permitted', isWorking: false});
    expect(answer.said).toMatch(/^Piecewise may not change the shipping settings/);
    await allow(shop);
    await work(shop);
    expect(shippingTo(shop, 'DE')).toBe('16.00');
  });

  it('is tried on three products before all move', async () => {
    const shop = await openShipping();
    const {trial} = await shop.merchant.switchProfile('trial');
    await work(shop);
    const products = new Set(
      shop.store.products().filter(({variants}) => variants.some(({id}) => ours(shop).variantIds.includes(id))),
    );
    expect([trial.length, products.size]).toEqual([3, 3]);
    await shop.merchant.switchProfile('on');
    await work(shop);
    expect(ours(shop).variantIds).toEqual(variantsOf(shop));
  });

  it('takes in what a run makes, and gives back what it retires', async () => {
    const shop = await openShipping({brands: ['Nordhaag']});
    await shop.merchant.switchProfile('on');
    await work(shop);
    const [gone = ''] = [...shop.products().keys()];
    await shop.set({brands: ['Nordhaag', 'Sablefen']});
    app().supplier.catalogue.withdraw(gone);
    await shop.run();
    app().supplier.catalogue.restore(gone);
    await work(shop);
    const retired = new Set(shop.product(gone).variants.map(({id}) => id));
    expect(new Set(ours(shop).variantIds)).toEqual(new Set(variantsOf(shop).filter((id) => !retired.has(id))));
  });

  const chargesOf = async (shop: string) => {
    const {db} = app().deps;
    const row = await db
      .selectFrom('shipping_rates')
      .select('groups')
      .where('shop', '=', shop as never)
      .executeTakeFirst();
    const rates = (row?.groups ?? [])
      .flat()
      .filter(({countries}) => countries.includes('DE'))
      .flatMap((zone) => zone.rates);
    return {rows: rates.map(({price}) => ({charge: price}))};
  };
});
