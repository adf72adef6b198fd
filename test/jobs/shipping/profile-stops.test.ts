// What stops the shipping profile from outside: a surcharge in another currency, and a profile of another app that counts for everything.
import {expect, it} from 'vitest';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';
import {shippingTestApp} from './shipping-app.ts';

onEachSyncTestApp('a shipping profile that is stopped', {articles: 60, shops: 4}, (app) => {
  const {openShipping, work, ours, shippingTo, readFacts} = shippingTestApp(app);
  const state = ({merchant}: Shop) => merchant.shippingProfile();
  const germany = (shop: Shop) =>
    ours(shop).zones.flatMap(({countries, rates}) => (countries.includes('DE') ? rates : []))[0];

  it('takes the number of a surcharge for no other currency: it asks again when the store’s has changed', async () => {
    const rate = {currency: 'CHF', perEuro: '0.95', asOf: '2026-11-01', bufferPercent: 0};
    const shop = await openShipping({pricing: {vatPercent: 22, rate}});
    await shop.merchant.switchProfile('on', {surcharge: 2.5});
    await work(shop);
    expect(germany(shop)).toMatchObject({price: '18.50', currency: 'EUR'});
    shop.store.setCurrency('CHF');
    await readFacts(shop);
    await work(shop);
    expect(await state(shop)).toMatchObject({
      stopped: 'other_currency',
      said: expect.stringMatching(/^The surcharge was entered in another currency/),
      terms: {percent: 100, surcharge: null},
      isWorking: false,
    });
    expect((await shop.merchant.overview()).shippingWarning).toMatch(/Enter it again under Pricing/);
    expect(germany(shop), 'no rate is changed').toMatchObject({price: '18.50', currency: 'EUR'});
    await shop.merchant.switchProfile('on', {surcharge: 3});
    await work(shop);
    expect(await state(shop)).toMatchObject({stopped: null, terms: {surcharge: 3}});
    expect(germany(shop)).toMatchObject({price: '18.20', currency: 'CHF'});
  });

  it('goes on by itself in another currency where there is no surcharge', async () => {
    const rate = {currency: 'CHF', perEuro: '0.95', asOf: '2026-11-01', bufferPercent: 0};
    const shop = await openShipping({pricing: {vatPercent: 22, rate}});
    await shop.merchant.switchProfile('on');
    await work(shop);
    shop.store.setCurrency('CHF');
    await readFacts(shop);
    await work(shop);
    expect([await state(shop), germany(shop)]).toMatchObject([{stopped: null}, {price: '15.20', currency: 'CHF'}]);
  });

  const cover = ({store}: Shop) =>
    store.profiles.create({
      name: 'One for all',
      owner: 'other app',
      coversAllItems: true,
      zones: [{name: 'Everywhere', countries: [null], rates: [{price: '7.00'}]}],
    });

  it('is not made while a profile of another app counts for all products, and is once that is gone', async () => {
    const shop = await openShipping();
    const covering = cover(shop);
    expect(shippingTo(shop, 'NO')).toBe('7.00');
    await shop.merchant.switchProfile('on');
    await work(shop);
    expect(await state(shop)).toMatchObject({
      stopped: 'covered',
      said: expect.stringMatching(/^Another shipping profile counts for all products/),
      isWorking: false,
    });
    expect(shop.store.profiles.all().map(({name}) => name)).toEqual(['General profile', 'One for all']);
    shop.store.profiles.remove(covering);
    await work(shop);
    expect([await state(shop), shippingTo(shop, 'DE'), shippingTo(shop, 'NO')]).toMatchObject([
      {stopped: null},
      '16.00',
      'refused',
    ]);
  });

  it('says that it no longer counts once another app’s does: shoppers pay that one’s rates, and Pricing counts them', async () => {
    const shop = await openShipping();
    await shop.merchant.switchProfile('on');
    await work(shop);
    cover(shop);
    await work(shop);
    expect((await state(shop)).stopped).toBe('covered');
    expect([shippingTo(shop, 'DE'), shippingTo(shop, 'NO')]).toEqual(['7.00', '7.00']);
    expect(await shop.merchant.overview()).toMatchObject({
      unservedCheckout: 'by_zones',
      shippingWarning: expect.stringMatching(/^Another shipping profile counts/),
    });
    const {zones} = await shop.merchant.shipping();
    const rates = zones.find(({zone}) => zone === 'US')?.charges?.groups.flatMap((group) => group.rates);
    expect(rates).toEqual([{price: 700, from: null, to: null}]);
  });
});
