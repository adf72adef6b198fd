// Each state of a dropship order is entered by what a shopper, the supplier or the connection does, and left by clicking; the
// database and the supplier are looked at too. The table of the states stands in server/PROMISES.md.
import type {Locator} from 'playwright-core';
import {afterEach, describe, expect, test} from 'vitest';
import type {OrderTestApp} from '../../jobs/orders/order-test-app.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {useWholeApp} from './whole-app.ts';

/** What a shopper orders. */
type Wanted = Parameters<OrderTestApp['buy']>[0];
type Misdeed = Parameters<OrderTestApp['supplier']['misbehave']>[0]['does'];

describe.runIf(browserRuns)(suiteName('every state of an order'), () => {
  const {testApp, page, app, openAt} = useWholeApp();
  let bought: ReturnType<OrderTestApp['goods']> | undefined;
  const goods = () => (bought ??= testApp().goods());
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  const spoilNext = (does: Misdeed) =>
    void ends.push(testApp().supplier.misbehave({api: 'dropship', a: 'order', times: 1, does}));
  /** What a shopper bought, once it has come to rest, with its page open. */
  const buy = async (order: Wanted = {}) => {
    const {id} = testApp().buy({lines: [{variantId: goods().variantId, price: '900.00'}], ...order});
    await testApp().quiet();
    await openOrder(id);
    return id;
  };
  const openOrder = async (gid: string) => {
    const [newest] = (await testApp().rows(gid)).toSorted((one, other) => other.generation - one.generation);
    await openAt(`/orders/${newest?.id}`);
    await app().getByText('What you can do').waitFor();
  };
  const states = async (gid: string) => (await testApp().rows(gid)).map(({state}) => state).toSorted();
  const becomes = async (gid: string, ...expected: string[]) => {
    await testApp().quiet();
    await expect.poll(() => states(gid), {timeout: 20_000}).toEqual(expected);
  };
  /** How many orders the supplier has for the store order. */
  const atTheSupplier = async (gid: string) =>
    (await testApp().rows(gid)).flatMap((row) => testApp().taken(row)).length;
  const button = (name: string): Locator => app().getByRole('button', {name, exact: true}).first();
  const badge = (label: string) => app().locator('s-badge').getByText(label, {exact: true}).first().waitFor();
  const click = (name: string) => button(name).click();
  const agree = (name: string) => app().locator('s-modal').getByRole('button', {name, exact: true}).click();
  const clickAndAgree = async (name: string) => {
    await click(name);
    await agree(name);
  };
  const buttons = async (): Promise<readonly string[]> => {
    const section = app().locator('s-section[heading="What you can do"]');
    return section.locator('s-button:not([slot])').allTextContents();
  };

  test('waiting for the buyer’s payment: “Send now” sends it', async () => {
    const gid = await buy({financialStatus: 'PENDING'});
    expect(await states(gid)).toEqual(['waiting']);
    await badge('Waiting');
    expect(await buttons()).toEqual(['Send now', 'Save the details', 'Close without sending']);
    expect(await atTheSupplier(gid)).toBe(0);
    await click('Send now');
    await becomes(gid, 'awaiting_payment');
    expect(await atTheSupplier(gid)).toBe(1);
    await badge('Waits for your payment');
  });

  test('without an e-mail address: what is typed is sent to the supplier', async () => {
    const gid = await buy({email: null});
    expect(await states(gid)).toEqual(['needs_details']);
    await badge('Needs details');
    await app().getByLabel('Buyer’s e-mail').fill('frieda@buyer.example');
    await click('Save the details');
    await becomes(gid, 'awaiting_payment');
    const [row] = await testApp().rows(gid);
    expect(row === undefined ? [] : testApp().taken(row)).toMatchObject([{customerEmail: 'frieda@buyer.example'}]);
  });

  test('for a country outside the zones: nothing can be overruled, and “Close without sending” closes it', async () => {
    const gid = await buy({country: 'BR'});
    expect(await states(gid)).toEqual(['blocked']);
    await badge('Cannot be sent');
    const inShopify = ['Correct the country in Shopify', 'Refund the order in Shopify', 'Open shipping in Shopify'];
    // It depends on the shipping profile, which is asked for after the order.
    await app().getByRole('link', {name: 'Open shipping in Shopify'}).waitFor();
    expect(await buttons()).toEqual([
      ...inShopify,
      'Save the details',
      'Have it looked at again',
      'Close without sending',
    ]);
    await click('Have it looked at again');
    await becomes(gid, 'blocked');
    await clickAndAgree('Close without sending');
    await becomes(gid, 'dismissed');
    expect(await atTheSupplier(gid)).toBe(0);
  });

  test('a test order is held: “Send now” sends it', async () => {
    const gid = await buy({test: true});
    expect(await states(gid)).toEqual(['held']);
    await badge('Held for you');
    await click('Send now');
    await becomes(gid, 'awaiting_payment');
    expect(await atTheSupplier(gid)).toBe(1);
  });

  test('being sent: there is nothing to click, and it ends by itself', async () => {
    spoilNext({kind: 'slow', ms: 4_000});
    const {id} = testApp().buy();
    await expect.poll(() => states(id), {timeout: 20_000}).toEqual(['placing']);
    await openOrder(id);
    await badge('Being sent');
    await app().getByText('Nothing more can be done with this order.').waitFor();
    expect(await buttons()).toEqual([]);
    await becomes(id, 'awaiting_payment');
    expect(await atTheSupplier(id)).toBe(1);
  });

  test('the answer was lost, the supplier has it: “The supplier has it”, with its number', async () => {
    spoilNext({kind: 'cut', when: 'after'});
    const gid = await buy();
    expect(await states(gid)).toEqual(['unconfirmed']);
    await badge('Not confirmed');
    const [row] = await testApp().rows(gid);
    const [taken] = row === undefined ? [] : testApp().taken(row);
    await app()
      .getByLabel('The supplier’s order number')
      .fill(taken?.ref ?? '');
    await click('The supplier has it');
    await becomes(gid, 'awaiting_payment');
    expect((await testApp().row(gid)).ref).toBe(taken?.ref);
    expect(await atTheSupplier(gid)).toBe(1);
  });

  test('the answer was lost, the supplier does not have it: the reference is typed, and it is placed again', async () => {
    spoilNext({kind: 'status', status: 502});
    const gid = await buy();
    expect(await states(gid)).toEqual(['unconfirmed']);
    expect(await atTheSupplier(gid)).toBe(0);
    await app()
      .getByLabel('Reference', {exact: true})
      .fill((await testApp().row(gid)).reference);
    await clickAndAgree('Place it again');
    await becomes(gid, 'awaiting_payment', 'dismissed');
    expect(await atTheSupplier(gid)).toBe(1);
  });

  test('refused by the supplier: “Place it again” sends a new one', async () => {
    spoilNext({kind: 'status', status: 422, body: '{"ok":false}'});
    const gid = await buy();
    expect(await states(gid)).toEqual(['rejected']);
    await badge('Refused by the supplier');
    await clickAndAgree('Place it again');
    await becomes(gid, 'awaiting_payment', 'dismissed');
    expect(await atTheSupplier(gid)).toBe(1);
  });

  test('unpaid, paid, shipped, refunded by the supplier, and placed again', {timeout: 120_000}, async () => {
    const gid = await buy();
    await badge('Waits for your payment');
    await app()
      .getByRole('button', {name: /^I paid it/})
      .click();
    await page().clock.fastForward(11_000);
    await becomes(gid, 'paid');
    await clickAndAgree('Not paid after all');
    await becomes(gid, 'awaiting_payment');
    await app()
      .getByRole('button', {name: /^I paid it/})
      .click();
    await page().clock.fastForward(11_000);
    await becomes(gid, 'paid');
    await badge('Paid');
    await app().getByLabel('Carrier').selectOption('DHL');
    await app().getByLabel('Tracking number').fill('00340434');
    await click('Mark as shipped');
    await becomes(gid, 'shipped');
    await expect
      .poll(() => testApp().store.order(gid)?.fulfillments)
      .toMatchObject([{tracking: [{company: 'DHL', number: '00340434'}]}]);
    await badge('Shipped');
    testApp().supplier.refund((await testApp().row(gid)).ref ?? '');
    await clickAndAgree('Mark as refunded');
    await becomes(gid, 'refunded');
    await badge('Refunded to you');
    await clickAndAgree('Place it again');
    // The store order is fulfilled by now, so the new one asks first.
    await becomes(gid, 'held', 'refunded');
    await app().getByRole('link', {name: 'Open the new order'}).click();
    await badge('Held for you');
    await click('Send now');
    await becomes(gid, 'awaiting_payment', 'refunded');
    expect(await atTheSupplier(gid)).toBe(2);
  });

  test('cancelled in the store before it was sent: nothing is left to click', async () => {
    const gid = await buy({financialStatus: 'PENDING'});
    testApp().store.cancelOrder(gid);
    await becomes(gid, 'cancelled');
    await openOrder(gid);
    await badge('Cancelled');
    await app().getByText('Nothing more can be done with this order.').waitFor();
    expect(await atTheSupplier(gid)).toBe(0);
  });

  test('closed while unpaid: “Place it again” sends a second one', async () => {
    const gid = await buy();
    await clickAndAgree('Close without paying');
    await becomes(gid, 'dismissed');
    await badge('Closed');
    await clickAndAgree('Place it again');
    await becomes(gid, 'awaiting_payment', 'dismissed');
    expect(await atTheSupplier(gid)).toBe(2);
  });
});
