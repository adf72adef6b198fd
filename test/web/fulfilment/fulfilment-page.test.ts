// Orders requested in Shopify: what the service would do, each state on the way from off to on and back, and what hinders it.
import {describe, expect, test} from 'vitest';
import type {FulfilmentService} from '#contract/shipping/fulfilment-service.ts';
import {toServiceStopText} from '#domain/fulfilment-service/service-texts.ts';
import {serviceScopes} from '#domain/store-access.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import type {Answers} from '../page-server.ts';
import {on as profileIsOn} from '../pricing/profile-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aService, on, onTrial, profileOn, refused} from './service-answers.ts';

const address = '/settings/fulfilment';

describe.runIf(browserRuns)(suiteName('orders requested in Shopify'), () => {
  const testPage = useTestPage();
  type App = Awaited<ReturnType<typeof testPage.openAt>>;

  const open = (service: FulfilmentService, answers: Partial<Answers> = {}) =>
    testPage.openAt(address, {service, ...answers}, phone);
  /** Loads the page again with these answers. */
  const reopen = async (answers: Partial<Answers>) => {
    Object.assign(testPage.server.answers, answers);
    await testPage.page.reload();
  };
  const button = (app: App, name: string) => app.getByRole('button', {name, exact: true});
  const sent = () => testPage.server.clicked.map(({body}) => body);

  test('says before it is on what it does and what will happen, with counts', async () => {
    const app = await open(aService());
    await seen(app, 'While it is on: orders of your products are requested in Shopify and accepted there');
    await seen(app, '1,204 variants of 402 products will be stocked at the location Piecewise, and nowhere else.');
    await seen(app, 'rejected with the reason, within 20 hours.');
    await testPage.expectFits('service-offer');
    await reopen({service: aService({all: {products: 0, variants: 0}, variants: {wanted: 0, moved: 0, toReturn: 0}})});
    await seen(app, 'None of your products is in the store yet.');
    await button(app, 'Switch it on for all products').waitFor();
    expect(await button(app, 'Try it with three products').count()).toBe(0);
    await testPage.expectFits('service-no-products');
  });

  test('is reached from Settings and from the shipping profile that is on', async () => {
    const app = await testPage.openAt('/settings', {}, phone);
    await app.getByRole('link', {name: 'Open the fulfilment service'}).click();
    await seen(app, '1,204 variants of 402 products');
    await testPage.page.getByRole('button', {name: '← Settings'}).click();
    await seen(app, 'Publishing');
    testPage.server.answers.profile = profileIsOn();
    await testPage.followMenu('Pricing');
    await app.getByRole('link', {name: 'Orders requested in Shopify'}).click();
    await seen(app, '1,204 variants of 402 products');
  });

  test('without the shipping profile it is not offered, but the way to the profile', async () => {
    const app = await open(aService({profile: {...profileOn, want: 'off'}}));
    await seen(app, 'The shipping profile comes first');
    await seen(app, 'without shipping rates at its location, your products could not be sold.');
    expect(await app.getByRole('link', {name: 'Open the shipping profile'}).getAttribute('href')).toBe(
      '/pricing#shipping-profile',
    );
    expect(await app.getByRole('button', {name: /Try it|Switch it on/}).count()).toBe(0);
    await testPage.expectFits('service-without-profile');
    await reopen({service: aService({profile: {...profileOn, want: 'trial'}})});
    await seen(app, 'The shipping profile is on trial.');
    await button(app, 'Try it with three products').waitFor();
    expect(await button(app, 'Switch it on for all products').count()).toBe(0);
    await testPage.expectFits('service-profile-on-trial');
    await reopen({service: aService({profile: {...profileOn, said: 'Shopify refused the change.'}})});
    await seen(app, 'The shipping profile does not work yet. Shopify refused the change.');
    await reopen({service: aService({profile: {...profileOn, want: 'off', isMarketDriven: true}})});
    await seen(app, 'which is not offered in your store');
    expect(await app.getByText(/will be stocked at the location|Switch it on for all products/).count()).toBe(0);
  });

  test('without the permission the press asks for it; a no changes nothing', async () => {
    const app = await open(aService({isPermitted: false}), {switchService: () => on()});
    const answerWith = (said: string) =>
      app.locator('html').evaluate((_root, result) => {
        Object.assign(Reflect.get(globalThis, 'shopify').scopes, {
          request: async (wanted: string[]) => {
            Object.assign(globalThis, {wanted});
            return {result, detail: {granted: [], required: [], optional: []}};
          },
        });
      }, said);
    // Shopify's script is there once the page is.
    await seen(app, 'While it is on: orders of your products are requested in Shopify');
    await answerWith('declined-all');
    await button(app, 'Switch it on for all products').click();
    await seen(app, 'You did not give Piecewise the permission that Shopify asked for, so nothing has changed.');
    const wanted = await app.locator('html').evaluate(() => Reflect.get(globalThis, 'wanted'));
    expect(wanted).toEqual(serviceScopes.split(','));
    expect(sent()).toEqual([]);
    await testPage.expectFits('service-not-allowed');
    await answerWith('granted-all');
    testPage.server.answers.service = aService();
    await button(app, 'Switch it on for all products').click();
    await expect.poll(sent).toEqual([{want: 'on'}]);
    await seen(app, '1,204 variants are stocked at the location Piecewise, and their orders are requested');
  });

  test('a trial names its products; it is switched on for all or taken back after a question', async () => {
    const app = await open(aService(), {
      switchService: () =>
        onTrial({isWorking: true, isReached: false, variants: {wanted: 31, moved: 12, toReturn: 0}, settledAt: null}),
    });
    await button(app, 'Try it with three products').click();
    await seen(app, 'Variants are being stocked at the location Piecewise: 12 of 31.');
    await testPage.expectFits('service-working');
    testPage.server.answers.service = onTrial();
    await seen(app, 'Fjordline knit jumper, Maison Perrin silk scarf and Nordhaus boots are stocked at the location');
    await seen(app, 'Switched on for all products: orders of your products are requested');
    await testPage.expectFits('service-trial');
    testPage.server.answers.switchService = () =>
      aService({isWorking: true, settledAt: on().settledAt, variants: {wanted: 1_204, moved: 0, toReturn: 23}});
    await button(app, 'Take it back').first().click();
    await seen(app, 'Then the fulfilment service Piecewise and the location Piecewise are deleted in Shopify.');
    expect(await app.locator('s-modal s-button[slot="primary-action"]').first().getAttribute('tone')).toBe('critical');
    await testPage.expectFits('service-off-asked');
    await app.locator('s-modal').getByRole('button', {name: 'Take it back', exact: true}).click();
    await seen(app, 'Variants go back to where they were stocked: 23 to go.');
    expect(await button(app, 'Switch it on for all products').isDisabled()).toBe(true);
    await testPage.expectFits('service-going');
    testPage.server.answers.service = aService({settledAt: on().settledAt});
    await seen(app, 'It is off, and every product is stocked where it was.');
    await testPage.expectFits('service-off-again');
    expect(sent()).toEqual([{want: 'trial'}, {want: 'off'}]);
  });

  test('while it is on it says so, and warns of a request that waits before it is switched off', async () => {
    const app = await open(on({hasOpenRequest: true}));
    await seen(app, 'Products made later are stocked there too.');
    await seen(app, 'A request in Shopify waits for an answer: Piecewise gives it within 20 hours.');
    expect(await app.getByRole('link', {name: 'See the orders'}).getAttribute('href')).toBe('/orders');
    expect(await app.getByText('will be stocked at the location').count()).toBe(0);
    await testPage.expectFits('service-on');
    await button(app, 'Switch it off').first().click();
    await seen(app, 'Wait for it first: afterwards Piecewise answers none.');
  });

  test('while the shipping profile takes the variants in, the page says that it waits for that', async () => {
    const app = await open(
      on({
        isWorking: true,
        isReached: false,
        profile: {...profileOn, isWorking: true},
        variants: {wanted: 1_204, moved: 310, toReturn: 0},
      }),
    );
    await seen(app, 'The shipping profile takes the variants in before they are stocked');
    await seen(app, 'Being switched on');
    await testPage.expectFits('service-awaits-profile');
  });

  test('a change made in another tab is not overwritten, and what was pressed says why nothing has changed', async () => {
    const app = await open(aService());
    await button(app, 'Switch it on for all products').waitFor();
    testPage.server.answers.service = onTrial({wish: 1});
    testPage.expectComplaint(/status of 422/);
    await button(app, 'Switch it on for all products').click();
    await app.getByRole('alert').getByText('Not done', {exact: true}).waitFor();
    await seen(app, 'This was changed in another tab. Look at it as it is now, then press again if you still want to.');
    await button(app, 'Take it back').first().waitFor();
    expect(sent()).toEqual([]);
    await testPage.expectFits('service-failure');
  });
});

