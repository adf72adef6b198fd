// The one thing to do: an order that the buyer changed is settled with two clicks, and one that only waits is sent now.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {aCancelledOrder, aDropshipOrder, anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const reduced: Partial<DropshipOrder> = {
  doNotPay: true,
  quantity: 2,
  ending: {kind: 'replace', because: 'pieces', pieces: 1},
  flags: [
    {
      code: 'quantity_lowered',
      at: '2026-11-19T22:04:00.000Z',
      seenAt: null,
      text: 'The buyer wants 1 piece now of the 2 that were sent to the supplier. Do not pay it at the supplier. Replace it: that sends the 1 piece the buyer wants now.',
    },
  ],
};

describe.runIf(browserRuns)(suiteName('the one thing to do with an order'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;
  const confirm = (app: App, button: string) =>
    app.locator('s-modal').getByRole('button', {name: button, exact: true}).filter({visible: true}).click();

  test('a reduced order is settled in the list with two clicks', async () => {
    const successor = aDropshipOrder({id: 'order-2', state: 'waiting', generation: 2, ref: null});
    const app = await openAt('/orders?state=need-you', {
      overview: anOverview({flagged: 1, needsYou: 1}),
      orders: [aDropshipOrder(reduced)],
      details: [anOrderDetail(reduced)],
      actOnOrder() {
        testPage.server.answers.orders = [successor];
        return anOrderDetail(successor);
      },
    });
    let clicks = 0;
    const counted = async (click: Promise<void>) => {
      clicks += 1;
      await click;
    };
    await counted(app.getByRole('button', {name: 'Replace with 1 piece: #1042'}).click());
    await seen(app, 'This order is closed: do not pay it at the supplier.');
    expect(testPage.server.acted).toEqual([]);
    await counted(confirm(app, 'Replace with 1 piece'));
    await testPage.page.getByText('#1042: Replaced. Piecewise sends the new order.').waitFor();
    await seen(app, 'No order is like this.');
    expect(testPage.server.acted).toEqual([{id: 'order-1', action: 'replace', input: {}}]);
    expect(clicks).toBe(2);
  });

  test('a cancelled order is closed in the list without paying; why that failed stands in its row', async () => {
    testPage.expectComplaint(/422/);
    const order = aCancelledOrder();
    const app = await openAt('/orders', {orders: [order], details: [anOrderDetail(order)]}, phone);
    testPage.server.answers.actOnOrder = () => ({error: {code: 'not_now', message: 'The order is paid.'}});
    await app.getByRole('button', {name: 'Close without paying: #1041'}).click();
    await confirm(app, 'Close without paying');
    await app.locator('s-table-row').filter({hasText: '#1041'}).getByText('The order is paid.').waitFor();
    expect(testPage.server.acted).toEqual([{id: order.id, action: 'dismiss', input: {}}]);
    await testPage.expectFits('orders-ending');
  });

  test('an order that is about to be marked as paid is not replaced by one that would be paid too', async () => {
    const moved: Partial<DropshipOrder> = {
      ending: {kind: 'replace', because: 'address', pieces: null},
      flags: [
        {code: 'destination_changed', at: '2026-11-19T22:04:00.000Z', seenAt: null, text: 'The address changed.'},
      ],
    };
    await testPage.page.clock.install();
    const app = await openAt('/orders', {orders: [aDropshipOrder(moved)], details: [anOrderDetail(moved)]});
    const replace = app.getByRole('button', {name: 'Replace it: #1042'});
    await app.getByRole('button', {name: 'I paid it: #1042'}).click();
    await expect.poll(() => replace.isDisabled()).toBe(true);
    // A press within the time of a double click counts as one.
    await testPage.page.clock.fastForward(1_000);
    await app.getByRole('button', {name: 'Undo: #1042'}).click();
    await expect.poll(() => replace.isDisabled()).toBe(false);
    expect(testPage.server.acted).toEqual([]);
  });

  test('“Pay next” offers it too', async () => {
    const order = aDropshipOrder(reduced);
    const app = await openAt('/orders/pay?order=order-1', {orders: [order], details: [anOrderDetail(reduced)]});
    await app.getByRole('button', {name: 'Replace with 1 piece: #1042'}).click();
    await confirm(app, 'Replace with 1 piece');
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'replace', input: {}}]);
  });

  test('on its page the same is the primary button, and leads to the new order', async () => {
    const actions = ['replace', 'paid', 'refunded', 'seen', 'dismiss'] as const;
    const app = await openAt(
      '/orders/order-1',
      {
        details: [anOrderDetail({...reduced, actions: [...actions]}), anOrderDetail({id: 'order-2'})],
        actOnOrder: () => anOrderDetail({id: 'order-2'}),
      },
      phone,
    );
    const primary = app.locator('s-button[variant=primary]:not([slot])');
    await primary.waitFor();
    expect(await primary.textContent()).toBe('Replace with 1 piece');
    await testPage.expectFits('order-replace');
    await primary.click();
    await confirm(app, 'Replace with 1 piece');
    await app.getByRole('link', {name: 'Open the new order'}).waitFor();
    expect(testPage.server.acted).toEqual([{id: 'order-1', action: 'replace', input: {}}]);
  });

  test.each([
    [
      'that only waits its minutes is sent now, and nothing is said to be overridden',
      {state: 'waiting', reasonCode: 'delayed', overrides: ['delayed']},
      'Press this to send the order to the supplier now, without the minutes that your settings let it wait.',
    ],
    [
      'that is held names what is overridden',
      {state: 'held', reasonCode: 'price_rose', overrides: ['price_rose', 'margin_below_floor']},
      'It overrides what holds it back: the supplier’s price rose; its margin was below your lowest.',
    ],
  ] as const)('an order %s', async (_, {overrides, ...order}, text) => {
    const app = await openAt('/orders/order-1', {
      details: [
        anOrderDetail({
          ...order,
          reason: 'It waits.',
          overrides: [...overrides],
          actions: ['approve', 'dismiss'],
          ref: null,
        }),
      ],
    });
    await seen(app, text);
    await app.locator('s-button[variant=primary]:not([slot])').getByText('Send now').click();
    await expect
      .poll(() => testPage.server.acted)
      .toEqual([
        {id: 'order-1', action: 'approve', input: {shown: {reason: 'It waits.', quantity: 2, price: 2_350, fee: 990}}},
      ]);
    await app.getByRole('button', {name: 'Close without sending'}).first().waitFor();
  });
});
