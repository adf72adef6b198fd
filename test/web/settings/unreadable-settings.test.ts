// While the stored settings cannot be read, every page says so once, and whom to ask.
import {describe, expect, test} from 'vitest';
import {anOverview} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('unreadable settings'), () => {
  const testPage = useTestPage();

  test.each([
    '/',
    '/orders',
    '/orders/order-1',
    '/orders/pay',
    '/products',
    '/decisions',
    '/runs',
    '/settings',
    '/settings/connection',
    '/settings/fulfilment',
    '/pricing',
    '/rules',
    '/setup?step=choose',
    '/setup?step=everything',
  ])('%s has one banner, which says what to do', async (address) => {
    const overview = anOverview({settingsUnreadable: 'settings'});
    const app = await testPage.openAt(address, {overview, details: [anOrderDetail({settingsUnreadable: 'settings'})]});
    const banner = app.locator('s-banner').filter({hasText: 'Ask the operator of Piecewise'});
    await banner.getByText('and name your store').waitFor();
    expect(await banner.getAttribute('heading')).toBe('Piecewise is paused: your settings cannot be read');
    expect(await app.locator('s-banner').count()).toBe(1);
    const help = banner.locator('s-button').filter({hasText: 'Open the help'});
    expect(await help.getAttribute('href')).toBe('/settings/help');
  });

  test('what is always ordered, and what belongs to the settings otherwise, cannot be changed on Settings', async () => {
    const overview = anOverview({settingsUnreadable: 'settings'});
    const app = await testPage.openAt('/settings', {overview});
    for (const name of ['Remember for this category', 'Sell them at the stated price'])
      await app.locator('[inert] s-button').filter({hasText: name}).waitFor();
  });
});
