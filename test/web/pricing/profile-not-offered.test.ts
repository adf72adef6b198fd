// The section of the shipping profile in a market-driven store, where it is not offered.
import {describe, expect, test} from 'vitest';
import type {ShippingProfile} from '#contract/shipping/shipping-profile.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import type {Answers} from '../page-server.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aProfile} from './pricing-answers.ts';
import {on} from './profile-answers.ts';

describe.runIf(browserRuns)(suiteName('the shipping profile where it is not offered'), () => {
  const testPage = useTestPage();
  type App = Awaited<ReturnType<typeof testPage.openAt>>;

  const open = (profile: ShippingProfile, answers: Partial<Answers> = {}, width = phone) =>
    testPage.openAt('/pricing', {profile, ...answers}, width);
  /** Loads the page again with these answers. */
  const reopen = async (answers: Partial<Answers>) => {
    Object.assign(testPage.server.answers, answers);
    await testPage.page.reload();
  };
  const button = (app: App, name: string) => app.getByRole('button', {name, exact: true});

  test('a store whose rates are those of its markets gets no offer, but the other fair way', async () => {
    const app = await open(aProfile({isMarketDriven: true}));
    await seen(app, 'Shopify takes the shipping rates of your store from its markets.');
    await seen(
      app,
      '4 countries you sell to are not served: Norway (NO), South Africa (ZA), Türkiye (TR) and Ukraine (UA).',
    );
    expect(await app.getByRole('link', {name: 'Open Markets in Shopify'}).first().getAttribute('href')).toBe(
      'shopify://admin/markets',
    );
    expect(await button(app, 'Switch it on for all products').count()).toBe(0);
    await seen(app, 'and make shipping free in your markets.');
    expect(await app.getByRole('link', {name: 'Open shipping in Shopify'}).count()).toBe(0);
    await testPage.expectFits('profile-market-driven');
    await reopen({profile: on({isMarketDriven: true})});
    await seen(app, 'The profile no longer does what it did');
    await app.getByRole('link', {name: 'Open Markets in Shopify'}).waitFor();
    expect(await app.getByText('Shoppers there cannot buy').count()).toBe(0);
    await button(app, 'Switch it off').first().waitFor();
    await testPage.expectFits('profile-on-market-driven');
  });
});
