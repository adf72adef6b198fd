// An order whose fulfilment was requested in Shopify: what its page says of the request, and the question whether it was paid.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {OrderRequest} from '#contract/shipping/in-store.ts';
import {flagText} from '#domain/orders/attention/flag-texts.ts';
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
  endedAt: null,
  cancelAskedAt: null,
  cancelAnsweredAt: null,
  answer: 'Ordered at the supplier.',
  refused: null,
};

describe.runIf(browserRuns)(suiteName('an order that was requested in Shopify'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test('and is unpaid for long asks in the list whether it was paid; “Close without paying” closes it after one question', async () => {
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
    await app.getByRole('button', {name: 'Close without paying: #1042'}).click();
    await seen(app, /^Look in your supplier account first/);
    expect(testPage.server.acted).toEqual([]);
    await app
      .locator('s-modal')
      .getByRole('button', {name: 'Close without paying', exact: true})
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
      [/^Its cancellation was asked for .*, not answered yet\.$/],
    ],
    [
      'not cancelled',
      {cancelAskedAt: '2026-11-19T09:12:00.000Z', cancelAnsweredAt: '2026-11-19T09:14:00.000Z'},
      [/^Its cancellation was asked for .*19.*, rejected .*19.*\.$/],
    ],
    [
      'closed',
      {status: 'closed', answer: null},
      [/, closed .*\.$/, /once the fulfilment service is switched off\. The order goes on here\.$/],
    ],
    ['moved', {status: 'moved', answer: null}, [/, moved elsewhere .*\.$/]],
    [
      'refused',
      {status: 'requested', answer: null, refused: 'Shopify refused it: Not now.'},
      [/^Shopify refused the answer: Not now\.$/],
    ],
  ])('and is %s says so among its facts', async (_, differs, texts) => {
    const details = [anOrderDetail({requests: [{...request, ...differs}]})];
    const app = await openAt('/orders/order-1', {details}, phone);
    for (const text of texts) await seen(app, text);
    await testPage.expectFits('order-request');
  });

  test('and waits its minutes before it is sent says when the request is answered', async () => {
    const waits = {state: 'waiting', reasonCode: 'delayed', reason: 'Orders are sent 10 minutes later.'} as const;
    const unanswered = {...request, status: 'requested', answeredAt: null, answer: null} as const;
    const details = [
      anOrderDetail({...waits, ref: null, checkoutUrl: null, actions: ['approve'], requests: [unanswered]}),
    ];
    const app = await openAt('/orders/order-1', {details}, phone);
    await seen(
      app,
      'The order waits for the minutes of your settings before it is sent; the request is answered then.',
    );
  });

  test.each([
    ['its page', '/orders/order-1', 'order-do-not-pay'],
    ['“Pay next”', '/orders/pay?order=order-1', 'pay-do-not-pay'],
  ])(
    'and was cancelled there is not to be paid: %s stresses no total, and says what makes it payable',
    async (_, address, picture) => {
      const flag = {code: 'request_cancelled', at: '2026-11-19T22:04:00.000Z', seenAt: null} as const;
      const text = flagText(flag, {state: 'awaiting_payment', quantity: 2, country: 'DE', reference: 'PW-1042-1'});
      const order = anOrderDetail({flags: [{...flag, text}], doNotPay: true, ending: {kind: 'close'}});
      const app = await openAt(address, {details: [order], orders: []});
      await seen(app, /request its fulfilment again in Shopify: then it is to be paid\.$/);
      expect(await app.getByText(/No button to the checkout|Total to pay/).count()).toBe(0);
      expect(await app.locator('s-text[type=strong]').getByText('€').count()).toBe(0);
      await testPage.expectFits(picture);
    },
  );

  test('lists in “What happened” each request, answer and cancellation, in the order of time', async () => {
    const earlier = {
      ...request,
      status: 'rejected',
      answer: 'Norway is not served.',
      askedAt: '2026-11-17T09:00:00.000Z',
    };
    const rejected = {...earlier, status: 'rejected', answeredAt: '2026-11-17T09:05:00.000Z'} as const;
    const cancelled = {
      ...request,
      status: 'cancelled',
      endedAt: '2026-11-19T09:14:00.000Z',
      cancelAskedAt: '2026-11-19T09:12:00.000Z',
      cancelAnsweredAt: '2026-11-19T09:14:00.000Z',
      answer: 'Do not pay for it at the supplier.',
    } as const;
    const app = await openAt('/orders/order-1', {details: [anOrderDetail({requests: [cancelled, rejected]})]}, phone);
    await seen(app, 'What happened');
    const happened = await app.locator('s-section[heading="What happened"]').innerText();
    const lines = happened.split('\n').filter((line) => /Shopify|cancellation|supplier|Norway/.test(line));
    expect(lines).toEqual([
      'Piecewise: accepted the cancellation',
      'Do not pay for it at the supplier.',
      'Its cancellation was asked for in Shopify',
      'Piecewise: accepted the request in Shopify',
      'Its fulfilment was requested in Shopify',
      'Sent to the supplier, who answered',
      'Piecewise: rejected the request in Shopify',
      'Norway is not served.',
      'Its fulfilment was requested in Shopify',
    ]);
    await testPage.expectFits('order-happened');
  });
});
