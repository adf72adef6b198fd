import {describe, expect, test} from 'vitest';
import {
  aConnection,
  aDropshipOrder,
  anOverview,
  anUnknownOrder,
  aRunGoingOn,
  noConnection,
  nothingToPay,
  theSettings,
} from './answers.ts';
import {browserRuns, suiteName} from './browser.ts';
import {tooMany} from './in-trouble.ts';
import {settingUp} from './setup/setup-answers.ts';
import {seen, useTestPage} from './test-page.ts';

describe.runIf(browserRuns)(suiteName('the page in the admin frame'), () => {
  const testPage = useTestPage();
  const {open, openAt} = testPage;

  test('shows the counts, what waits for payment and since when', async () => {
    const app = await open();
    await seen(app, '18,204');
    await seen(app, '2 dropship orders wait for your payment');
    await seen(app, /The oldest has waited \d+ days/);
    await seen(app, '1 order needs you');
  });

  test('links the checkout of an unpaid order, in a window that cannot reach back', async () => {
    const app = await openAt('/orders');
    const link = app.getByRole('link', {name: 'Open checkout for #1042'});
    expect(await link.getAttribute('href')).toBe('http://127.0.0.1:9/checkout/8f2');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toBe('noopener');
  });

  test('says why an order is not sent and why a link is withheld', async () => {
    const app = await openAt('/orders');
    await seen(app, 'The supplier does not ship to Norway.');
    await seen(app, 'The supplier’s link leads to an unknown address, so it is not shown.');
    expect(await app.getByRole('link', {name: /Open checkout/}).count()).toBe(1);
  });

  test.each(['unconfirmed', 'placing'] as const)('of an order that is %s it claims nothing', async (state) => {
    const app = await openAt('/orders', {orders: [anUnknownOrder(state)]});
    await seen(app, state === 'placing' ? 'Sending' : 'Check with the supplier');
    await app.getByText('Reference piecewise-demo-1045-2vd36wwd7-1', {exact: true}).waitFor();
    expect(await app.getByText('Not sent').count()).toBe(0);
  });

  test('an order confirmed by hand without the supplier’s number is at the supplier, and can be paid', async () => {
    const app = await openAt('/orders', {orders: [aDropshipOrder({ref: null})]});
    await app.getByRole('link', {name: 'Open checkout for #1042'}).waitFor();
    await seen(app, 'Reference PW-1042-1');
    expect(await app.getByText('Not sent').count()).toBe(0);
  });

  test('says of a colour or size where it comes from, and shows the standing colour to change', async () => {
    const text = 'Size “One size”: taken from the size text in the supplier’s catalogue.';
    const taken = [{what: 'size', word: 'One size', from: 'catalogue', text}] as const;
    const app = await openAt('/orders', {
      orders: [aDropshipOrder({state: 'waiting', ref: null, size: null, taken: [...taken]})],
    });
    await seen(app, text);
    await testPage.followMenu('Settings');
    await app.getByLabel('Colour to order').waitFor();
    expect(await app.getByLabel('Colour to order where the supplier states none').inputValue()).toBe('as pictured');
  });

  test('shows the country an order is sent to', async () => {
    const app = await openAt('/orders');
    for (const country of ['DE', 'GB'])
      await app.getByText(country, {exact: true}).filter({visible: true}).first().waitFor();
  });

  test('narrows the orders to the ones that need the merchant', async () => {
    const app = await openAt('/orders');
    await app.getByRole('button', {name: /^Needs you/}).click();
    await app.getByText('#1042').waitFor({state: 'detached'});
    await seen(app, '#1043');
  });

  test('older orders are a page away, and so is the way back', async () => {
    const orders = [1050, 1049, 1048, 1047].map((number) => aDropshipOrder({id: `${number}`, orderName: `#${number}`}));
    const app = await openAt('/orders', {orders});
    await seen(app, '#1050');
    expect(await app.getByText('#1047').count()).toBe(0);
    await app.getByRole('button', {name: 'Next'}).click();
    await seen(app, '#1047');
    await app.getByRole('button', {name: 'Previous'}).click();
    await seen(app, '#1050');
  });

  test('on a phone the admin’s menu fades where it goes on, and shows the page that is open', async () => {
    const app = await openAt('/', {}, 390);
    await seen(app, '18,204');
    const menu = testPage.page.getByRole('navigation', {name: 'Admin'});
    const classes = () => menu.getAttribute('class');
    await expect.poll(classes).toBe('goes-on-after');
    await testPage.page.goto(`${testPage.server.adminUrl}/runs`);
    await seen(app, 'On schedule');
    await expect.poll(classes).toMatch(/goes-on-before/);
    const box = await menu.getByRole('link', {name: 'Updates', exact: true}).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await testPage.page.evaluate("document.querySelector('nav').scrollTo(9_999, 0)");
    await expect.poll(classes).toBe('goes-on-before');
  });

  test('a key the supplier refuses brings the server’s sentence to its field', async () => {
    const app = await openAt('/settings/connection', {
      overview: anOverview({connection: noConnection(), lastRun: null}),
    });
    testPage.expectComplaint(/422/);
    await app.getByLabel('Catalogue key').fill('pk_wrong');
    await app.getByRole('button', {name: 'Connect', exact: true}).first().click();
    await app.getByRole('alert').filter({hasText: 'The supplier does not accept this catalogue key.'}).waitFor();
  });

  test('a key the supplier accepts is shown by its last four characters', async () => {
    const app = await openAt('/settings/connection', {
      overview: anOverview({connection: noConnection(), lastRun: null}),
      connectKey: () => {
        testPage.server.answers.overview = anOverview();
        return testPage.server.answers.overview.connection;
      },
    });
    await app.getByLabel('Catalogue key').fill('pk_right');
    await app.getByRole('button', {name: 'Connect', exact: true}).first().click();
    await seen(app, /registered to Nordlicht Mode GmbH/);
    await testPage.page.getByText('Catalogue key connected').waitFor();
  });

  test('a key that can no longer be read is asked for again', async () => {
    const dropship = {state: 'unreadable', last4: '07ab', answeredAt: null} as const;
    const app = await open({overview: anOverview({connection: aConnection({dropship})})});
    await seen(app, 'Your dropship key has to be entered again');
    await app.getByRole('link', {name: 'Replace the key'}).click();
    await app.getByLabel('New dropship key').waitFor();
  });

  test('a store that has nothing yet is led to the first step', async () => {
    const app = await open({
      overview: anOverview({
        connection: noConnection(),
        chosen: false,
        lastRun: null,
        ...settingUp(),
        needsYou: 0,
        toPay: nothingToPay(),
        listings: {active: 0, drafts: 0, ownDrafts: 0, held: 0, retired: 0, quarantined: 0},
      }),
      runs: [],
      orders: [],
    });
    await seen(app, '0 of 6 steps done');
    await testPage.followMenu('Orders');
    await seen(app, 'No orders yet');
    await testPage.followMenu('Updates');
    await app.getByRole('button', {name: 'Start an update'}).waitFor();
    expect(await app.getByRole('button', {name: 'Start an update'}).isDisabled()).toBe(true);
  });

  test('what is changed appears in the save bar and is saved whole', async () => {
    const app = await openAt('/settings');
    await app.getByLabel('Nightly update starts at').fill('05:30');
    await app.getByLabel('Pause sending').check();
    await testPage.page.getByText('Unsaved changes').waitFor();
    await testPage.page.getByRole('button', {name: 'Save'}).click();
    await testPage.page.getByText('Saved', {exact: true}).waitFor();
    expect(testPage.server.saved).toEqual([theSettings({nightlyAt: '05:30', sendingPaused: true})]);
  });

  test('discarding brings back what was saved', async () => {
    const app = await openAt('/settings');
    await app.getByLabel('Nightly update starts at').fill('05:30');
    await testPage.page.getByRole('button', {name: 'Discard'}).click();
    // The bar tells the page by a message.
    await expect.poll(() => app.getByLabel('Nightly update starts at').inputValue()).toBe('04:00');
    await testPage.page.getByText('Unsaved changes').waitFor({state: 'hidden'});
  });

  test('searching brands is not a change to save', async () => {
    const app = await openAt('/rules');
    await app.getByRole('button', {name: 'Choose brands and categories of rule 1'}).click();
    await app.getByLabel('Search brands').fill('nordhaus');
    await app.getByText('Bergmann & Sohn').waitFor({state: 'detached'});
    expect(await testPage.page.getByText('Unsaved changes').isVisible()).toBe(false);
  });

  test('a started run shows its counts as they grow', async () => {
    const app = await openAt('/runs', {
      startRun: () => {
        testPage.server.answers.overview = anOverview({lastRun: aRunGoingOn(600)});
        testPage.server.answers.runs = [aRunGoingOn(600)];
        return aRunGoingOn(0);
      },
    });
    await app.getByRole('button', {name: 'Start an update'}).click();
    await seen(app, '600 articles read so far.');
    testPage.server.answers.runs = [aRunGoingOn(1194)];
    await seen(app, '1,194 articles read so far.');
  });

  test('an answer that failed is said in words, and trying again helps', async () => {
    testPage.expectComplaint(/503/);
    const app = await open({broken: true});
    await seen(app, 'The database is being moved.');
    testPage.server.answers.broken = false;
    await app.getByRole('button', {name: 'Try again'}).first().click();
    await seen(app, '18,204');
  });

  test('too many requests are said in words, and the page asks again by itself, also for what it loads only once', async () => {
    testPage.expectComplaint(/429/);
    const app = await open({refusals: 1_000});
    await seen(app, tooMany);
    testPage.server.answers.refusals = 0;
    await seen(app, '18,204');
    testPage.server.answers.refusals = 1_000;
    await testPage.followMenu('Settings');
    await seen(app, tooMany);
    testPage.server.answers.refusals = 0;
    await app.getByLabel('Nightly update starts at').first().waitFor();
    await app.getByText(tooMany).first().waitFor({state: 'detached'});
  });

  test('an unexpected error is shown with the reference that finds it in the log', async () => {
    testPage.expectComplaint(/500/);
    const app = await open({broken: 'unexpectedly'});
    await seen(app, /Something went wrong on our side\. Reference for support: request-4711-aaaaaa/);
  });

  test('without Shopify’s scripts a plain sentence appears after five seconds', async () => {
    testPage.expectComplaint(/ERR_FAILED|401/);
    const app = await open({}, 1280, async (opened) => {
      await opened.clock.install();
      await opened.route('**/sandbox/*.js', (route) => route.abort());
    });
    await app.locator('s-page').waitFor({state: 'attached'});
    await testPage.page.clock.fastForward(5_000);
    await app.getByRole('alert').filter({hasText: 'page elements did not load'}).waitFor();
  });

  test('fits a telephone without scrolling sideways', async () => {
    const app = await openAt('/orders', {}, 390);
    await seen(app, 'Germany');
    await testPage.expectFits('orders');
  });
});
