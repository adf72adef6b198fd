// Stored settings that cannot be read stop everything: the pages say so, and the form saves them again.
import {describe, expect, test} from 'vitest';
import {anOverview, theSettings} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('unreadable settings'), () => {
  const testPage = useTestPage();
  const {open} = testPage;

  test('settings that cannot be read are said on Home, above the orders, at an order and in the form that saves them again', async () => {
    const overview = anOverview({settingsUnreadable: 'settings'});
    const unreadable = ['orders', 'pricing.rate', 'pricing.vatPercent', 'template'];
    const settings = theSettings({sendingPaused: true});
    const app = await open({
      overview,
      settings,
      unreadable,
      details: [anOrderDetail({settingsUnreadable: 'settings'})],
    });
    const banner = app.locator('s-banner').filter({hasText: 'Some of your settings cannot be read'});
    const said = banner.getByText('Nothing is sent to the supplier');
    await seen(app, '18,204');
    await said.waitFor();
    await testPage.followMenu('Orders');
    await app.getByRole('link', {name: /^Open #1042/}).waitFor();
    await said.waitFor();
    await app.getByRole('link', {name: /^Open #1042/}).click();
    await seen(app, 'Shipping fee');
    await said.waitFor();
    await testPage.expectFits('settings-unreadable');
    await banner.getByRole('link', {name: 'Open Settings'}).click();
    await banner
      .getByText('Affected: orders, prices (pricing.rate), prices (pricing.vatPercent), product texts.')
      .waitFor();
    await banner.getByText('also where this form has no field for it').waitFor();
    await banner.getByText('Sending is paused in this form').waitFor();
    await app.getByLabel('Pause sending').uncheck();
    expect(await banner.getByText('Sending is paused in this form').count()).toBe(0);
    await banner.getByRole('button', {name: 'Save these settings'}).click();
    await expect.poll(() => testPage.server.saved).toMatchObject([{...settings, sendingPaused: false}]);
    expect(testPage.server.previewed).toHaveLength(1);
  });

  test('prices that cannot be read are shown where their fields are, and Home and Settings lead there', async () => {
    const unreadable = ['pricing.rate'];
    const app = await testPage.open({overview: anOverview({settingsUnreadable: 'pricing'}), unreadable});
    const banner = app.locator('s-banner').filter({hasText: 'Some of your settings cannot be read'});
    await banner.getByText('until you have checked and saved them under Pricing.').waitFor();
    await banner.getByRole('link', {name: 'Open Pricing'}).waitFor();
    expect(await banner.getByRole('link').count()).toBe(1);
    await testPage.expectFits('prices-unreadable-home');
    await testPage.followMenu('Settings');
    await banner.getByText('The fields of the prices are under Pricing').waitFor();
    await banner.getByRole('link', {name: 'Open Pricing'}).click();
    await app.getByLabel('Markup on cost').waitFor();
    await banner.getByText('Affected: prices (pricing.rate).').waitFor();
    expect(await banner.getByRole('link').count()).toBe(0);
    await testPage.expectFits('pricing-unreadable');
    await banner.getByRole('button', {name: 'Save these settings'}).click();
    await expect
      .poll(() => testPage.server.saved)
      .toMatchObject([{pricing: {markupPercent: 60}, previewId: 'preview-1'}]);
  });
});
