// What "Pay next" costs in clicks: which button comes first, and what is copied whole.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aDelivery, anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const unpaid = (number: number, changes: Partial<DropshipOrder> = {}): DropshipOrder =>
  aDropshipOrder({
    id: `order-${number}`,
    orderName: `#${number}`,
    checkoutUrl: `http://127.0.0.1:9/${number}`,
    ...changes,
  });

describe.runIf(browserRuns)(suiteName('the clicks of “Pay next”'), () => {
  const testPage = useTestPage();
  const pass = (ms: number) => testPage.page.clock.fastForward(ms);
  const openAt = (address: string, orders: DropshipOrder[], width = 1280) =>
    testPage.openAt(
      address,
      {
        orders,
        details: orders.map((order) => anOrderDetail(order)),
        delivery: (id) => aDelivery({name: `Buyer of ${id}`}),
      },
      width,
      (page) => page.clock.install(),
    );
  type App = Awaited<ReturnType<typeof openAt>>;
  const pasted = async () => {
    await testPage.page.evaluate("document.body.append(document.createElement('textarea'))");
    const field = testPage.page.locator('textarea').last();
    await field.press('Control+V');
    return field.inputValue();
  };

  test('one of ten is paid with three clicks: the checkout, the whole address, paid', async () => {
    const ten = Array.from({length: 10}, (_, at) => unpaid(at + 1));
    const app = await openAt('/orders/pay', ten);
    await seen(app, 'Buyer of order-1');
    await testPage.page.context().route('http://127.0.0.1:9/**', (route) => route.fulfill({body: 'The checkout'}));
    let clicks = 0;
    const primary = () => app.locator('s-button[variant=primary]:not([slot])');
    const click = async (button: ReturnType<App['locator']>) => {
      clicks += 1;
      await button.click();
    };
    await pass(1_000);
    expect(await primary().getAttribute('accessibilitylabel')).toBe('Open checkout for #1');
    const popup = testPage.page.waitForEvent('popup');
    await click(primary());
    await (await popup).close();
    await click(app.getByRole('button', {name: 'Copy all of the address'}));
    await testPage.page.getByText('Address copied').waitFor();
    await expect.poll(() => primary().getAttribute('accessibilitylabel')).toBe('I paid it, next: #1');
    await click(primary());
    await seen(app, 'Buyer of order-2');
    expect(await primary().getAttribute('accessibilitylabel')).toBe('Open checkout for #2');
    expect(clicks).toBe(3);
    expect(await pasted()).toBe('Buyer of order-1\nLindenweg 5\nHinterhaus\n20095 Hamburg\nGermany\nada@buyer.example');
    await pass(11_000);
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'paid', input: {}}]);
  });

  test('the amount is copied as the checkout states it, and “I paid it” comes first where there is no link', async () => {
    const app = await openAt('/orders/pay', [
      unpaid(1, {checkoutUrl: null, checkoutWithheld: 'Its host is not known.'}),
    ]);
    await app.getByRole('button', {name: 'Copy amount'}).click();
    await testPage.page.getByText('Amount copied').waitFor();
    expect(await pasted()).toBe('56.90');
    const primary = app.locator('s-button[variant=primary]:not([slot])');
    expect(await primary.getAttribute('accessibilitylabel')).toBe('I paid it, next: #1');
  });

  test('that the browser refuses to copy stays beside the button, and goes once it lets the page copy', async () => {
    const app = await openAt('/orders/pay', [unpaid(1)]);
    const amount = app.getByRole('button', {name: 'Copy amount'});
    await amount.waitFor();
    await app.locator('html').evaluate(`document.execCommand = () => false;
      Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.reject()}, configurable: true})`);
    await amount.click();
    await seen(app, 'Your browser does not let the page copy. Select the text instead.');
    await pass(60_000);
    await testPage.expectFits('copy-refused');
    expect(await app.getByText('Your browser does not let the page copy.').count()).toBe(1);
    await app.locator('html').evaluate('document.execCommand = () => true');
    await amount.click();
    await app.getByText('Your browser does not let the page copy.').waitFor({state: 'detached'});
  });

  test('on a phone each copy button is whole, however long the part beside it is', async () => {
    const long = 'a'.repeat(60);
    const app = await openAt('/orders/pay', [unpaid(1)], phone);
    testPage.server.answers.delivery = () => aDelivery({lines: [long], email: `${long}@buyer.example`});
    await testPage.page.reload();
    await seen(app, long);
    for (const button of await app.getByRole('button', {name: /^Copy /}).all()) {
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? phone + 1)).toBeLessThanOrEqual(phone - 16);
    }
    await testPage.expectFits('pay-next-long-address');
  });
});
