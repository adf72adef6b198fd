// What the rates of the shipping profile bring in, and that the rest of Pricing goes by them.
import {describe, expect, test} from 'vitest';
import type {ShippingProfile} from '#contract/shipping/shipping-profile.ts';
import {anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {openFold} from '../layout/folds.ts';
import type {Answers} from '../page-server.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aProfile, thePricing, theShipping} from './pricing-answers.ts';
import {on, withZone} from './profile-answers.ts';

describe.runIf(browserRuns)(suiteName('the rates of the shipping profile'), () => {
  const testPage = useTestPage();
  type App = Awaited<ReturnType<typeof testPage.openAt>>;

  const open = (profile: ShippingProfile, answers: Partial<Answers> = {}) =>
    testPage.openAt('/pricing', {profile, ...answers}, phone);
  const openRates = async (...shown: Parameters<typeof open>) => {
    const app = await open(...shown);
    await openFold(app, 'Rates');
    return app;
  };
  const reopen = async (answers: Partial<Answers>) => {
    Object.assign(testPage.server.answers, answers);
    await testPage.page.reload();
  };
  const card = (app: App) => app.locator('#shipping-profile');
  const row = (app: App, zone: string) => card(app).locator('s-table-row').filter({hasText: zone});
  const button = (app: App, name: string) => app.getByRole('button', {name, exact: true});
  const percent = (app: App) => card(app).getByLabel('Part of the supplier’s fee');
  const {pricing} = thePricing();
  const inGermany = {
    overview: anOverview({country: 'DE'}),
    pricing: thePricing({pricing: {...pricing, vatPercent: 19}}),
  };

  test('where they contain VAT, say what is left of them, and offer the percentage that leaves the whole fee', async () => {
    const app = await open(aProfile(), inGermany);
    await card(app).locator('s-badge').getByText('less than the fee').waitFor();
    await openFold(app, 'Rates');
    await seen(app, '100 is the whole fee, with VAT in it.');
    await row(app, 'The 27 EU member states').getByText('€13.45 after VAT').waitFor();
    expect(await row(app, 'United Kingdom').getByText('after VAT').count()).toBe(0);
    await seen(
      app,
      'For the 27 EU member states, €13.45 of €16.00 is left after 19 % VAT: €2.55 less than the supplier’s fee of €16.00.',
    );
    await seen(app, 'Where your store charges no VAT, the whole rate is left.');
    await testPage.expectFits('profile-vat');
    await button(app, 'Use 119 %').click();
    await seen(app, 'For the 27 EU member states, €16.00 of €19.04 is left after 19 % VAT');
    expect(await percent(app).inputValue()).toBe('119');
    expect(await button(app, 'Use 119 %').count()).toBe(0);
    await seen(app, '119 % of the fee');
    await testPage.expectFits('profile-vat-covered');
  });

  test('that the merchant has set in Shopify are not mended by the percentage: nothing offers it', async () => {
    const shown = {minor: 990, currency: 'EUR'};
    const app = await openRates(on({zones: withZone('EU', {change: 'price', shown})}), inGermany);
    await seen(app, /€8\.32 of €9\.90 is left after 19 % VAT: .* You set this rate in Shopify\.$/);
    expect(await button(app, 'Use 119 %').count()).toBe(0);
    await card(app).getByRole('link', {name: 'Open shipping in Shopify'}).waitFor();
    await testPage.expectFits('profile-rate-set-by-hand');
  });

  test('claim nothing of VAT where the rates contain none, or where it is not known which zone is taxed', async () => {
    const app = await openRates(aProfile(), {...inGermany, pricing: thePricing({taxesIncluded: false})});
    await row(app, 'Australia').getByText('€35.00').last().waitFor();
    expect(await card(app).getByText('VAT').count()).toBe(0);
    await reopen({...inGermany, overview: anOverview({country: null})});
    await openFold(app, 'Rates');
    await seen(app, 'Where your store charges the 19 % VAT that its prices contain, that much of a rate is not yours.');
    expect(await card(app).getByText('after VAT').count()).toBe(0);
  });

  test('say where less than the fee is asked, and that typed rates are not paid yet', async () => {
    const app = await openRates(on(), inGermany);
    await seen(app, 'Shoppers pay the rates below, and products made later move into it.');
    await percent(app).fill('80');
    await seen(app, 'In 4 zones shoppers would pay less than the supplier’s fee: you would pay the rest.');
    await seen(app, 'Shoppers pay the saved rates, not yet those that you typed');
    expect(await card(app).locator('s-table-header').last().textContent()).toBe('Shoppers would pay');
    await testPage.expectFits('profile-below-fee');
    expect(await card(app).getByText('The other fair way').count()).toBe(0);
  });

  test('have no surcharge that was entered in another currency: it is asked for again', async () => {
    const said = 'The surcharge was entered in another currency than your store has now, so no rate is changed.';
    const foreign = on({stopped: 'other_currency', said, terms: {percent: 100, surcharge: null, currency: 'store'}});
    const app = await open(foreign, {switchProfile: () => on()});
    await seen(app, said);
    await button(app, 'Enter the surcharge').click();
    await seen(app, 'Enter it in EUR, or 0.');
    expect(await card(app).getByLabel('Surcharge on each rate').inputValue()).toBe('');
    await testPage.expectFits('profile-surcharge-asked');
    await card(app).getByLabel('Surcharge on each rate').fill('2');
    await button(app, 'Enter the surcharge').click();
    const sent = () => testPage.server.clicked.map(({body}) => body);
    await expect.poll(sent).toEqual([{want: 'on', percent: 100, surcharge: 2, currency: 'store'}]);
  });

  test('are not to be paid once more in the price of a product', async () => {
    const app = await open(on());
    await openFold(app, 'Rounding and limits');
    await app.locator('s-select[name="carryZone"] select').selectOption('AU');
    await seen(app, 'Shoppers pay for shipping twice');
    await testPage.expectFits('profile-fee-twice');
    await app.locator('s-select[name="carryZone"] select').selectOption('');
    const addOn = app.getByLabel('Added to each price, before tax').first();
    await addOn.fill('35');
    await seen(app, /was meant for it, they pay it twice/);
    await addOn.fill('0');
    await app.getByText(/was meant for it, they pay it twice/).waitFor({state: 'detached'});
    await open(aProfile());
    await openFold(app, 'Rounding and limits');
    await app.locator('s-select[name="carryZone"] select').selectOption('AU');
    expect(await app.getByText('Shoppers pay for shipping twice').count()).toBe(0);
  });

  test('are what Pricing shows as charged as soon as the app is done, without a reload', async () => {
    const moving = on({isWorking: true, isReached: false, variants: {wanted: 2_410, moved: 40, taken: 0}});
    const app = await open(aProfile(), {switchProfile: () => moving, preview: aPreview({shipping: 'counted'})});
    await button(app, 'Switch it on for all products').click();
    await seen(app, 'Being switched on');
    await openFold(app, 'What the profile does');
    await openFold(app, 'Try it on an article');
    await seen(app, '206 products with 2,410 variants move into it.');
    await testPage.expectFits('profile-switching-on');
    const shipping = theShipping();
    const one = {countries: ['GB'], restOfWorld: false, rates: [{price: 3_033, from: null, to: null}]};
    testPage.server.answers.shipping = {
      ...shipping,
      zones: shipping.zones.map((zone) =>
        zone.zone === 'GB' ? {...zone, charges: {groups: [one], withoutRate: []}} : zone,
      ),
    };
    const counted = testPage.server.previewed.length;
    testPage.server.answers.profile = on({settledAt: '2026-11-20T10:00:00.000Z'});
    await app.locator('s-table-row').filter({hasText: 'GB: '}).getByText('€30.33').waitFor();
    await expect.poll(() => testPage.server.previewed.length).toBeGreaterThan(counted);
  });

  test('are counted in all figures or in none: what was counted before they were read is counted again', async () => {
    const app = await open(aProfile(), {
      pricePreview: () => aPreview({shipping: testPage.server.previewed.length > 1 ? 'counted' : 'not_read'}),
    });
    await openFold(app, 'Try it on an article');
    await expect.poll(() => app.getByText('What your store charges for shipping is counted').count()).toBe(2);
    expect(await app.getByText('is not counted').count()).toBe(0);
  });

  test('are those of the markets in such a store, and nothing offers to read them', async () => {
    const {zones, ...shipping} = theShipping();
    const app = await open(aProfile({isMarketDriven: true}), {
      preview: aPreview({shipping: 'market_driven'}),
      shipping: {
        ...shipping,
        charges: 'market_driven',
        chargesComplete: false,
        zones: zones.map((zone) => ({...zone, charges: null})),
      },
    });
    await openFold(app, 'Try it on an article');
    await app.getByText('in your markets', {exact: true}).first().waitFor();
    await seen(app, 'your markets have the rates, and Piecewise does not read those.');
    expect(await button(app, 'Read the rates').count()).toBe(0);
    expect(await button(app, 'Allow reading the rates').count()).toBe(0);
    expect(await app.getByText('Shopify could not be asked what').count()).toBe(0);
    await testPage.expectFits('profile-markets-have-rates');
  });

  test('are reached from the top of Pricing, and from what Home says of countries without delivery', async () => {
    const app = await open(aProfile());
    await button(app, 'Go to the shipping profile').click();
    await testPage.expectInView(card(app));
    expect(await app.locator('#shipping-profile:focus').count()).toBe(1);
    await testPage.open({overview: anOverview({unserved: ['NO']})}, phone);
    await app.getByRole('link', {name: 'Use the shipping profile'}).click();
    await expect.poll(() => app.locator('#shipping-profile:focus').count()).toBe(1);
  });
});
