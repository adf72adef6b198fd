// Home: what is next for the merchant, with its buttons, and the state of the store.
import {describe, expect, test} from 'vitest';
import type {Overview} from '#contract/overview.ts';
import {
  aConnection,
  aDropshipOrder,
  anOverview,
  aRun,
  aRunGoingOn,
  aSumToPay,
  noConnection,
  nothingToPay,
} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aBrake} from '../catalogue-answers.ts';
import {settingUp} from '../setup/setup-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {noSales} from './sales-answers.ts';

const {webhooks} = anOverview();
const lastFailure = {
  topic: 'orders/updated',
  resource: 'gid://shopify/Order/820982911946154508',
  reason: 'Shopify refused POST /admin/api/2026-10/graphql.json (HTTP 400).',
  at: '2026-11-20T22:00:00.000Z',
};
const cost = {articleId: 'A-1', name: 'Maison Perrin silk scarf', from: 3683, to: 6100};
const quiet = {orders: {}, toPay: nothingToPay(), needsYou: 0} satisfies Partial<Overview>;

/** What Home shows, by the name of its picture. */
const states: Readonly<Record<string, {readonly overview: Overview; readonly shown: string | RegExp}>> = {
  quiet: {overview: anOverview(quiet), shown: 'Nothing needs you right now.'},
  everything: {
    overview: anOverview({
      connection: aConnection({dropship: {state: 'rejected', last4: '07ab', answeredAt: null}}),
      orders: {awaiting_payment: 2, unconfirmed: 1, held: 2},
      flagged: 2,
      needsYou: 4,
      costs: {count: 2, first: cost},
      failedImages: {count: 3, reason: 'The image is too large.'},
      unserved: ['NO', 'CH'],
      webhooks: {...webhooks, silent: true, foundByReconciliation: 3, failed: 1, lastFailure},
    }),
    shown: '3 more matters follow when these are done.',
  },
  later: {
    overview: anOverview({
      ...quiet,
      needsYou: 1,
      orders: {unconfirmed: 1},
      costs: {count: 1, first: cost},
      failedImages: {count: 3, reason: 'The image is too large.'},
      unserved: ['NO', 'CH', 'IS', 'BR', 'MX', 'IN', 'ZA'],
    }),
    shown: 'Your store sells to 7 countries the supplier does not deliver to',
  },
  paused: {
    overview: anOverview({
      ...quiet,
      orders: {waiting: 2},
      sending: {paused: true, by: '31337', byYou: false, since: '2026-11-20T09:30:00.000Z'},
    }),
    shown: /^Sending has been paused since 20 Nov.*, by a colleague\.$/,
  },
  running: {overview: anOverview({...quiet, lastRun: aRunGoingOn(600)}), shown: 'Running'},
  fresh: {
    overview: anOverview({
      ...quiet,
      connection: noConnection(),
      chosen: false,
      lastRun: null,
      ...settingUp(),
      nextRunAt: null,
      listings: {active: 0, drafts: 0, ownDrafts: 0, held: 0, retired: 0, quarantined: 0},
    }),
    shown: '0 of 6 steps done',
  },
  stopped: {
    overview: anOverview({stopped: {since: '2026-11-20T22:00:00.000Z', reason: 'no_access'}, nextRunAt: null}),
    shown: 'Piecewise has stopped for your store',
  },
};

