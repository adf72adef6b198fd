// The refund to the buyer on the page of an order, in each of its states.
import {describe, expect, test} from 'vitest';
import type {BuyerRefund} from '#contract/buyers/buyer-refund.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const offer: NonNullable<BuyerRefund['offer']> = {
  currency: 'CHF',
  pieces: 1,
  line: 6_090,
  shipping: 690,
  ways: ['Visa, card'],
  byHand: [],
  canNotify: true,
};

const aRefund = (changes: Partial<NonNullable<BuyerRefund['refund']>>): BuyerRefund => ({
  refund: {
    state: 'succeeded',
    currency: 'CHF',
    line: 6_090,
    shipping: 690,
    notify: true,
    said: null,
    went: 6_780,
    byHand: 0,
    askedAt: '2026-11-20T09:00:00.000Z',
    isBeingSent: false,
    endedAt: null,
    ...changes,
  },
  offer: null,
  why: null,
});

describe.runIf(browserRuns)(suiteName('the refund to the buyer'), () => {
  const testPage = useTestPage();
  const open = (buyerRefund: BuyerRefund) =>
    testPage.openAt('/orders/order-1', {
      // As the server has it: no new order of a line whose buyer has the money.
      details: [anOrderDetail({state: 'refunded', actions: buyerRefund.refund === null ? ['place-again'] : []})],
      buyerRefund,
    });

  test('names what Shopify suggests on its button, and fits', async () => {
    const app = await open({refund: null, offer, why: null});
    await app.getByRole('button', {name: /^Refund CHF.60\.90 \+ 6\.90 to the buyer/}).waitFor();
    expect(await app.getByLabel('For shipping').inputValue()).toBe('6.90');
    expect(await app.getByText('Read as').count()).toBe(0);
    await testPage.expectFits('refund-offer');
    await app.getByLabel('For shipping').fill('6,9');
    await seen(app, /Read as CHF.6\.90\./);
  });

  test('has room for large amounts on its button, and speaks of duties only where the buyer owes some', async () => {
    const buyerRefund = {refund: null, offer: {...offer, line: 1_060_900, shipping: 106_900}, why: null};
    const duty = 'Duties and import taxes are due on delivery.';
    for (const order of [
      anOrderDetail({state: 'refunded', actions: []}),
      anOrderDetail({state: 'refunded', actions: [], country: 'US', zone: 'US', duty}),
    ]) {
      const app = await testPage.openAt('/orders/order-1', {details: [order], buyerRefund});
      await app.getByRole('button', {name: /^Refund CHF.10,609\.00 \+ 1,069\.00 to the buyer/}).waitFor();
      expect(await app.getByText('Duties are not part of it.').count()).toBe(order.duty === null ? 0 : 1);
    }
    await testPage.expectFits('refund-offer-large');
  });

  test('says before the press which part the merchant pays by hand', async () => {
    const app = await open({refund: null, offer: {...offer, ways: ['Cash'], byHand: ['Cash']}, why: null});
    await seen(app, /Shopify cannot pay back Cash: it notes the refund, and you pay the buyer that part yourself\./);
    expect(await app.getByText('If you refund the buyer in full').count()).toBe(0);
  });

  test('is offered for an order that the merchant closed', async () => {
    const app = await testPage.openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'dismissed', actions: []})],
      buyerRefund: {refund: null, offer, why: null},
    });
    await seen(app, /^You closed this order\./);
    await app.getByRole('button', {name: /^Refund CHF.60\.90/}).waitFor();
    // Nothing contradicts the offer.
    await seen(app, 'Nothing more can be done with this order. The buyer’s money stands under “Refund to the buyer”.');
    await testPage.expectFits('refund-of-closed');
  });

  test('that was made says only that, not what is to be paid back', async () => {
    const app = await testPage.openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'dismissed', refundAsked: true, actions: []})],
      buyerRefund: aRefund({}),
    });
    await seen(app, /^Refunded: CHF.67\.80 went back to the buyer\.$/);
    expect(await app.locator('s-section[heading="Refund to the buyer"]').innerText()).not.toMatch(/pay back|paid back/);
  });

  test('stands beside no sentence that the order is over', async () => {
    const rejected = anOrderDetail({state: 'rejected', actions: ['place-again', 'dismiss']});
    const app = await testPage.openAt('/orders/order-1', {
      details: [rejected],
      buyerRefund: {refund: null, offer, why: null},
    });
    await seen(
      app,
      /^Press this if Piecewise is to send nothing more for this order\. You can refund the buyer here all the same\.$/,
    );
    expect(await app.getByText('does nothing more').count()).toBe(0);
    // The supplier refused it, so there is no second one to pay.
    await app
      .locator('s-modal', {hasText: 'A new order is sent to the supplier, and you pay it there.'})
      .waitFor({state: 'attached'});
  });

  test('stays on the page of a closed order that the supplier turns out to have, which is not to be paid', async () => {
    const reason =
      'The supplier answered after all and has this order as DS-20261118-77. Do not pay it there if you do not want it.';
    const app = await testPage.openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'dismissed', reasonCode: 'placed_late', reason, refundAsked: true, actions: []})],
      buyerRefund: aRefund({state: 'unknown'}),
    });
    await seen(app, /It is not known whether the buyer was refunded/);
    await seen(app, reason);
    expect(await app.getByText(/Waits for your payment|Open checkout|Close without/).count()).toBe(0);
    await testPage.expectFits('refund-closed-order');
  });

  test('leaves no sentence that the buyer can be refunded once one was asked for', async () => {
    const app = await testPage.openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'rejected', refundAsked: true, actions: ['dismiss']})],
      buyerRefund: aRefund({}),
    });
    await seen(app, /^Press this if Piecewise is to send nothing more for this order\.$/);
  });

  test('of which nothing is known asks Shopify, says that nothing has changed, and sends the same one again', async () => {
    const unknown = aRefund({state: 'unknown', went: 0});
    const acts: string[] = [];
    const app = await testPage.openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'refunded', refundAsked: true, actions: []})],
      buyerRefund: unknown,
      actOnRefund(act) {
        acts.push(act);
        const {answers} = testPage.server;
        if (act === 'again') answers.buyerRefund = aRefund({});
        return answers.buyerRefund ?? unknown;
      },
    });
    await app.getByRole('button', {name: 'Ask Shopify what became of it'}).click();
    await seen(app, 'Shopify was asked: nothing has changed.');
    await app.getByRole('button', {name: 'Send the same refund again'}).click();
    await seen(app, /^Refunded: CHF.67\.80 went back to the buyer\.$/);
    expect(acts).toEqual(['look', 'again']);
    expect(await app.getByRole('button', {name: 'Send the same refund again'}).count()).toBe(0);
  });

  test.each([
    ['by_hand', 'I paid the buyer'],
    ['failed', 'The buyer has all of it'],
  ] as const)('that is %s is done once the merchant says so', async (state, label) => {
    const owed = aRefund({state, went: 0, byHand: 6_780});
    const acts: string[] = [];
    const app = await testPage.openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'refunded', refundAsked: true, actions: []})],
      buyerRefund: owed,
      actOnRefund(act) {
        acts.push(act);
        testPage.server.answers.buyerRefund = aRefund({state, byHand: 6_780, endedAt: '2026-11-21T09:00:00.000Z'});
        return testPage.server.answers.buyerRefund;
      },
    });
    await app.getByRole('button', {name: label}).click();
    await app.locator('s-modal').getByRole('button', {name: label, exact: true}).filter({visible: true}).click();
    await seen(app, /^Done: you said on .* that the buyer has the CHF.67\.80\.$/);
    expect(acts).toEqual(['end']);
  });

  test('that is refused once more says why beside its buttons', async () => {
    const message = 'Shopify does not let the app refund at the moment.';
    testPage.expectComplaint(/422/);
    const app = await testPage.openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'refunded', refundAsked: true, actions: []})],
      buyerRefund: aRefund({state: 'unknown', went: 0}),
      actOnRefund: () => ({error: {code: 'store_refused', message}}),
    });
    await app.getByRole('button', {name: 'Send the same refund again'}).click();
    await seen(app, message);
    await app.getByRole('button', {name: 'Send the same refund again'}).waitFor();
  });

  test.each([
    ['succeeded', aRefund({}), /^Refunded: /],
    ['pending', aRefund({state: 'pending'}), /on its way/i],
    ['unknown', aRefund({state: 'unknown'}), /Ask Shopify what became of it/],
    ['being-sent', aRefund({state: 'unknown', isBeingSent: true}), /^The refund of CHF.67\.80 is being sent\.$/],
    [
      'refused',
      {...aRefund({state: 'refused', said: 'The gateway is closed.', went: 0}), offer},
      /The gateway is closed\. You can ask for it again below\./,
    ],
    ['failed', aRefund({state: 'failed', said: 'The card was closed.'}), /The card was closed\./],
    ['by-hand', aRefund({state: 'by_hand', went: 2_000, byHand: 4_780}), /^Pay the buyer CHF.47\.80 yourself/],
    ['ended', aRefund({state: 'by_hand', byHand: 6_780, endedAt: '2026-11-21T09:00:00.000Z'}), /^Done: you said on /],
    ['not-made', {...aRefund({state: 'not_made', said: 'It is not shown.'}), offer}, /It is not shown\./],
    ['nothing', {refund: null, offer: null, why: 'nothing'} as const, /Shopify suggests nothing to refund/],
    [
      'not-now',
      {refund: null, offer: null, why: 'not_now'} as const,
      /is not refunded from this order: the line was placed again/,
    ],
    ['unreadable', {refund: null, offer: null, why: 'unreadable'} as const, /See its refunds in Shopify/],
  ] as const)('says what became of it: %s', async (name, answer, text) => {
    const app = await open(answer);
    await seen(app, text);
    expect(await app.getByRole('button', {name: /^Refund CHF/}).count()).toBe(answer.offer === null ? 0 : 1);
    if (name !== 'succeeded') expect(await app.getByText(/^Refunded: /).count()).toBe(0);
    await testPage.expectFits(`refund-${name}`);
  });
});
