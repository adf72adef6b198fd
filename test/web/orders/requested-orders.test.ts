// An order whose fulfilment was requested in Shopify: what its page says of the request, and the question whether it was paid.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {OrderRequest} from '#contract/shipping/in-store.ts';
import {aDropshipOrder, anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const asked: Partial<DropshipOrder> = {
  ending: {kind: 'close_unpaid'},
  flags: [{code: 'unpaid_long', at: '2026-11-19T22:04:00.000Z', seenAt: null, text: 'Was this paid at the supplier?'}],
};

const request: OrderRequest = {
  status: 'accepted',
  askedAt: '2026-11-18T09:12:00.000Z',
  answeredAt: '2026-11-18T09:13:00.000Z',
  cancelAskedAt: null,
  cancelAnsweredAt: null,
  answer: 'Ordered at the supplier.',
  refused: null,
};

describe.runIf(browserRuns)(suiteName('an order that was requested in Shopify'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test('and is unpaid for long asks in the list whether it was paid; “It was not paid” closes it after one question', async () => {
    const app = await openAt(
      '/orders?state=need-you',
      {
        overview: anOverview({flagged: 1, needsYou: 1}),
        orders: [aDropshipOrder(asked)],
        details: [anOrderDetail(asked)],
      },
      phone,
    );
    await seen(app, 'Was this paid at the supplier?');
    await app.getByRole('button', {name: 'I paid it: #1042'}).waitFor();
    await testPage.expectFits('order-unpaid-long');
    await app.getByRole('button', {name: 'It was not paid: close it: #1042'}).click();
    await seen(app, /^Look in your supplier account first/);
    expect(testPage.server.acted).toEqual([]);
    await app
      .locator('s-modal')
      .getByRole('button', {name: 'It was not paid: close it', exact: true})
      .filter({visible: true})
      .click();
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'dismiss', input: {}}]);
  });

  test.each<[string, Partial<OrderRequest>, readonly RegExp[]]>([
    ['accepted', {}, [/^Requested .*18.*, accepted .*18.*\.$/, /^Ordered at the supplier\.$/]],
    ['not answered', {status: 'requested', answeredAt: null, answer: null}, [/^Requested .*, not answered yet\.$/]],
    ['rejected', {status: 'rejected', answer: 'It is not delivered to Norway.'}, [/, rejected .*\.$/, /Norway/]],
    [
      'to be cancelled',
      {status: 'cancel_requested', cancelAskedAt: '2026-11-19T09:12:00.000Z'},
      [/^You asked to cancel it .*, not answered yet\.$/],
    ],
    [
      'not cancelled',
      {cancelAskedAt: '2026-11-19T09:12:00.000Z', cancelAnsweredAt: '2026-11-19T09:14:00.000Z'},
      [/^You asked to cancel it .*19.*, rejected .*19.*\.$/],
    ],
    ['moved', {status: 'moved', answer: null}, [/, moved elsewhere .*\.$/]],
    [
      'refused',
      {status: 'requested', answer: null, refused: 'Shopify refused it: Not now.'},
      [/^Shopify refused the answer: Not now\.$/],
    ],
  ])('and is %s says so among its facts', async (_, differs, texts) => {
    const details = [anOrderDetail({request: {...request, ...differs}})];
    const app = await openAt('/orders/order-1', {details}, phone);
    for (const text of texts) await seen(app, text);
    await testPage.expectFits('order-request');
  });
});
