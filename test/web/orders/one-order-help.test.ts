// What the page of an order and its row spare the merchant: looking for the address, and for the page that a reason names.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {aDropshipOrder, anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('the page of an order'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test('shows the address for the checkout at once while it is to be paid, with its copy buttons', async () => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail()]});
    await seen(app, 'Lindenweg 5, Hinterhaus');
    await app.getByRole('button', {name: 'Copy Postcode'}).waitFor();
    await seen(app, 'Shown without asking while the order waits for your payment');
    await seen(app, 'The supplier’s checkout asks for the delivery address.');
  });

  test('shows what is to be paid in all, and the checkout is the primary button', async () => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail({price: 2000, quantity: 2, fee: 173})]});
    await seen(app, 'Total to pay');
    await app.getByText('€41.73', {exact: true}).waitFor();
    const primary = app.locator('s-button[variant=primary]:not([slot])');
    expect(await primary.allTextContents()).toEqual(['Open checkout']);
  });

  test('without a link to the checkout, “I paid it” is the primary button', async () => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail({checkoutUrl: null})]});
    await seen(app, 'What you can do');
    const primary = app.locator('s-button[variant=primary]:not([slot])');
    expect(await primary.allTextContents()).toEqual(['I paid it']);
  });

  test('says that it was approved until the order moves on, and keeps the focus then', async () => {
    const held = {state: 'held', reasonCode: 'risk', ref: null, checkoutUrl: null, actions: ['approve']} as const;
    const due = anOrderDetail({...held, actions: ['approve'], state: 'waiting', reasonCode: 'looked_at_again'});
    const app = await openAt(
      '/orders/order-1',
      {
        details: [anOrderDetail({...held, actions: ['approve']})],
        actOnOrder: () => {
          testPage.server.answers.details = [due];
          return due;
        },
      },
      1280,
      (page) => page.clock.install(),
    );
    await app.getByRole('button', {name: 'Send now'}).click();
    await seen(app, 'Approved. Piecewise places the order.');
    testPage.server.answers.details = [anOrderDetail()];
    await testPage.page.clock.fastForward(60_000);
    await app.getByText('Approved. Piecewise places the order.').waitFor({state: 'detached'});
    expect(await app.locator(':focus').getAttribute('role')).toBe('status');
  });

  test('an order to a country that the supplier does not serve says what helps, each one click away', async () => {
    const reason = 'The supplier does not deliver to Norway (NO). Nothing was sent.';
    const blocked = {state: 'blocked', reasonCode: 'destination_blocked', reason, country: 'NO', zone: null} as const;
    const unsent = {ref: null, checkoutUrl: null, price: null, fee: null};
    const order = anOrderDetail({...blocked, ...unsent, actions: ['approve', 'dismiss']});
    const app = await openAt('/orders/order-1', {details: [order]}, phone);
    const hrefOf = (name: string) => app.getByRole('link', {name, exact: true}).getAttribute('href');
    const inShopify = await hrefOf('Open the order in Shopify');
    expect(inShopify).toMatch(/^shopify:\/\/admin\/orders\/\d+$/);
    expect(await hrefOf('Correct the country in Shopify')).toBe(inShopify);
    expect(await hrefOf('Refund the order in Shopify')).toBe(inShopify);
    await seen(app, /refund this article or the whole order.*If you refund only an amount, close it here\.$/);
    expect(await hrefOf('Open shipping in Shopify')).toBe('shopify://admin/settings/shipping');
    await app.getByRole('button', {name: 'Close without sending', exact: true}).first().waitFor();
    await testPage.expectFits('order-country-not-served');
  });

  test.each([
    [
      'refused',
      /the shipping profile sees to that already, as shoppers there cannot check out/,
      'Open Pricing',
      '/pricing',
    ],
    ['by_markets', /take the country out of your markets/, 'Open Markets in Shopify', 'shopify://admin/markets'],
  ] as const)(
    'its further orders, with countries %s, are not said to come by shipping zones',
    async (unservedCheckout, text, name, href) => {
      const blocked = {state: 'blocked', reasonCode: 'destination_blocked', country: 'NO', zone: null} as const;
      const details = [anOrderDetail({...blocked, reason: 'The supplier does not deliver to Norway (NO).', ref: null})];
      const app = await openAt('/orders/order-1', {details, overview: anOverview({unservedCheckout})}, phone);
      await seen(app, text);
      expect(await app.getByRole('link', {name}).getAttribute('href')).toContain(href);
      expect(await app.getByText('shipping zones').count()).toBe(0);
    },
  );

  test('an order to a territory of a country that is served says to correct the address, and nothing of shipping zones', async () => {
    const reason = 'By its postcode, the address is in Jersey (JE), and the supplier does not deliver there.';
    const blocked = {state: 'blocked', reasonCode: 'destination_blocked', reason, country: 'GB', zone: null} as const;
    const app = await openAt('/orders/order-1', {details: [anOrderDetail({...blocked, actions: ['dismiss']})]});
    await app.getByRole('link', {name: 'Correct the address in Shopify'}).waitFor();
    await seen(app, /correct the country, province or postcode there/);
    await app.getByRole('link', {name: 'Refund the order in Shopify'}).waitFor();
    expect(await app.getByRole('link', {name: 'Open shipping in Shopify'}).count()).toBe(0);
  });

  test('an order without a country says where to enter it, and other blocked orders say nothing of countries', async () => {
    const blocked = {state: 'blocked', reasonCode: 'no_country', reason: 'It has no country.', ref: null} as const;
    const app = await openAt('/orders/order-1', {details: [anOrderDetail({...blocked, actions: ['dismiss']})]});
    await app.getByRole('link', {name: 'Enter the country in Shopify'}).waitFor();
    expect(await app.getByRole('link', {name: 'Open shipping in Shopify'}).count()).toBe(0);
    testPage.server.answers.details = [
      anOrderDetail({...blocked, reasonCode: 'variant_unknown', reason: 'Not ours.', actions: ['dismiss']}),
    ];
    await testPage.page.reload();
    await seen(app, 'Not ours.');
    expect(await app.getByRole('link', {name: 'Refund the order in Shopify'}).count()).toBe(0);
  });

  test('an order that asks for a size says what the catalogue names', async () => {
    const asks = {state: 'needs_details', reasonCode: 'size_missing', reason: 'Say which size.', ref: null} as const;
    const order = anOrderDetail({...asks, size: null, sizeText: '1S 2M 2L 1XL', actions: ['details', 'dismiss']});
    const app = await openAt('/orders/order-1', {details: [order]}, phone);
    await app.getByText('In the catalogue: “1S 2M 2L 1XL”').waitFor();
    await testPage.expectFits('order-size-asked');
  });

  test('the history says in words what the merchant overruled', async () => {
    const entry = {
      id: 1,
      at: '2026-11-18T09:12:00.000Z',
      actor: 'user:7',
      subject: 'order-1',
      before: null,
      after: null,
    };
    const history = [{...entry, action: 'approved', detail: 'delayed, not_paid'}];
    const app = await openAt('/orders/order-1', {details: [anOrderDetail({history})]});
    await seen(app, 'You or a colleague: decided to send it now');
    await seen(app, 'What held it back: the waiting time before orders are sent; the buyer had not paid.');
  });

  test.each<[string, Partial<DropshipOrder>]>([
    ['is shipped', {state: 'shipped'}],
    ['is not to be paid', {doNotPay: true}],
  ])('shows the address only on request when it %s', async (_, changes) => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail(changes)]});
    await app.getByRole('button', {name: 'Show the address'}).waitFor();
    expect(await app.getByText('Lindenweg 5, Hinterhaus').count()).toBe(0);
    await app.getByRole('button', {name: 'Show the address'}).click();
    await seen(app, 'Lindenweg 5, Hinterhaus');
  });

  test.each<[NonNullable<DropshipOrder['reasonCode']>, string, string]>([
    ['margin_unknown', 'Open Pricing', 'From cost to price'],
    ['key_missing', 'Open Settings', 'Connection to the supplier'],
  ])(
    'a reason (%s) that asks for something elsewhere leads there, from the list and from its page',
    async (reasonCode, label, there) => {
      const waiting = {state: 'waiting', reasonCode, reason: 'It waits.', ref: null, checkoutUrl: null} as const;
      const app = await openAt('/orders', {orders: [aDropshipOrder(waiting)], details: [anOrderDetail(waiting)]});
      await app.getByRole('link', {name: `${label} for #1042`}).click();
      await seen(app, there);
      await testPage.page.goBack();
      await app.getByRole('link', {name: /^Open #1042,/}).click();
      await seen(app, 'What you can do');
      await app.getByRole('link', {name: `${label} for #1042`}).click();
      await seen(app, there);
    },
  );

  test.each([
    ['delayed', 'delayMinutes'],
    ['test_order', 'sendTestOrders'],
    ['sending_paused', 'sendingPaused'],
    ['colour_missing', 'standingColour'],
    ['risk_pending', 'waitForFraudAnalysis'],
  ] as const)('a reason (%s) that one setting decides leads to it: %s has the focus', async (reasonCode, name) => {
    const waiting = {state: 'waiting', reasonCode, reason: 'It waits.', ref: null, checkoutUrl: null} as const;
    const app = await openAt('/orders', {orders: [aDropshipOrder(waiting)]});
    await app.getByRole('link', {name: 'Open Settings for #1042'}).click();
    await app.locator(`[name="${name}"]:focus-within, [name="${name}"]:focus`).waitFor();
  });

  test.each([
    ['held', 'risk', 'Decide'],
    ['held', 'cost_above_limit', 'Decide'],
    ['held', 'margin_below_floor', 'Decide'],
    ['held', 'approval_asked', 'Decide'],
    ['needs_details', 'name_missing', 'Enter the details'],
    ['needs_details', 'colour_missing', 'Enter the details'],
  ] as const)(
    'an order (%s: %s) that asks for the merchant leads from its row to its own page',
    async (state, reasonCode, label) => {
      const asking = {state, reasonCode, reason: 'It asks.', ref: null, checkoutUrl: null} as const;
      const app = await openAt('/orders', {orders: [aDropshipOrder(asking)], details: [anOrderDetail(asking)]});
      await seen(app, 'It asks.');
      expect(await app.getByRole('link', {name: /^Open (Settings|Connection)/}).count()).toBe(0);
      await app.getByRole('link', {name: `${label} for #1042`}).click();
      await seen(app, 'What you can do');
      expect(await app.getByRole('link', {name: `${label} for #1042`}).count()).toBe(0);
    },
  );
});
