// What must not be overlooked late at night: orders that changed in the store after they were sent, and webhooks in trouble.
import {describe, expect, test} from 'vitest';
import type {Overview} from '#contract/overview.ts';
import {aCancelledOrder, aDropshipOrder, anOverview, aSumToPay, cancelledText, nothingToPay} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {aMovedOrder} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('what the page warns of'), () => {
  const testPage = useTestPage();
  const {open, openAt} = testPage;

  const rowOf = (app: Awaited<ReturnType<typeof open>>, name: string) =>
    app.locator('s-table-row').filter({hasText: name});

  describe('a dropship order whose store order was cancelled after it was sent', () => {
    const orders = [aDropshipOrder(), aCancelledOrder()];
    const overview = anOverview({orders: {awaiting_payment: 2}, toPay: aSumToPay({count: 1}), flagged: 1, needsYou: 1});

    test('says what happened and what to do, and is not shown as one to pay', async () => {
      const app = await openAt('/orders', {orders, overview});
      const row = rowOf(app, '#1041');
      await row.getByText(cancelledText).waitFor();
      await row.getByText('Do not pay', {exact: true}).waitFor();
      expect(await row.getByText('Waits for your payment').count()).toBe(0);
      expect(await row.getByText(/Unpaid for/).count()).toBe(0);
    });

    test('has no button to its checkout; who decides to pay all the same still finds the link', async () => {
      const app = await openAt('/orders', {orders, overview});
      await app.getByRole('link', {name: 'Open checkout for #1042'}).waitFor();
      expect(await app.getByRole('link', {name: 'Open checkout for #1041'}).count()).toBe(0);
      await rowOf(app, '#1041').getByText('This order is not to be paid.').waitFor();
      const link = app.getByRole('link', {name: 'Pay all the same: open the checkout for #1041'});
      expect(await link.getAttribute('href')).toBe('http://127.0.0.1:9/checkout/7a1');
      expect(await link.getAttribute('rel')).toBe('noopener');
    });

    test('is not counted among those to pay, and has a banner of its own that leads to it', async () => {
      const app = await open({orders, overview});
      await seen(app, '1 dropship order waits for your payment');
      const row = app.getByRole('listitem').filter({hasText: '1 order needs you'});
      await row.getByText(/^1 order changed in your store after it was sent/).waitFor();
      await row.getByRole('link', {name: 'See the order'}).click();
      await app.getByText('#1042').waitFor({state: 'detached'});
      await seen(app, '#1041');
      await app.getByRole('button', {name: 'Needs you (1)', pressed: true}).waitFor();
    });

    test('asks for no payment at all where it is the only one', async () => {
      const only = anOverview({orders: {awaiting_payment: 1}, toPay: nothingToPay(), flagged: 1, needsYou: 1});
      const app = await open({orders: [aCancelledOrder()], overview: only});
      await seen(app, '1 order changed in your store after it was sent');
      expect(await app.getByText(/waits? for your payment/).count()).toBe(0);
      expect(await app.getByText(/pay there/).count()).toBe(0);
    });

    test('once seen stays out of the way of a payment by reflex, and says so quietly', async () => {
      const app = await openAt('/orders', {
        orders,
        overview,
        markSeen: () => {
          const {answers} = testPage.server;
          answers.orders = [aDropshipOrder(), aCancelledOrder('2026-11-20T23:58:00.000Z')];
          answers.overview = anOverview({
            orders: {awaiting_payment: 2},
            toPay: aSumToPay({count: 1}),
            flagged: 0,
            needsYou: 0,
          });
          return aCancelledOrder('2026-11-20T23:58:00.000Z');
        },
      });
      await app.getByRole('button', {name: 'Mark as seen: #1041'}).click();
      await rowOf(app, '#1041')
        .getByText(/^Seen .*: The store order was cancelled/)
        .waitFor();
      await app.getByText(/changed in your store after it was sent/).waitFor({state: 'detached'});
      expect(await app.getByRole('button', {name: /Mark as seen/}).count()).toBe(0);
      expect(await app.getByRole('link', {name: 'Open checkout for #1041'}).count()).toBe(0);
      expect(testPage.server.seen).toEqual([
        {id: 'order-cancelled', upTo: '2026-11-19T22:04:00.000Z', key: expect.stringMatching(/^[\x21-\x7e]{8,200}$/)},
      ]);
    });

    test('that could not be marked as seen says why, and stays', async () => {
      testPage.expectComplaint(/422/);
      const message = 'The same click is still being worked on. Look again in a moment.';
      const app = await openAt('/orders', {orders, overview, markSeen: () => ({error: {code: 'under_way', message}})});
      const button = app.getByRole('button', {name: 'Mark as seen: #1041'});
      await button.click();
      await rowOf(app, '#1041').getByText(message).waitFor();
      await button.waitFor();
    });
  });

  test('an order that goes to another address says so, and can be paid', async () => {
    const app = await openAt('/orders', {orders: [aMovedOrder()], overview: anOverview({flagged: 1, needsYou: 1})});
    await seen(app, /Give the new address at the checkout/);
    await app.getByRole('link', {name: 'Open checkout for #1040'}).waitFor();
    await app.getByRole('button', {name: 'Mark as seen: #1040'}).waitFor();
  });

  test.each([
    ['frozen', 'Shopify says that your store is frozen because a bill is unpaid.'],
    ['locked', 'Shopify says that your store is locked.'],
    ['no_answer', 'Shopify announced that Piecewise was removed from your store, and has not answered since.'],
    ['no_access', /has no access left to ask whether that is so\. Close this page and open Piecewise again/],
    ['forbidden', /refuses to say whether that is so\. Tell us if this page says the same tomorrow\./],
  ] as const)(
    'a store for which sending is stopped (%s): why, what stands still, and that nothing is lost',
    async (reason, why) => {
      const app = await open({overview: anOverview({stopped: {since: '2026-11-20T22:00:00.000Z', reason}})});
      const banner = app.locator('s-banner').filter({hasText: 'Piecewise has stopped for your store'});
      await banner.getByText(why).waitFor();
      await banner.getByText(/No orders are sent and no products change\. Everything is kept\./).waitFor();
      expect(await banner.count()).toBe(1);
      const place = {frozen: 'Open billing in Shopify', no_access: 'Open your apps in Shopify'};
      for (const [of, name] of Object.entries(place))
        expect(await banner.getByRole('link', {name}).count()).toBe(of === reason ? 1 : 0);
      expect(await banner.getByRole('button', {name: 'Look again'}).count()).toBe(reason === 'no_access' ? 0 : 1);
    },
  );

  test('a shipping profile that no longer works as before is a warning that leads to Pricing', async () => {
    const text = 'The profile was deleted in Shopify, so your general profile counts again.';
    const app = await open({overview: anOverview({shippingWarning: text})});
    const banner = app.locator('s-banner').filter({hasText: 'Look at your shipping profile'});
    await banner.getByText(text).waitFor();
    await banner.getByRole('link', {name: 'Open Pricing'}).waitFor();
  });

  describe('webhooks', () => {
    const usual = anOverview().webhooks;
    const withWebhooks = (changes: Partial<Overview['webhooks']>) => ({
      overview: anOverview({webhooks: {...usual, ...changes}}),
    });
    const failedWith = (topic: string, resource: string | null, failed = 1) =>
      withWebhooks({
        failed,
        lastFailure: {topic, resource, reason: 'HTTP 400 of Shopify.', at: '2026-11-20T22:00:00.000Z'},
      });

    test('that arrive are not spoken of', async () => {
      const app = await open();
      await seen(app, '18,204');
      expect(await app.getByText(/Shopify does not tell|could not be dealt with/).count()).toBe(0);
    });

    test('that do not arrive: what happened, what it means for orders, what to do', async () => {
      const app = await open(
        withWebhooks({
          silent: true,
          foundByReconciliation: 3,
          reconciledAt: new Date(Date.now() - 360_000).toISOString(),
        }),
      );
      const row = app.getByRole('listitem').filter({hasText: 'Shopify does not tell Piecewise about new orders'});
      await row.getByText(/3 dropship orders were found only because Piecewise looks for orders itself/).waitFor();
      await row.getByText(/every ten minutes; it last did \d+ \w+ ago/).waitFor();
      await row.getByText(/a cancellation may come to your notice too late/).waitFor();
      await row.getByText(/before you pay, look in your Shopify admin whether the order still stands/).waitFor();
      await row.getByText(/tell whoever runs Piecewise for you/).waitFor();
    });

    test.each([
      ['2026-11-20T22:50:00.000Z', /it should every ten minutes, and last did \d+ days ago\./],
      [null, /it should every ten minutes, and has not yet\./],
    ])('that do not arrive, and no order is looked for either (%s): what is missing', async (at, text) => {
      const app = await open(withWebhooks({silent: true, foundByReconciliation: 3, reconciledAt: at}));
      const row = app.getByRole('listitem').filter({hasText: 'Shopify does not tell Piecewise about new orders'});
      await row.getByText(text).waitFor();
      await row.getByText(/cancellations may be missing here.* Tell whoever runs Piecewise for you today/).waitFor();
      expect(await row.getByText(/Orders still come in|found only because/).count()).toBe(0);
    });

    test('about an order that failed name the order, what to compare and, folded away, what was answered', async () => {
      const app = await open(failedWith('orders/cancelled', 'gid://shopify/Order/1042'));
      const row = app.getByRole('listitem').filter({hasText: '1 message from Shopify could not be dealt with'});
      expect(await row.getByText(/HTTP/).count()).toBe(0);
      await row.locator('summary').filter({hasText: 'What was answered'}).click();
      await row.getByText('HTTP 400 of Shopify.').waitFor();
      await row.getByText(/compare it with the list under Orders before you pay/).waitFor();
      const link = row.getByRole('link', {name: 'Open the order in Shopify'});
      expect(await link.getAttribute('href')).toBe('shopify://admin/orders/1042');
    });

    test.each([
      ['orders/found', null, /compare it with the list under Orders before you pay/],
      ['products/update', 'gid://shopify/Product/7', /Orders are not affected/],
      ['customers/redact', 'gid://shopify/Order/1', /within thirty days/],
      ['shop/update', null, /currency, the time zone or the permissions/],
    ] as const)('%s that failed say what it means for orders', async (topic, resource, said) => {
      const app = await open(failedWith(topic, resource, 2));
      await seen(app, '2 messages from Shopify could not be dealt with');
      await seen(app, said);
      expect(await app.getByRole('link', {name: 'Open the order in Shopify'}).count()).toBe(0);
    });

    test('that failed can be put away until another one fails, and stay away when Home is left or loaded again', async () => {
      const app = await open(failedWith('shop/update', null));
      await app.getByRole('button', {name: 'Dismiss'}).click();
      const spoken = app.getByText('could not be dealt with');
      await spoken.waitFor({state: 'detached'});
      await expect.poll(() => app.locator(':focus').getByText('Dismissed until it happens again.').count()).toBe(1);
      await testPage.followMenu('Orders');
      await seen(app, '#1043');
      await testPage.followMenu('Piecewise');
      await seen(app, '18,204');
      expect(await spoken.count()).toBe(0);
      await testPage.page.reload();
      await seen(app, '18,204');
      expect(await spoken.count()).toBe(0);
      const {answers} = testPage.server;
      answers.overview = failedWith('shop/update', null, 2).overview;
      const {lastFailure} = answers.overview.webhooks;
      if (lastFailure !== null) lastFailure.at = '2026-11-21T01:00:00.000Z';
      await app.locator('html').evaluate('document.dispatchEvent(new Event("visibilitychange", {bubbles: true}))');
      await seen(app, '2 messages from Shopify could not be dealt with');
    });
  });

  test('all of it at once fits a telephone', async () => {
    const webhooks = {
      ...anOverview().webhooks,
      silent: true,
      foundByReconciliation: 3,
      reconciledAt: '2026-11-20T22:50:00.000Z',
      failed: 1,
      lastFailure: {
        topic: 'orders/updated',
        resource: 'gid://shopify/Order/820982911946154508',
        reason: 'Shopify refused POST /admin/api/2026-10/graphql.json (HTTP 400).',
        at: '2026-11-20T22:00:00.000Z',
      },
    };
    const app = await open(
      {
        orders: [aCancelledOrder(), aMovedOrder()],
        overview: anOverview({toPay: aSumToPay({count: 1}), flagged: 2, needsYou: 2, webhooks}),
      },
      390,
    );
    await seen(app, '2 orders changed in your store');
    await testPage.expectFits('home-changed');
    await testPage.followMenu('Orders');
    await seen(app, cancelledText);
    await testPage.expectFits('orders-changed');
  });
});
