// The shipping profile switched on and off by clicking, before the whole app: shoppers pay the supplier's fee at the stand-in's checkout, and
// none can order where nothing is delivered.
import {describe, expect, test} from 'vitest';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {openFold} from '../layout/folds.ts';
import {useCatalogueApp} from './catalogue-app.ts';

describe.runIf(browserRuns)(suiteName('the shipping profile switched by clicking'), () => {
  const {app, openAt, page, seen, testApp} = useCatalogueApp(60);
  const variants = () =>
    testApp()
      .store.products()
      .flatMap((product) => product.variants.map(({id}) => id));
  /** What a shopper pays for the shipping of one piece: the price, or `refused`. */
  const shippingTo = (country: string) => {
    const [variantId = ''] = variants();
    const offer = testApp().store.shippingFor({country, lines: [{variantId}]});
    return offer.kind === 'rate' ? offer.price : offer.kind;
  };
  const profiles = () =>
    testApp()
      .store.profiles.all()
      .map(({name, zones, variantIds}) => ({name, zones, variantIds}));
  const button = (name: string) => app().getByRole('button', {name, exact: true});
  const settled = {timeout: 30_000};

  test('shoppers pay the supplier’s fee and none order from Norway; off again, everything is as before', {
    timeout: 120_000,
  }, async () => {
    const {store} = testApp();
    store.setShipsTo(['DE', 'AT', 'GB', 'US', 'NO']);
    store.setShippingRates([
      {name: 'Home', countries: ['DE', 'AT'], rates: [{price: '4.90'}]},
      {name: 'World', countries: [null], rates: [{price: '9.90'}]},
    ]);
    const before = profiles();
    expect([shippingTo('DE'), shippingTo('NO')]).toEqual(['4.90', '9.90']);
    await openAt('/pricing');
    await button('Switch it on for all products').click();
    await page().getByText('write shipping, read locations').waitFor();
    await page().getByRole('button', {name: 'Decline'}).click();
    await seen('You did not give Piecewise the permission that Shopify asked for, so nothing has changed.');
    expect(profiles()).toEqual(before);
    await button('Switch it on for all products').click();
    await page().getByRole('button', {name: 'Allow'}).click();
    await app().getByText(`${variants().length} variants are in it.`).waitFor(settled);
    await seen('1 country you sell to is not served: Norway (NO).');
    expect([shippingTo('DE'), shippingTo('US'), shippingTo('NO')]).toEqual(['16.00', '30.00', 'refused']);
    await expectFits(page(), frameOfApp(page()), 'whole-app-shipping-profile');
    await openFold(app(), 'Rates');
    await app().getByLabel('Part of the supplier’s fee').fill('50');
    await button('Change the rates').click();
    await expect.poll(() => shippingTo('DE'), settled).toBe('8.00');
    await button('Switch it off').first().click();
    await app().locator('s-modal').getByRole('button', {name: 'Switch it off', exact: true}).click();
    await app().getByText('Shoppers there could no longer buy these products.').waitFor(settled);
    expect([shippingTo('DE'), shippingTo('NO')]).toEqual(['4.90', '9.90']);
    expect(profiles()).toEqual(before);
  });

  test('where the store’s markets have the rates, a press names the market of each country that is not served', {
    timeout: 60_000,
  }, async () => {
    const {store, merchant} = testApp();
    store.profiles.toMarketDriven();
    store.setMarkets([
      {name: 'Germany', countries: ['DE']},
      {name: 'Europe', countries: ['AT', 'NO', 'CH', 'GB']},
      {name: 'International', countries: ['US', 'TR']},
    ]);
    // The app learns of it from the store.
    await merchant.shipping();
    await openAt('/pricing');
    await seen('3 countries you sell to are not served: Norway (NO), Switzerland (CH) and Türkiye (TR).');
    await button('Show the markets').click();
    await page().getByText('read markets').waitFor();
    await page().getByRole('button', {name: 'Decline'}).click();
    await seen('You did not give Piecewise the permission that Shopify asked for, so nothing has changed.');
    await button('Show the markets').click();
    await page().getByRole('button', {name: 'Allow'}).click();
    await seen('The markets they are in');
    await seen('Europe: Norway (NO) and Switzerland (CH)');
    await expectFits(page(), frameOfApp(page()), 'whole-app-markets');
    await app().getByRole('link', {name: 'Open market: Europe'}).click();
    await page().getByRole('heading', {name: 'Markets'}).waitFor(settled);
  });
});
