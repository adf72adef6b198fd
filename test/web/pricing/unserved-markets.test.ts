// The markets of countries that are not served: shown on a press, once the merchant has allowed it.
import {describe, expect, test} from 'vitest';
import type {ShippingProfile} from '#contract/shipping/shipping-profile.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aProfile} from './pricing-answers.ts';
import {on} from './profile-answers.ts';

describe.runIf(browserRuns)(suiteName('the markets of countries that are not served'), () => {
  const testPage = useTestPage();
  const wide = 1280;
  type App = Awaited<ReturnType<typeof testPage.openAt>>;

  const read = {
    markets: [
      {gid: 'gid://shopify/Market/41', name: 'Europe and the rest of it', countries: ['Norway (NO)', 'Türkiye (TR)']},
      {gid: 'gid://shopify/Market/42', name: 'International', countries: ['South Africa (ZA)']},
    ],
    inNone: ['Ukraine (UA)'],
    isComplete: true,
  };
  const open = (profile: ShippingProfile, width = phone) => testPage.openAt('/pricing', {profile}, width);
  const button = (app: App) => app.getByRole('button', {name: 'Show the markets', exact: true});
  /** What Shopify's question is answered with; the server knows the markets once they are allowed. */
  const answerWith = (app: App, said: string) =>
    app.locator('html').evaluate((_root, result) => {
      Object.assign(Reflect.get(globalThis, 'shopify').scopes, {
        request: async (wanted: string[]) => {
          Object.assign(globalThis, {wanted});
          return {result, detail: {granted: [], required: [], optional: []}};
        },
      });
    }, said);

  test('a no changes nothing; a yes shows each country beside its market, with the way there', async () => {
    const app = await open(aProfile({isMarketDriven: true}));
    await seen(app, '4 countries you sell to are not served');
    await testPage.expectFits('markets-not-shown');
    await answerWith(app, 'declined-all');
    await button(app).click();
    await seen(app, 'You did not give Piecewise the permission that Shopify asked for, so nothing has changed.');
    expect(await app.locator('html').evaluate(() => Reflect.get(globalThis, 'wanted'))).toEqual(['read_markets']);
    await testPage.expectFits('markets-not-allowed');
    await answerWith(app, 'granted-all');
    testPage.server.answers.profile = aProfile({isMarketDriven: true, markets: {isPermitted: true, read}});
    await button(app).click();
    await seen(app, 'Europe and the rest of it: Norway (NO) and Türkiye (TR)');
    await seen(app, 'In no active market: Ukraine (UA). Shoppers there cannot order.');
    const link = app.getByRole('link', {name: 'Open market: International'});
    expect(await link.getAttribute('href')).toBe('shopify://admin/markets/42');
    expect(await button(app).count()).toBe(0);
    await testPage.expectFits('markets-shown');
  });

  test('that were allowed and not read are asked for again, without the question', async () => {
    const app = await open(aProfile({isMarketDriven: true, markets: {isPermitted: true, read: null}}), wide);
    await button(app).click();
    await seen(app, 'Shopify could not be asked. Try again in a minute.');
    await button(app).waitFor();
  });

  test('are shown with the profile too; those that could not all be read are said to be so', async () => {
    const part = {...read, isComplete: false};
    const app = await open(on({markets: {isPermitted: true, read: part}}), wide);
    await seen(app, 'Shoppers there cannot buy these products.');
    await seen(app, 'Not found in the markets that could be read: Ukraine (UA).');
    await testPage.expectFits('markets-with-profile');
  });
});
