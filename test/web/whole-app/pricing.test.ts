// The page Pricing before the whole app: a fresh store's prices lose money, the answer is taken over and saved, the next run writes it,
// and the store's own shipping rates are shown once the merchant has agreed.
import {describe, expect, test} from 'vitest';
import {loadStoredSettings} from '../../../server/db/shops/shops.ts';
import {Preview} from '../../../server/http/contract/preview.ts';
import {patientToken} from '../../support/patient-token.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {openFold} from '../layout/folds.ts';
import {useWholeApp} from './whole-app.ts';

describe.runIf(browserRuns)(suiteName('prices in the whole app'), () => {
  const {testApp, page, app, openAt} = useWholeApp();

  const pricing = async () => (await loadStoredSettings(testApp().deps.db, testApp().shop)).settings.pricing;
  const losing = async () => {
    const {shopify, shop, clock, url} = testApp();
    const answer = await fetch(`${url}/api/preview`, {
      method: 'POST',
      headers: {authorization: `Bearer ${patientToken(shopify, shop, clock)}`, 'content-type': 'application/json'},
      body: '{}',
    });
    return Preview.parse(await answer.json()).losing;
  };

  test('what loses money is named, and what must be charged is taken over, confirmed and saved', {
    timeout: 120_000,
  }, async () => {
    const before = await losing();
    expect(before).toBeGreaterThan(0);
    await openAt('/pricing');
    await app()
      .getByText(new RegExp(`^${before} of \\d+ products? loses? money on one piece$`))
      .waitFor();
    await app().getByRole('button', {name: 'Take over the amount'}).click();
    await app()
      .getByText(/^None of \d+ products? loses money on one piece/)
      .waitFor();
    await app()
      .getByText(new RegExp(`VAT: ${(await pricing()).vatPercent} % in every country\\.$`))
      .waitFor();
    expect((await pricing()).addOn).toBe(0);
    await page().getByRole('button', {name: 'Save', exact: true}).click();
    await app()
      .getByText(/^\d+ prices? changes?\.$/)
      .waitFor();
    await expectFits(page(), frameOfApp(page()), 'whole-app-pricing');
    await app().getByRole('button', {name: 'Save these changes'}).click();
    await page().getByText('Saved', {exact: true}).waitFor();
    expect((await pricing()).addOn).toBeGreaterThan(0);
    expect(await losing()).toBe(0);
    const prices = () =>
      testApp()
        .store.products()
        .map(({variants: [first]}) => first?.price);
    const old = prices();
    await app().getByRole('button', {name: 'Apply now', exact: true}).click();
    await app().getByRole('link', {name: 'Open the update'}).waitFor({timeout: 60_000});
    expect(prices()).not.toEqual(old);
    // One step less is not enough.
    const {addOn} = await pricing();
    await app()
      .getByLabel('Added to each price, before tax')
      .fill(String((addOn - 1) / 100));
    await app()
      .getByText(/lose[s]? money on one piece$/)
      .waitFor();
    await page().getByRole('button', {name: 'Discard'}).click();
    await app()
      .getByText(/^None of \d+ products? loses money on one piece/)
      .waitFor();
  });

  test('the store’s rates are read once the merchant agrees to it in Shopify’s own question', {
    timeout: 120_000,
  }, async () => {
    testApp().store.setShippingRates([{name: 'World', countries: [null], rates: [{price: '12.50'}]}]);
    await openAt('/pricing');
    const ask = app().getByRole('button', {name: 'Allow reading the rates'}).first();
    await ask.click();
    await page().getByRole('button', {name: 'Decline'}).click();
    await app()
      .getByText('You did not give Piecewise the permission that Shopify asked for, so nothing has changed.')
      .waitFor();
    await ask.click();
    await page().getByText('read shipping').waitFor();
    await page().getByRole('button', {name: 'Allow'}).click();
    await ask.waitFor({state: 'detached'});
    await openFold(app(), 'Try it on an article');
    await app().getByText('€12.50').first().waitFor();
    expect(testApp().store.scopes()).toContain('read_shipping');
    // A required permission is missing on no page because an optional one exists.
    expect((await testApp().merchant.overview()).missingScopes).toEqual([]);
  });

  test('an article is found and tried, and its zones say what a piece earns', {timeout: 120_000}, async () => {
    await openAt('/pricing');
    await openFold(app(), 'Prices, worst first');
    await app()
      .getByRole('button', {name: /^Try it on /})
      .first()
      .click();
    await app().getByText('The supplier’s cost').waitFor();
    await app()
      .getByText(/From €[\d,.]+ on, one piece loses money in no zone you sell to\.$/)
      .waitFor();
    await app()
      .getByText(/^Japan: /)
      .waitFor();
    await expectFits(page(), frameOfApp(page()), 'whole-app-pricing-tried');
  });
});
