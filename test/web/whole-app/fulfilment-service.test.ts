// Orders requested in Shopify, switched on and off by clicking before the whole app: a request that is made in the store becomes one dropship
// order and is accepted.
import {describe, expect, test} from 'vitest';
import {unusedGoods} from '../../jobs/orders/order-test-app.ts';
import {callService, requestCall, signCall} from '../../support/service-call.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useCatalogueApp} from './catalogue-app.ts';

describe.runIf(browserRuns)(suiteName('orders requested in Shopify, by clicking'), () => {
  const {app, openAt, page, seen, testApp} = useCatalogueApp(40);
  const services = () => testApp().store.services;
  const variants = () =>
    testApp()
      .store.products()
      .flatMap((product) => product.variants.map(({id}) => id));
  /** Products whose variants are all stocked at the service's location alone. */
  const servedProducts = () => {
    const at = services().all()[0]?.locationId;
    const stock = services().stock();
    const isServed = ({id}: {id: string}) => stock[id]?.length === 1 && stock[id]?.[0] === at;
    return testApp()
      .store.products()
      .filter((product) => product.variants.every(isServed)).length;
  };
  const wholeStock = () => ({all: services().all(), locations: services().locations(), stock: services().stock()});
  /** Shopify calls the app about a request, at the address where it listens here. */
  const shopifyCalls = async () => {
    const {url, shop, shopify} = testApp();
    const signature = signCall(requestCall, shopify.apiSecret);
    expect(await callService(url, {text: requestCall, shop, signature})).toBe(200);
  };
  const button = (name: string) => app().getByRole('button', {name, exact: true});
  const settled = {timeout: 60_000};

  test('declined, allowed, tried and switched on, a request becomes one order and is accepted; off again, all is as before', {
    timeout: 240_000,
  }, async () => {
    const {store, supplier, merchant} = testApp();
    store.setShippingRates([{name: 'World', countries: [null], rates: [{price: '9.90'}]}]);
    const before = wholeStock();
    await openAt('/settings/fulfilment');
    await seen('The shipping profile comes first');
    await app().getByRole('link', {name: 'Open the shipping profile'}).click();
    await button('Switch it on for all products').click();
    await page().getByRole('button', {name: 'Allow'}).click();
    await app().getByText(`${variants().length} variants are in it.`).waitFor(settled);
    await app().getByRole('link', {name: 'Orders requested in Shopify'}).click();
    await seen('will be stocked at the location Piecewise, and nowhere else.');
    await button('Try it with three products').click();
    await page().getByText('write fulfillments, write inventory').waitFor();
    await page().getByRole('button', {name: 'Decline'}).click();
    await seen('You did not give Piecewise the permission that Shopify asked for, so nothing has changed.');
    expect(wholeStock()).toEqual(before);
    await button('Try it with three products').click();
    await page().getByRole('button', {name: 'Allow'}).click();
    await app().getByText('are stocked at the location Piecewise. Look at the next order').waitFor(settled);
    expect(servedProducts()).toBe(3);
    await button('Switch it on for all products').click();
    await app()
      .getByText(`${variants().length} variants are stocked at the location Piecewise, and their orders`)
      .waitFor(settled);
    expect(servedProducts()).toBe(store.products().length);
    await expectFits(page(), frameOfApp(page()), 'whole-app-fulfilment-service');

    await merchant.pauseSending();
    const {variantId} = unusedGoods(store, supplier)();
    const order = store.placeOrder({country: 'DE', lines: [{variantId, price: '900.00'}]});
    const [work] = services().fulfilmentOrders(order.id);
    services().request(work?.id ?? '', {message: 'Please send it.'});
    await merchant.resumeSending();
    await shopifyCalls();
    await expect
      .poll(() => services().fulfilmentOrders(order.id), settled)
      .toMatchObject([{requestStatus: 'ACCEPTED'}]);
    expect(supplier.orders()).toHaveLength(1);

    await button('Switch it off').first().click();
    await app()
      .locator('s-modal')
      .getByText(/the location Piecewise are deleted in Shopify\.$/)
      .waitFor();
    await app().locator('s-modal').getByRole('button', {name: 'Switch it off', exact: true}).click();
    await app().getByText('It is off, and every product is stocked where it was.').waitFor(settled);
    expect(wholeStock()).toEqual(before);
  });
});
