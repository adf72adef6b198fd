// What the merchant corrects or adds later on the page of an order.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from './browser.ts';
import {anOrderDetail} from './order-answers.ts';
import {useTestPage} from './test-page.ts';

describe.runIf(browserRuns)(suiteName('corrections on the page of an order'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test('a wrong tracking number is corrected, and what was right stays', async () => {
    const shipment = {
      carrier: 'DHL',
      trackingNumber: 'J1',
      trackingUrl: null,
      notifyBuyer: false,
      shippedAt: '2026-11-19T09:00:00.000Z',
    };
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'shipped', actions: ['shipped', 'refunded'], shipment})],
    });
    await app.getByLabel('Tracking number').fill('J2');
    await app.getByRole('button', {name: 'Correct the tracking'}).click();
    const input = {carrier: 'DHL', trackingNumber: 'J2', notifyBuyer: false};
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'shipped', input}]);
  });

  test('a carrier that Shopify does not know is typed, and stands there when the tracking is corrected', async () => {
    const typed = {carrier: 'Velo Kurier', trackingNumber: 'J1', notifyBuyer: true};
    const app = await openAt(
      '/orders/order-1',
      {details: [anOrderDetail({state: 'paid', actions: ['shipped']})]},
      phone,
    );
    await app.getByLabel('Carrier').selectOption('Another one, typed');
    await app.getByLabel('Name of the carrier').fill('Velo Kurier');
    await app.getByLabel('Tracking number').fill('J1');
    await testPage.expectFits('order-typed-carrier');
    const shipment = {...typed, trackingUrl: null, shippedAt: '2026-11-19T09:00:00.000Z'};
    testPage.server.answers.details = [anOrderDetail({state: 'shipped', actions: ['shipped'], shipment})];
    await app.getByRole('button', {name: 'Mark as shipped'}).click();
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'shipped', input: typed}]);
    await app.getByRole('button', {name: 'Correct the tracking'}).waitFor();
    expect(await app.getByLabel('Name of the carrier').inputValue()).toBe('Velo Kurier');
  });

  test('the supplier’s number can be given later', async () => {
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({ref: null, actions: ['confirm', 'paid', 'dismiss']})],
    });
    await app.getByLabel('The supplier’s order number').fill('DS-9');
    await app.getByRole('button', {name: 'Give the number'}).click();
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'confirm', input: {ref: 'DS-9'}}]);
  });

  test('what the supplier states is chosen from, other words are typed, and remembered', async () => {
    const stated = {colours: ['Navy', 'Red'], sizes: []};
    const app = await openAt(
      '/orders/order-1',
      {
        details: [
          anOrderDetail({state: 'needs_details', actions: ['details', 'dismiss'], colour: null, size: null, stated}),
        ],
      },
      phone,
    );
    await app.getByLabel('Colour', {exact: true}).selectOption('Red');
    await app.getByLabel('Size', {exact: true}).fill('one size');
    await app.getByLabel('Always for this article').check();
    await testPage.expectFits('order-stated');
    await app.getByRole('button', {name: 'Save the details'}).click();
    const input = {colour: 'Red', size: 'one size', always: true};
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'details', input}]);
  });

  test('what is remembered for an article is listed in the settings, and forgotten again', async () => {
    const standingAnswers = [
      {articleId: 'A-100', articleName: 'Fjordline knit jumper', category: null, colour: 'Red', size: 'one size'},
      {articleId: null, articleName: null, category: 'Bags', colour: 'black', size: null},
    ];
    const app = await openAt('/settings', {standingAnswers}, 390);
    await app.getByText('Colour “Red”, Size “one size”').waitFor();
    await app.getByText('Category Bags').scrollIntoViewIfNeeded();
    await testPage.expectFits('settings-remembered');
    await app.getByRole('button', {name: 'Forget what is ordered for Fjordline knit jumper (A-100)'}).click();
    await app.getByText('Colour “Red”, Size “one size”').waitFor({state: 'detached'});
    await app.getByText('Category Bags').waitFor();
  });

  test('of many answers that are remembered one is found, and twenty are shown at once', async () => {
    const standingAnswers = Array.from({length: 500}, (_, at) => ({
      articleId: `A-${at}`,
      articleName: at === 377 ? 'Größe Coat' : `Jumper ${at}`,
      category: null,
      colour: 'Red',
      size: null,
    }));
    const app = await openAt('/settings', {standingAnswers}, 390);
    await app.getByText('And 480 more answers. Type above to find one.').waitFor();
    expect(await app.getByRole('button', {name: /^Forget what is ordered for/}).count()).toBe(20);
    await testPage.expectFits('settings-many-remembered');
    await app.getByRole('searchbox').first().fill('größe coat');
    await app.getByText('Jumper 1 (A-1)').waitFor({state: 'detached'});
    await app.getByRole('button', {name: 'Forget what is ordered for Größe Coat (A-377)'}).click();
    await app.getByText('No answer is like that.').waitFor();
  });
});