describe.runIf(browserRuns)(suiteName('Home'), () => {
  const testPage = useTestPage();
  const {open} = testPage;
  type App = Awaited<ReturnType<typeof open>>;
  const rowOf = (app: App, text: string | RegExp) => app.getByRole('listitem').filter({hasText: text});

  describe('opened on a phone', () => {
    test.each(Object.entries(states))(
      'in the state “%s” fits, has one banner at most, and axe finds nothing',
      async (name, {overview, shown}) => {
        const app = await open({overview, ...(name === 'fresh' ? {sales: noSales()} : {})}, phone);
        await seen(app, shown);
        await seen(app, name === 'fresh' ? /orders and margin of each day appear here/ : /^Margin: /);
        expect(await app.locator('s-banner').count()).toBe(name === 'stopped' ? 1 : 0);
        expect(await app.getByRole('listitem').count()).toBeLessThanOrEqual(5);
        await testPage.expectFits(`home-${name}`);
      },
    );
  });

  test('a page that is out of date says so in its one banner, whatever else there is to say', async () => {
    testPage.expectComplaint(/503/);
    const overview = anOverview({needsReauth: true, stopped: {since: '2026-11-20T22:00:00.000Z', reason: 'locked'}});
    const app = await open({overview});
    await seen(app, 'Piecewise has lost its access to your store');
    expect(await app.locator('s-banner').count()).toBe(1);
    testPage.server.answers.broken = true;
    await app.locator('html').evaluate('document.dispatchEvent(new Event("visibilitychange", {bubbles: true}))');
    await seen(app, 'This may be out of date: your store could not be loaded again');
    expect(await app.locator('s-banner').count()).toBe(1);
  });

  test('the sum to pay leads to the orders it is made of', async () => {
    const app = await open({overview: anOverview({...quiet, toPay: aSumToPay(), orders: {awaiting_payment: 2}})});
    await rowOf(app, '2 dropship orders wait for your payment: €112.40')
      .getByRole('link', {name: 'See the orders'})
      .click();
    await seen(app, '#1042');
    expect(await app.getByText('#1043').count()).toBe(0);
  });

  test('products that are not on sale lead to their reasons', async () => {
    const {listings} = anOverview();
    const app = await open({overview: anOverview({...quiet, listings: {...listings, held: 3}})});
    await app.getByRole('link', {name: 'See why 3 products are not on sale'}).click();
    await app.getByRole('heading', {name: 'To decide', level: 1}).waitFor();
  });

  test('an order of unknown outcome leads to those that need the merchant', async () => {
    const orders = [
      aDropshipOrder(),
      aDropshipOrder({id: 'lost', orderName: '#1050', state: 'unconfirmed', ref: null}),
    ];
    const app = await open({orders, overview: anOverview({...quiet, needsYou: 1, orders: {unconfirmed: 1}})});
    await app.getByRole('link', {name: 'See the order', exact: true}).click();
    await seen(app, '#1050');
    expect(await app.getByText('#1042').count()).toBe(0);
    await app.getByRole('button', {name: 'Needs you (1)', pressed: true}).waitFor();
  });

  test('a new cost is used with the button of its row, and what happened is said where the focus is', async () => {
    const app = await open({
      overview: anOverview({...quiet, costs: {count: 1, first: cost}}),
      answerClick: () => {
        testPage.server.answers.overview = anOverview(quiet);
        return {run: aRun({state: 'queued', finishedAt: null})};
      },
    });
    await app.getByRole('button', {name: 'Use the new cost of Maison Perrin silk scarf'}).click();
    await seen(app, 'The new cost of Maison Perrin silk scarf is used. An update puts it back on sale now.');
    expect(testPage.server.clicked).toEqual([{path: '/articles/A-1/approve-cost', body: {cost: 6100}}]);
    expect(await app.locator(':focus').getByText('The new cost of').count()).toBe(1);
    expect(await rowOf(app, 'off sale because the cost changed').count()).toBe(0);
  });

  test('a cost that has changed again says so, and its row stays', async () => {
    testPage.expectComplaint(/422/);
    const message = 'The supplier asks another price by now. Reload the page and look at that one.';
    const app = await open({
      overview: anOverview({...quiet, costs: {count: 1, first: cost}}),
      answerClick: () => ({error: {code: 'cost_changed', message, field: 'cost'}}),
    });
    await app.getByRole('button', {name: /^Use the new cost/}).click();
    await seen(app, message);
    await rowOf(app, 'off sale because the cost changed').waitFor();
  });

  test('failed images are tried again with one click', async () => {
    const app = await open({overview: anOverview({...quiet, failedImages: {count: 3, reason: 'Too large.'}})});
    await rowOf(app, '3 images could not be put into your store').getByRole('button', {name: 'Try them again'}).click();
    await seen(app, 'The next update tries the images again.');
    expect(testPage.server.clicked).toEqual([{path: '/images/failed/retry', body: undefined}]);
  });

  test('a brake is one row, and the next one comes up when it is decided', async () => {
    const second = aBrake({id: '0190b6a0-0000-7000-8000-000000000009', kind: 'cost'});
    const app = await open({
      overview: anOverview(quiet),
      brakes: [aBrake(), second],
      decideBrake: (id) => {
        testPage.server.answers.brakes = [second];
        return {brake: aBrake({id, state: 'discarded'}), run: null};
      },
    });
    await app.getByRole('button', {name: 'Keep them on sale'}).click();
    await seen(app, 'They stay on sale.');
    await rowOf(app, 'An update stopped before it changed the prices')
      .getByRole('button', {name: 'Keep the old prices'})
      .waitFor();
  });

  test('every figure, when clicked, opens the list where its orders or products are found', async () => {
    const app = await open({}, 1280, async (page) => {
      await page.route('**/sandbox/api/products?*', (route) => route.fulfill({json: []}));
    });
    const {page} = testPage;
    const figures = [
      [/^To pay\s*€112\.40\s*2 dropship orders$/, '/admin/sandbox/orders?state=awaiting_payment'],
      [/^Needs you\s*1\s*dropship order$/, '/admin/sandbox/orders?state=need-you'],
      [/^Shipped\s*17\s*in 30 days$/, '/admin/sandbox/orders?state=shipped-recently'],
      [/^Margin\s*€[\d.]+\s*of 30 days$/, '/admin/sandbox/orders'],
      [/^On sale\s*18,204/, '/store/sandbox/products'],
    ] as const;
    for (const [name, address] of figures) {
      await app.getByRole('link', {name}).click();
      await expect.poll(() => page.url()).toBe(new URL(address, page.url()).href);
      if (address.startsWith('/admin')) await testPage.followMenu('Piecewise');
    }
    await page.getByRole('heading', {name: 'Products'}).waitFor();
    await page.getByText('No product yet.').waitFor();
  });

  test('the charts say in words what they draw, with the day of the loss', async () => {
    const app = await open();
    const chart = app.getByRole('img', {name: /^Margin: /});
    await chart.waitFor();
    expect(await chart.getAttribute('aria-label')).toMatch(/By day: .*3 Nov −€6\.40/);
    await seen(app, /Without 1 order whose margin is not known\./);
  });

  test('the same outcome of a second button is announced and focused again', async () => {
    const app = await open({overview: anOverview({...quiet, failedImages: {count: 3, reason: null}})});
    const button = app.getByRole('button', {name: 'Try them again'});
    const said = app.locator(':focus').getByText('The next update tries the images again.');
    await button.click();
    await expect.poll(() => said.count()).toBe(1);
    await button.click();
    await expect.poll(() => testPage.server.clicked.length).toBe(2);
    await expect.poll(() => said.count()).toBe(1);
  });
});
