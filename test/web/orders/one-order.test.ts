// The page of one order: what it offers in each state, what it asks first, and what it says of what happened.
import {describe, expect, test} from 'vitest';
import type {ActionName} from '#contract/dropship-orders.ts';
import {actionNames} from '#contract/dropship-orders.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {theMoney} from './money-answers.ts';

describe.runIf(browserRuns)(suiteName('the page of one order'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const pathInAdmin = () => new URL(testPage.page.url()).pathname + new URL(testPage.page.url()).search;

  describe('opened on a phone', () => {
    test.each(actionNames.map((action) => [action]))(
      'offers %s where the server takes it, and nothing else; axe finds nothing',
      async (action) => {
        const details = [anOrderDetail({actions: [action], placeAgainAsksForReference: true})];
        const app = await openAt('/orders/order-1', {details}, phone);
        await seen(app, 'What you can do');
        expect(await app.locator('s-section[heading="What you can do"] s-button:not([slot])').count()).toBe(1);
        await testPage.expectFits(`order-${action}`);
      },
    );
  });

  test('its title says the colour that is ordered where the variant names none', async () => {
    const taken = [{what: 'colour', word: 'as pictured', from: 'standing', text: 'Your standing answer.'}] as const;
    const details = [anOrderDetail({articleName: 'Cardigan', colour: null, size: 'M', taken: [...taken]})];
    const app = await openAt('/orders/order-1', {details});
    await app.locator('s-section[heading="Cardigan, 2 pieces, as pictured, M"]').waitFor();
  });

  test('the store order as a ledger: the tax really charged is a line of its own, and a loss says so', async () => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail()]});
    const ledger = app.locator('s-section[heading="What is left of the store order"]');
    await seen(app, /^Left, 34\.3\s?% of what is charged without tax$/);
    const text = (await ledger.textContent()) ?? '';
    for (const line of [
      'Articles and shipping, as charged€102.48',
      'Tax really charged−€18.48',
      'Cost of the articles−€36.83',
      'Supplier’s shipping, 1 feeThe buyer pays €4.00 for shipping, without tax.−€16.00',
      'Payment fees, by your settings−€2.35',
      '€28.82',
    ]) {
      expect(text).toContain(line);
    }
    await testPage.expectFits('order-ledger');
    const storeOrderMoney = theMoney({
      margin: -420,
      marginPercent: -5,
      losesMoney: true,
      notes: ['This order loses money.'],
    });
    await openAt('/orders/order-1', {details: [anOrderDetail()], storeOrderMoney}, phone);
    await seen(app, '−€4.20, a loss');
    await testPage.expectFits('order-ledger-loss');
  });

  test('a margin that is not known is not known in the ledger either, nor is a cost of none', async () => {
    const storeOrder = {currency: 'EUR', margin: 5_085, unknown: 1, losesMoney: null};
    const unknown = {...storeOrder, marginPercent: 100, feesCharged: 0, cost: 0, fees: 0, payment: 0};
    const details = [anOrderDetail({storeOrder, price: null, fee: null})];
    const app = await openAt('/orders/order-1', {details, storeOrderMoney: theMoney(unknown)});
    await seen(app, /^Margin not known/);
    await seen(app, 'Left');
    const text = await app.locator('s-section[heading="What is left of the store order"]').innerText();
    expect(text).toMatch(
      /Cost of the articles\s*–\s*Supplier’s shipping, 0 fees\s*The buyer pays €4.00 for shipping, without tax.\s*–\s*Left\s*Not known/,
    );
    expect(text).not.toContain('€50.85');
  });

  test('a store order of which nothing counts shows the reasons in place of a ledger of zeros', async () => {
    const text = '1 article was closed by you.';
    const none = {revenue: 0, shipping: 0, tax: 0, payment: 0, cost: 0, fees: 0, feesCharged: 0, margin: 0};
    const leftOut = [{why: 'dismissed' as const, amount: 8_400, text}];
    const storeOrderMoney = theMoney({...none, marginPercent: null, leftOut});
    const app = await openAt('/orders/order-1', {details: [anOrderDetail()], storeOrderMoney});
    await seen(app, text);
    expect(await app.locator('s-section[heading="What is left of the store order"]').innerText()).not.toContain('€0');
  });

  test('an order that was cancelled before it was sent says when and why it was closed', async () => {
    const [state, reason, closedAt] = [
      'cancelled',
      'The store order was refunded.',
      '2026-11-18T09:20:00.000Z',
    ] as const;
    const details = [anOrderDetail({state, reason, closedAt, actions: [], attempts: []})];
    const app = await openAt('/orders/order-1', {details});
    await seen(app, 'Piecewise: closed it without sending');
    const happened = await app.locator('s-section[heading="What happened"]').textContent();
    expect(happened).toContain('The store order was refunded.');
    expect(happened).not.toContain('Nothing was sent or changed yet.');
  });

  test.each<[ActionName, string, object]>([
    ['dismiss', 'Close without paying', {}],
    ['refunded', 'Mark as refunded', {offSale: true}],
    ['place-again', 'Place it again', {typedReference: 'PW-1042-1'}],
  ])('%s is asked once more before it is sent', async (action, button, input) => {
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({actions: [action], placeAgainAsksForReference: true})],
    });
    if (action === 'refunded') await app.getByLabel('Take this variant off sale in your store').check();
    if (action === 'place-again') await app.getByLabel('Reference', {exact: true}).fill('PW-1042-1');
    await app.getByRole('button', {name: button, exact: true}).first().click();
    expect(testPage.server.acted).toEqual([]);
    await app.locator('s-modal').getByRole('button', {name: button, exact: true}).click();
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action, input}]);
  });

  test('an order that was closed without sending is sent after all, not placed again, and no dash stands under its state', async () => {
    const closed = {state: 'dismissed', ref: null, sentAt: null, attempts: [], checkoutUrl: null} as const;
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({...closed, attempts: [], actions: ['place-again']})],
    });
    await seen(app, 'This order was never sent. Press this to have Piecewise send it to the supplier after all.');
    await app.getByRole('button', {name: 'Send it after all'}).first().waitFor();
    expect(await app.getByText(/in place of this one|A second order|Place it again/).count()).toBe(0);
    expect(await app.locator('s-text').getByText('–', {exact: true}).count()).toBe(0);
  });

  test.each(['NO', 'GB'])(
    'of an order to %s that was closed because its address is not served, the page says what must be corrected first',
    async (country) => {
      const closed = {state: 'dismissed', ref: null, sentAt: null, checkoutUrl: null} as const;
      const app = await openAt('/orders/order-1', {
        // Jersey is in Great Britain by its country code, and is not served by its postcode.
        details: [
          anOrderDetail({
            ...closed,
            country,
            reasonCode: 'destination_blocked',
            attempts: [],
            actions: ['place-again'],
          }),
        ],
      });
      await seen(
        app,
        /because the supplier does not deliver to its address\. Once the address is corrected in Shopify, press this/,
      );
      await app.getByRole('button', {name: 'Look at the address again'}).first().click();
      await seen(
        app,
        /If the supplier delivers there, the order is sent, and you pay it there; if not, it stays unsent\.$/,
      );
    },
  );

  test('a reason that cannot be overruled is not promised away', async () => {
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'blocked', reasonCode: 'destination_blocked', actions: ['approve', 'dismiss']})],
    });
    const again = app.getByRole('button', {name: 'Have it looked at again'});
    await again.waitFor();
    expect(await app.getByRole('button', {name: 'Send now'}).count()).toBe(0);
    expect(await app.locator('s-button[variant=primary]:not([slot])').count()).toBe(0);
  });

  test('whether the buyer gets an e-mail is a tick, set at first as the settings say', async () => {
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'paid', actions: ['shipped'], notifiesBuyer: false})],
    });
    const tick = app.getByLabel('Tell the buyer by e-mail');
    expect(await tick.isChecked()).toBe(false);
    await tick.check();
    await app.getByRole('button', {name: 'Mark as shipped'}).click();
    const acted = {id: 'order-1', action: 'shipped', input: {notifyBuyer: true}};
    await expect.poll(() => testPage.server.acted).toEqual([acted]);
  });

  test('the outcome of an earlier action is not left beside a later error', async () => {
    testPage.expectComplaint(/422/);
    const app = await openAt('/orders/order-1', {details: [anOrderDetail({actions: ['fulfil-again', 'approve']})]});
    await app.getByRole('button', {name: 'Try the fulfilment again'}).click();
    await seen(app, 'The fulfilment is tried again.');
    testPage.server.answers.actOnOrder = () => ({error: {code: 'not_now', message: 'The order is dismissed.'}});
    await app.getByRole('button', {name: 'Have it looked at again'}).click();
    await seen(app, 'The order is dismissed.');
    expect(await app.getByText('The fulfilment is tried again.').count()).toBe(0);
  });

  test('an order that was placed again leads to the new one', async () => {
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'rejected', actions: ['place-again']}), anOrderDetail({id: 'order-2'})],
      actOnOrder: () => anOrderDetail({id: 'order-2'}),
    });
    await app.getByRole('button', {name: 'Place it again'}).first().click();
    await app.locator('s-modal').getByRole('button', {name: 'Place it again'}).click();
    await app.getByRole('link', {name: 'Open the new order'}).click();
    await expect.poll(pathInAdmin).toBe('/admin/sandbox/orders/order-2');
  });

  test.each([
    [{phase: 'answered', httpStatus: 200}, 'Sent to the supplier, who answered'],
    [{phase: 'sent'}, 'Sent to the supplier, who did not answer'],
    [{phase: 'never_sent'}, 'Not sent to the supplier'],
    [{finishedAt: null}, 'Sending to the supplier began'],
  ])('the history says of the attempt %j no more than is known', async (attempt, text) => {
    const at = '2026-11-18T09:12:00.000Z';
    const known = {startedAt: at, finishedAt: at, phase: null, httpStatus: null, verdict: null, detail: null};
    const app = await openAt('/orders/order-1', {details: [anOrderDetail({attempts: [{...known, ...attempt}]})]});
    await app.getByText(text, {exact: true}).waitFor();
  });

  test('an order that does not exist says so', async () => {
    testPage.expectComplaint(/404/);
    const app = await openAt('/orders/nothing');
    await seen(app, 'There is no such dropship order.');
  });
});
