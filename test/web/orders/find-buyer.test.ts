// Orders found by the buyer's name or e-mail, which stands in no address.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('the search for a buyer'), () => {
  const testPage = useTestPage();
  type App = Awaited<ReturnType<typeof testPage.openAt>>;
  const find = async (app: App, text: string) => {
    await app.getByRole('button', {name: 'Find a buyer', exact: true}).click();
    await app.getByLabel('Name or e-mail of the buyer').fill(text);
    await app.getByLabel('Name or e-mail of the buyer').press('Enter');
  };

  test('leads to the order; what was typed is in no address and is not sent with the list', async () => {
    const asked: string[] = [];
    const app = await testPage.openAt('/orders', {
      orders: [aDropshipOrder()],
      details: [anOrderDetail()],
      foundBuyers(text) {
        asked.push(text);
        return {orders: [aDropshipOrder()], hasMore: true, isWithheld: false};
      },
    });
    const before = testPage.page.url();
    await find(app, 'ada@buyer.example');
    const found = app.getByRole('status').filter({hasText: '#1042: '});
    await found.waitFor();
    await seen(app, 'Shopify has more orders like this. Type more of the name.');
    await testPage.expectFits('orders-found-buyer');
    expect(asked).toEqual(['ada@buyer.example']);
    expect(testPage.page.url()).toBe(before);
    await found.getByRole('link').click();
    await seen(app, 'What you can do');
    expect(testPage.page.url()).not.toContain('buyer');
  });

  test('says that nothing was found, and why that may be, and fits on a phone', async () => {
    const app = await testPage.openAt('/orders', {orders: [aDropshipOrder()]}, phone);
    await find(app, 'Lovelace');
    await seen(app, /^No order was found\. Type whole words, as the buyer wrote them\. /);
    await testPage.expectFits('orders-find-buyer');
    testPage.server.answers.foundBuyers = () => ({orders: [], hasMore: false, isWithheld: true});
    await app.getByRole('button', {name: 'Find', exact: true}).click();
    await seen(app, /Shopify withholds the data of buyers from Piecewise/);
  });

  test('stays where Shopify does not answer, and says so beside the button', async () => {
    testPage.expectComplaint(/422/);
    const app = await testPage.openAt('/orders', {orders: [aDropshipOrder()]});
    testPage.server.answers.foundBuyers = () => ({
      error: {code: 'store_unreachable', message: 'Shopify does not answer. Try again in a minute.'},
    });
    await find(app, 'Lovelace');
    await app.getByRole('alert').filter({hasText: 'Shopify does not answer.'}).waitFor();
  });
});
