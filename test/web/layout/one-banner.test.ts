// A page shows one banner at most, however much is wrong at once: the rest is said where it belongs.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder, anOverview, aSumToPay} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aDelivery, anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const losing = {currency: 'EUR', margin: -420, unknown: 0, losesMoney: true};
const refusal = {error: {code: 'not_now', message: 'The order is dismissed.'}};

describe.runIf(browserRuns)(suiteName('one banner at most'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;

  /** The page asks again when it comes back into view. */
  const failWhenAskedAgain = async (app: App) => {
    testPage.server.answers.broken = true;
    await app.locator('html').evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await seen(app, /^This may be out of date: /);
  };

  /** What is out of date is a card below the banner. */
  const expectBannerFirst = async (app: App) => {
    const [banner, card] = await Promise.all(
      [app.locator('s-banner'), app.getByText(/^This may be out of date: /).first()].map((part) => part.boundingBox()),
    );
    expect(card?.y).toBeGreaterThan((banner?.y ?? Infinity) + (banner?.height ?? 0) - 1);
  };

  describe('opened on a phone', () => {
    test('on Orders, with orders that changed and a list that is out of date', async () => {
      testPage.expectComplaint(/503/);
      const app = await openAt('/orders', {overview: anOverview({flagged: 2, settingsUnreadable: 'settings'})}, phone);
      await seen(app, '2 orders changed in your store after they were sent to the supplier');
      await failWhenAskedAgain(app);
      await testPage.expectFits('orders-out-of-date');
      expect(await app.locator('s-banner').getAttribute('heading')).toContain('2 orders changed in your store');
    });

    test('on Settings, with settings that become unreadable, a failed save and a form out of date', async () => {
      testPage.expectComplaint(/422|503/);
      const unwilling = () => ({error: {code: 'not_now', message: 'The settings are being moved.'}});
      const app = await openAt('/settings', {refuseSettings: unwilling}, phone);
      await app.getByLabel('Nightly update starts at').fill('05:00');
      testPage.server.answers.overview = anOverview({settingsUnreadable: 'settings'});
      await testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
      await seen(app, 'The settings are being moved.');
      await expect.poll(() => app.locator('[inert]').count()).toBe(2);
      expect(await app.locator('ui-save-bar button[variant=primary]').isDisabled()).toBe(true);
      await failWhenAskedAgain(app);
      await testPage.expectFits('settings-failed');
      expect(await app.locator('s-banner').getAttribute('heading')).toBe('Your changes are not saved');
    });

    test.each([
      ['/settings', 'Nightly update starts at', 'settings-unreadable-form'],
      ['/pricing', 'Markup on cost', 'pricing-unreadable-form'],
    ])(
      'on %s, with unreadable settings: its fields are inactive, and the banner says why',
      async (address, label, picture) => {
        const app = await openAt(address, {overview: anOverview({settingsUnreadable: 'settings'})}, phone);
        await seen(app, /no update starts and no settings are saved/);
        const field = app.locator('[inert]').getByLabel(label);
        await field.waitFor();
        await field.focus();
        await testPage.page.keyboard.press('5');
        expect(await testPage.page.getByText('Unsaved changes').isVisible()).toBe(false);
        await testPage.expectFits(picture);
      },
    );

    test('on the page of an order, with unreadable settings, a failed action and a withheld address', async () => {
      testPage.expectComplaint(/422|503/);
      const app = await openAt(
        '/orders/order-1',
        {
          overview: anOverview({settingsUnreadable: 'settings'}),
          details: [anOrderDetail({settingsUnreadable: 'settings', actions: ['dismiss']})],
          actOnOrder: () => refusal,
          delivery: () => aDelivery({withheld: 'Shopify shows this app no names.'}),
        },
        phone,
      );
      await seen(app, 'What you can do');
      const show = app.getByRole('button', {name: 'Show the address'});
      if ((await show.count()) > 0) await show.click();
      await seen(app, 'Shopify shows this app no names.');
      await app.getByRole('button', {name: 'Close without paying'}).first().click();
      await app.locator('s-modal').getByRole('button', {name: 'Close without paying'}).click();
      await seen(app, 'The order is dismissed.');
      await failWhenAskedAgain(app);
      await testPage.expectFits('order-in-trouble');
      expect(await app.locator('s-banner').getAttribute('heading')).toBe(
        'Piecewise is paused: your settings cannot be read',
      );
      await expectBannerFirst(app);
    });

    test('in “Pay next”, with an order that loses money and a queue that is out of date', async () => {
      testPage.expectComplaint(/503/);
      const app = await openAt(
        '/orders/pay',
        {orders: [aDropshipOrder({storeOrder: losing})], toPay: aSumToPay({count: 1})},
        phone,
      );
      await seen(app, 'Ada Buyer');
      await failWhenAskedAgain(app);
      await app.getByRole('button', {name: 'Close without paying: #1042'}).waitFor();
      await testPage.expectFits('pay-next-out-of-date');
    });

    test('on Runs, with a run that did not start', async () => {
      testPage.expectComplaint(/422|503/);
      const app = await openAt('/runs', {startRun: () => refusal}, phone);
      await app.getByRole('button', {name: 'Start an update'}).click();
      await seen(app, 'The order is dismissed.');
      await failWhenAskedAgain(app);
      await testPage.expectFits('runs-in-trouble');
      expect(await app.locator('s-banner').count()).toBe(1);
    });
  });
});
