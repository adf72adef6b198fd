// The shipping profile under Pricing: what it would do, what it costs shoppers, and each state on the way from off to on and back.
import {describe, expect, test} from 'vitest';
import type {ShippingProfile} from '#contract/shipping/shipping-profile.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {openFold} from '../layout/folds.ts';
import type {Answers} from '../page-server.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aProfile, thePricing} from './pricing-answers.ts';
import {on, onTrial, withZone} from './profile-answers.ts';

describe.runIf(browserRuns)(suiteName('the shipping profile'), () => {
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
  const sent = () => testPage.server.clicked.map(({body}) => body);
  const row = (app: App, zone: string) =>
    app.locator('#shipping-profile').locator('s-table-row').filter({hasText: zone});
  const terms = {percent: 100, surcharge: 0, currency: 'store'};

  test('the rates follow what is typed, and what cannot be read is marked where it is', async () => {
    const app = await open(aProfile());
    await openFold(app, 'Rates');
    await row(app, 'The 27 EU member states').getByText('€16.00').last().waitFor();
    await app.getByLabel('Part of the supplier’s fee').fill('62,5');
    await app.getByLabel('Surcharge on each rate').fill('1');
    await row(app, 'The 27 EU member states').getByText('€11.00').waitFor();
    await app.getByLabel('Part of the supplier’s fee').fill('301');
    await button(app, 'Switch it on for all products').click();
    await seen(app, 'Enter at most 300 %.');
    await testPage.expectFits('profile-wrong-terms');
    await app.getByLabel('Part of the supplier’s fee').fill('50');
    await button(app, 'Switch it on for all products').click();
    await expect.poll(sent).toEqual([{want: 'on', percent: 50, surcharge: 1, currency: 'store'}]);
  });

  test('a store in another currency needs its exchange rate, or takes the rates in euro as they are', async () => {
    const rate = {currency: 'SEK', perEuro: '11.25', asOf: '2026-11-20', bufferPercent: 0};
    const {pricing} = thePricing();
    const inSek = (stored: typeof rate | null) => thePricing({currency: 'SEK', pricing: {...pricing, rate: stored}});
    const profile = aProfile({storeCurrency: 'SEK'});
    const app = await open(profile, {pricing: inSek(null)});
    await openFold(app, 'Rates');
    await row(app, 'Australia').getByText('–', {exact: true}).waitFor();
    await button(app, 'Switch it on for all products').click();
    await seen(app, 'Save an exchange rate above, or choose euro.');
    await app.getByLabel('Currency of the rates').selectOption('EUR');
    await row(app, 'Australia').getByText('€35.00').last().waitFor();
    await button(app, 'Switch it on for all products').click();
    await expect.poll(sent).toEqual([{...terms, want: 'on', currency: 'EUR'}]);
    await reopen({pricing: inSek(rate)});
    await openFold(app, 'Rates');
    await row(app, 'Australia').getByText('SEK 393.75').waitFor();
    await testPage.expectFits('profile-foreign');
  });

  test('without the permission the press asks for it; a no changes nothing', async () => {
    const app = await open(aProfile({isPermitted: false}), {switchProfile: () => on({isPermitted: true})});
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
    await button(app, 'Switch it on for all products').waitFor();
    await answerWith('declined-all');
    await button(app, 'Switch it on for all products').click();
    await seen(app, 'You did not give Piecewise the permission that Shopify asked for, so nothing has changed.');
    const wanted = await app.locator('html').evaluate(() => Reflect.get(globalThis, 'wanted'));
    expect(wanted).toEqual(['write_shipping', 'read_locations']);
    expect(sent()).toEqual([]);
    await testPage.expectFits('profile-not-allowed');
    await answerWith('granted-all');
    testPage.server.answers.profile = aProfile();
    await button(app, 'Switch it on for all products').click();
    await expect.poll(sent).toEqual([{...terms, want: 'on'}]);
    await seen(app, '2,410 variants are in it.');
  });

  test('a trial names its products; it is switched on for all or taken back', async () => {
    const app = await open(aProfile(), {
      switchProfile: () => onTrial({isWorking: true, variants: {wanted: 31, moved: 12, taken: 0}}),
    });
    await button(app, 'Try it with three products').click();
    await seen(app, 'Variants are moving into it: 12 of 31.');
    await testPage.expectFits('profile-working');
    testPage.server.answers.profile = onTrial();
    await seen(
      app,
      'Fjordline knit jumper, Maison Perrin silk scarf and Nordhaus boots are in it. Look at them in your shop',
    );
    await openFold(app, 'What the profile does');
    await seen(app, 'Switched on for all products:');
    await seen(app, '206 products with 2,410 variants would move into it.');
    await testPage.expectFits('profile-trial');
    testPage.server.answers.switchProfile = () => aProfile();
    await button(app, 'Take it back').first().click();
    await seen(app, 'the profile of Piecewise is deleted.');
    await app.locator('s-modal').getByRole('button', {name: 'Take it back', exact: true}).click();
    await seen(app, '206 products with 2,410 variants would move into it.');
    expect(sent()).toEqual([
      {...terms, want: 'trial'},
      {...terms, want: 'off'},
    ]);
  });

  test('while it is on the rates are changed, and it is switched off after one question', async () => {
    const app = await open(on(), {
      switchProfile: (wanted) => ('want' in wanted ? on({terms: {...terms, ...wanted}}) : on()),
    });
    await seen(app, '2,410 variants are in it.');
    await seen(app, 'Shoppers there cannot buy these products.');
    expect(await button(app, 'Change the rates').isDisabled()).toBe(true);
    await testPage.expectFits('profile-on');
    await openFold(app, 'Rates');
    await app.getByLabel('Part of the supplier’s fee').fill('80');
    await row(app, 'Australia').getByText('€28.00').waitFor();
    await button(app, 'Change the rates').click();
    await expect.poll(sent).toEqual([{...terms, percent: 80, want: 'on'}]);
    await expect.poll(() => button(app, 'Change the rates').isDisabled()).toBe(true);
    testPage.server.answers.switchProfile = () => aProfile({isWorking: true, settledAt: on().settledAt});
    await button(app, 'Switch it off').first().click();
    await app.locator('s-modal').getByText('The products go back to the profiles they were in').waitFor();
    await testPage.expectFits('profile-off-asked');
    await app.locator('s-modal').getByRole('button', {name: 'Switch it off', exact: true}).click();
    await seen(app, 'The profile is being taken away. Everything goes back to where it was.');
    expect(await button(app, 'Switch it on for all products').isDisabled()).toBe(true);
    await testPage.expectFits('profile-going');
    testPage.server.answers.profile = aProfile({settledAt: '2026-11-20T10:00:00.000Z'});
    await seen(app, 'It is off, and the products are back in the profiles they were in.');
  });

  test('what Shopify refused stays on the page, with the button that tries again', async () => {
    const said = 'Shopify refused the change: The store is being moved.';
    const app = await open(on({stopped: 'refused', said, variants: {wanted: 2_410, moved: 40, taken: 0}}), {
      switchProfile: () => on(),
    });
    await seen(app, said);
    await seen(app, 'Partly on');
    await testPage.expectFits('profile-refused');
    await button(app, 'Try again').click();
    await seen(app, '2,410 variants are in it.');
    expect(sent()).toEqual([{...terms, want: 'on'}]);
  });

  test('each reason why nothing goes on has its words and its button', async () => {
    const none = {wanted: 2_410, moved: 0, taken: 0};
    const notAllowed = 'Piecewise may not change the shipping settings of your store. Allow it, and it goes on.';
    const app = await open(on({stopped: 'not_permitted', said: notAllowed, variants: none}));
    await seen(app, notAllowed);
    await button(app, 'Allow it').waitFor();
    expect(await app.getByText('Shoppers there cannot buy').count()).toBe(0);
    const removed = 'The profile was deleted in Shopify, so your general profile counts again.';
    await reopen({profile: on({stopped: 'removed', said: removed, variants: none})});
    await seen(app, removed);
    await button(app, 'Switch it on again').click();
    await expect.poll(sent).toEqual([{...terms, want: 'on'}]);
    const refused = aProfile({stopped: 'refused', said: 'Shopify refused the change.'});
    await reopen({profile: refused, switchProfile: () => aProfile()});
    await seen(app, 'Not switched off yet');
    await testPage.expectFits('profile-not-off');
    await button(app, 'Try again').click();
    await openFold(app, 'What the profile does');
    await seen(app, '206 products with 2,410 variants would move into it.');
    expect(sent().at(-1)).toEqual({...terms, want: 'off'});
  });

  test('that a change was refused is said beside the buttons, and stays', async () => {
    const message = 'You may not change products.';
    const app = await open(aProfile(), {switchProfile: () => ({error: {code: 'no_right', message}})});
    testPage.expectComplaint(/status of 422/);
    await button(app, 'Try it with three products').click();
    await seen(app, 'Not done');
    await seen(app, message);
    await testPage.expectFits('profile-failure');
  });

  test('zones that the merchant changed stay, with what is shown now; one press takes the supplier’s again', async () => {
    const zones = withZone('GB', {change: 'price', shown: {minor: 1_200, currency: 'EUR'}});
    const changed = on({
      zones: zones.map((zone) => (zone.zone === 'AU' ? {...zone, change: 'removed' as const} : zone)),
      variants: {wanted: 2_410, moved: 2_410, taken: 2},
    });
    const app = await open(changed, {switchProfile: () => on()});
    await seen(app, 'You changed its price. Shoppers pay €12.00 instead of €30.00.');
    await seen(app, 'Australia: You removed this zone: shoppers there cannot buy.');
    await seen(app, '2 variants were put into another profile in Shopify, and stay there.');
    await testPage.expectFits('profile-changed-zones');
    await app.getByRole('button', {name: 'Use the supplier’s again: United Kingdom'}).click();
    await app.getByText('Changed by you in Shopify').waitFor({state: 'detached'});
    expect(sent()).toEqual([{zone: 'GB'}]);
  });
});