describe.runIf(browserRuns)(suiteName('orders requested in Shopify, stopped or refused'), () => {
  const testPage = useTestPage();

  const none = {wanted: 1_204, moved: 0, toReturn: 0};
  const stoppedBy = (stopped: NonNullable<FulfilmentService['stopped']>, said: string) =>
    on({stopped, said, isReached: false, variants: none});

  test.each([
    ['not_permitted', 'Piecewise may not register a fulfilment service in your store.', 'Allow it'],
    ['name_taken', toServiceStopText('name_taken', null), 'Try again'],
    ['removed', 'The fulfilment service was deleted in Shopify.', 'Switch it on again'],
    ['refused', 'Shopify refused the change: The store is being moved.', 'Try again'],
  ] as const)(
    'stopped by %s it says why, and the button that mends it asks once more',
    async (stopped, said, label) => {
      const app = await testPage.openAt(
        address,
        {service: stoppedBy(stopped, said), switchService: () => on({wish: 0})},
        phone,
      );
      await seen(app, 'Piecewise cannot go on');
      await seen(app, said);
      await app.locator('s-badge').getByText('Not working').waitFor();
      const locations = await app.locator('s-button[href="shopify://admin/settings/locations"]').count();
      expect(locations).toBe(stopped === 'name_taken' ? 1 : 0);
      await testPage.expectFits(`service-stopped-${stopped.replaceAll('_', '-')}`);
      await app.getByRole('button', {name: label, exact: true}).click();
      await seen(app, '1,204 variants are stocked at the location Piecewise, and their orders are requested');
      expect(testPage.server.clicked.map(({body}) => body)).toEqual([{want: 'on'}]);
    },
  );

  test('stopped for want of the shipping profile it leads there', async () => {
    const said = 'Products at a location without shipping rates cannot be sold.';
    const service = {...stoppedBy('no_profile', said), profile: {...profileOn, want: 'trial' as const}};
    const app = await testPage.openAt(address, {service}, phone);
    await seen(app, said);
    await app.getByRole('link', {name: 'Open the shipping profile'}).waitFor();
    expect(await app.getByRole('link', {name: 'Open the shipping profile'}).count()).toBe(1);
    await testPage.expectFits('service-stopped-no-profile');
    const broken = {...profileOn, said: 'The exchange rate is missing.'};
    testPage.server.answers.service = {...service, profile: broken};
    await testPage.page.reload();
    await seen(app, 'and the shipping profile does not work: The exchange rate is missing.');
  });

  test('what stopped on its way off says so, and is tried again', async () => {
    const said = 'Shopify refused it: Not now.';
    const service = aService({
      stopped: 'refused',
      said,
      refused: refused(),
      variants: {wanted: 1_204, moved: 0, toReturn: 2},
    });
    const app = await testPage.openAt(address, {service, switchService: () => aService()}, phone);
    await seen(app, 'Not switched off yet');
    await seen(app, '2 variants are not stocked again where they were.');
    await testPage.expectFits('service-not-off');
    await app.getByRole('button', {name: 'Try again', exact: true}).click();
    await seen(app, '1,204 variants of 402 products will be stocked');
    expect(testPage.server.clicked.map(({body}) => body)).toEqual([{want: 'off'}]);
  });

  test('refused variants are listed with Shopify’s words and a link, and tried again with one press', async () => {
    const service = on({variants: {wanted: 1_204, moved: 1_129, toReturn: 0}, refused: refused(75)});
    const app = await testPage.openAt(address, {service, switchService: () => on()}, phone);
    await seen(app, '75 variants are not stocked as you want it.');
    await seen(app, 'Partly on');
    await seen(app, /committed quantities/);
    await seen(app, 'Variant 8');
    await seen(app, 'The first 2 of 75 are shown.');
    const link = app.getByRole('link', {name: 'Open in Shopify: Fjordline knit jumper, navy, M'});
    expect(await link.getAttribute('href')).toBe('shopify://admin/products/3');
    await testPage.expectFits('service-refused');
    await app.getByRole('button', {name: 'Try again: all refused variants'}).click();
    await app.getByText('Refused by Shopify').waitFor({state: 'detached'});
    expect(testPage.server.clicked.map(({body}) => body)).toEqual([{want: 'on'}]);
  });
});
