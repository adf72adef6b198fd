// The shipping profile is switched off while the fulfilment service is on: the open page says what becomes of it, without a reload.
import {describe, expect, test} from 'vitest';
import {anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {on, profileOn} from './service-answers.ts';

const profileOff = {...profileOn, want: 'off'} as const;
const said = 'Products at a location without shipping rates cannot be sold. Switch the shipping profile on first.';

describe.runIf(browserRuns)(suiteName('a fulfilment service that loses the shipping profile'), () => {
  const testPage = useTestPage();

  test('is not called on while its variants go back, and says that it stopped once they are', async () => {
    const service = on({
      isWorking: true,
      profile: profileOff,
      variants: {wanted: 1_204, moved: 310, toReturn: 310},
    });
    const app = await testPage.openAt('/settings/fulfilment', {service}, phone);
    await seen(app, 'Variants go back to where they were stocked: 310 to go.');
    await seen(app, /^The shipping profile was switched off\. Without its rates/);
    await seen(app, 'Partly on');
    await app.getByRole('link', {name: 'Open the shipping profile'}).waitFor();
    await testPage.expectFits('service-loses-profile');
    const variants = {wanted: 1_204, moved: 0, toReturn: 0};
    testPage.server.answers.service = on({stopped: 'no_profile', said, profile: profileOff, variants});
    await seen(app, said);
    await seen(app, 'Not working');
  });

  test('does not ask for the profile any more once it is on again', async () => {
    const variants = {wanted: 1_204, moved: 96, toReturn: 0};
    const service = on({isWorking: true, isReached: false, stopped: 'no_profile', said, variants});
    const app = await testPage.openAt('/settings/fulfilment', {service}, phone);
    await seen(app, 'Variants are being stocked at the location Piecewise: 96 of 1,204.');
    await seen(app, 'Being switched on');
    expect(await app.getByText(said).count()).toBe(0);
  });

  test('is shown as it is, after a minute, on a page that was open before', async () => {
    const app = await testPage.openAt('/settings/fulfilment', {service: on()}, phone);
    await seen(app, /^1,204 variants are stocked at the location Piecewise/);
    await testPage.page.clock.install();
    await testPage.page.reload();
    await seen(app, /^1,204 variants are stocked at the location Piecewise/);
    const variants = {wanted: 1_204, moved: 0, toReturn: 0};
    testPage.server.answers.service = on({stopped: 'no_profile', said, profile: profileOff, variants});
    await testPage.page.clock.runFor(61_000);
    await seen(app, said);
    await seen(app, 'Not working');
  });

  test('Home says what hinders it, with the way there', async () => {
    const app = await testPage.open({overview: anOverview({fulfilmentService: {said: null, refused: 3}})}, phone);
    await seen(app, 'Orders requested in Shopify: something hinders them');
    await seen(app, 'Shopify refuses to move 3 variants. Piecewise tries again once a day.');
    await app.getByRole('link', {name: 'Look at it'}).click();
    await seen(app, '1,204 variants of 402 products');
  });
});
