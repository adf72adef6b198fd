// Set-up: each step in its states, at both widths; the trial is asked for, followed and shown.
import {describe, expect, test} from 'vitest';
import {aConnection, anOverview, aRunGoingOn, noConnection} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {losingPreview, thePricing} from '../pricing/pricing-answers.ts';
import {aRule, theRules} from '../rules/rules-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aSetUp, aTrial, aTrialRun, aTrialUnderWay, chosen, noTrial, priced, settingUp} from './setup-answers.ts';

const nothing = anOverview({
  connection: noConnection(),
  chosen: false,
  lastRun: null,
  nextRunAt: null,
  ...settingUp(),
});

describe.runIf(browserRuns)(suiteName('set-up'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  describe('opened on a phone', () => {
    test('begins with the keys, and says how to get them', async () => {
      const app = await openAt('/setup', {overview: nothing}, phone);
      await seen(app, '0 of 6 steps done');
      await seen(app, /from the address on your account with the supplier/);
      await app.getByLabel('Catalogue key').waitFor();
      expect(await app.getByRole('link', {name: /^Next: /}).count()).toBe(0);
      await testPage.expectFits('setup-keys');
    });

    test('brands and categories are chosen with the counts they make; one click saves them with their preview and goes on', async () => {
      const overview = chosen({}, {chosen: false});
      const preview = aPreview({created: 95, products: 95, variants: 900});
      const rules = theRules({choice: [aRule({id: 'cheap', effect: 'exclude', costTo: 1_000})]});
      const app = await openAt('/setup', {overview, rules, preview}, phone);
      await seen(app, '1 other rule under Import rules stays as it is.');
      await testPage.expectFits('setup-choose');
      await app.getByLabel('Fjordline (95)').check();
      await app.getByLabel('Bags').check();
      await seen(app, '212 articles are chosen.');
      testPage.server.answers.overview = chosen();
      await app.getByRole('button', {name: 'Save and go on'}).click();
      await testPage.expectInView(app.getByRole('heading', {name: 'From cost to price'}));
      await app.locator(':focus').getByText('A price is the cost with your markup and the VAT').waitFor();
      expect(testPage.server.saved).toMatchObject([
        {
          choice: [
            {id: 'cheap', effect: 'exclude', costTo: 1_000},
            {id: 'brands', effect: 'include', brands: ['Fjordline'], categories: []},
            {id: 'categories', effect: 'include', brands: [], categories: ['Bags']},
          ],
          previewId: 'preview-1',
        },
      ]);
    });

    test('asks a store abroad for its rate, and the VAT where prices include it, and saves only what was shown', async () => {
      const pricing = thePricing({currency: 'SEK', pricing: {...thePricing().pricing, vatPercent: null}});
      const overview = chosen({}, {currency: 'SEK', missingForPrices: 'No exchange rate is set under Pricing.'});
      const app = await openAt('/setup', {overview, pricing, pricePreview: losingPreview}, phone);
      await seen(app, 'How many SEK is one euro?');
      await seen(app, 'Losses cannot be counted before you enter an exchange rate.');
      await testPage.expectFits('setup-no-rate');
      await app.getByRole('button', {name: 'Save and go on'}).click();
      await seen(app, 'Enter the rate: no price in SEK can be made without it.');
      await seen(app, 'Enter the VAT that your prices contain, 0 for none.');
      await testPage.expectFits('setup-rate-missing');
      expect(testPage.server.saved).toEqual([]);
      expect(await testPage.page.getByText('Saved', {exact: true}).count()).toBe(0);
      await app.getByLabel('1 EUR in your currency').fill('11,25');
      await app.getByLabel('Date of the rate').fill('2026-11-20');
      await app.getByLabel('VAT contained in your prices').fill('25');
      await app.getByLabel('Prices end in').fill('.95');
      await app.getByRole('button', {name: 'Save and go on'}).click();
      await seen(app, 'Prices that lose money on one piece, worst first');
      await testPage.expectInView(app.getByRole('heading', {name: 'Not saved yet: this is what your changes do'}));
      await testPage.expectInView(app.getByRole('button', {name: 'Save these changes'}));
      await seen(app, 'The next update does this to products in your store; new ones are made once you put everything');
      await seen(app, /The next update changes 2 prices\.$/);
      await testPage.expectFits('setup-losing');
      expect(testPage.server.saved).toEqual([]);
      testPage.server.answers.overview = priced();
      await app.getByRole('button', {name: 'Save these changes'}).click();
      await app.locator(':focus').getByRole('button', {name: 'Put ten products into my store'}).waitFor();
      await testPage.expectFits('setup-prices-saved');
      const rate = {currency: 'SEK', perEuro: '11.25', asOf: '2026-11-20', bufferPercent: 0};
      const rounding = [{currency: 'SEK', step: 100, endings: [95]}];
      expect(testPage.server.saved).toMatchObject([
        {pricing: {vatPercent: 25, rate, rounding}, previewId: 'preview-1'},
      ]);
    });

    test('shows the trial before, while and after it goes on, each product with where to look at it', async () => {
      const app = await openAt('/setup', {overview: priced()}, phone);
      await seen(app, '4 of 6 steps done');
      await app.getByRole('button', {name: 'Put ten products into my store'}).waitFor();
      await testPage.expectFits('setup-trial');
      Object.assign(testPage.server.answers, {
        startTrial() {
          const run = aTrialRun({
            state: 'running',
            finishedAt: null,
            step: 'details',
            startedAt: new Date().toISOString(),
          });
          testPage.server.answers.overview = chosen({pricesSaved: true, trial: run}, {lastRun: run});
          testPage.server.answers.trial = aTrialUnderWay(run);
          return run;
        },
      });
      await app.getByRole('button', {name: 'Put ten products into my store'}).click();
      await seen(app, '0 of 10 products in your store');
      await seen(app, 'Reading prices, colours and sizes.');
      expect(await app.getByText('the supplier states no colour or no size').count()).toBe(0);
      await app.getByRole('link', {name: 'Go on while the trial runs'}).waitFor();
      await testPage.expectFits('setup-trial-under-way');
      testPage.server.answers.overview = {
        ...priced({trial: aTrialRun()}),
        listings: {active: 9, drafts: 9, ownDrafts: 9, held: 1, retired: 0, quarantined: 0},
      };
      testPage.server.answers.trial = aTrial();
      await seen(app, '9 of 10 products in your store');
      await seen(app, /^Of 1 article the supplier states no colour or no size\. An order of it may ask you/);
      await seen(app, '9 products are drafts');
      await seen(app, 'Shoppers cannot buy them until you publish them.');
      await seen(app, 'The supplier states no sizes');
      await seen(app, 'The supplier states no price above zero.');
      await app.getByRole('link', {name: 'Open in Shopify: Aurelio Conti wool coat with a belt 1'}).waitFor();
      await app.getByRole('link', {name: 'Details: Aurelio Conti wool coat with a belt 1'}).waitFor();
      await app.getByRole('button', {name: 'Start the trial again'}).waitFor();
      await app.getByRole('link', {name: 'Next: Put everything into the store'}).waitFor();
      await testPage.expectFits('setup-trial-done');
    });

    test('puts everything into the store when asked, follows the run, and says once that all is set up', async () => {
      const app = await openAt('/setup', {overview: priced({trial: aTrialRun()})}, phone);
      await seen(app, '5 of 6 steps done');
      expect(await app.getByText('The supplier does not deliver to').count()).toBe(0);
      await seen(app, /^You chose 212 articles\. /);
      await seen(app, /updates that start by themselves create no product/);
      await testPage.expectFits('setup-everything');
      testPage.server.answers.startRun = () => {
        const run = aRunGoingOn(600);
        testPage.server.answers.overview = priced({trial: aTrialRun(), everythingAsked: true});
        testPage.server.answers.overview.lastRun = run;
        return run;
      };
      await app.getByRole('button', {name: 'Put everything into the store'}).click();
      await seen(app, 'Whole catalogue');
      await testPage.expectFits('setup-everything-under-way');
      const setUp = aSetUp({pricesSaved: true, everythingAsked: true, trial: aTrialRun()});
      const listings = {...anOverview().listings, drafts: 3, ownDrafts: 3};
      testPage.server.answers.overview = anOverview({setUp, listings});
      await seen(app, 'All set up');
      await seen(app, '3 products are drafts');
      const drafts = app.getByRole('link', {name: 'Go to “Drafts to publish”'});
      expect(await drafts.getAttribute('href')).toBe('/products?show=drafts');
      await seen(app, '6 of 6 steps done');
      await testPage.expectFits('setup-done');
      await app.getByRole('button', {name: 'Close'}).click();
      await expect.poll(() => testPage.server.clicked).toMatchObject([{path: '/set-up/close'}]);
    });
  });

  test('goes on at the next step after a reload, and each step can be opened again', async () => {
    const app = await openAt('/setup', {overview: priced()});
    await app.getByRole('link', {name: 'Open: Connect your keys'}).click();
    await seen(app, 'Connection to the supplier');
    await app.getByRole('link', {name: 'Next: Try ten products'}).waitFor();
    await app.getByRole('link', {name: 'Open: Try ten products'}).click();
    await app.getByRole('link', {name: 'Skip the trial'}).click();
    await seen(app, /^You chose 212 articles\. /);
    await testPage.page.reload();
    await seen(app, /^You chose 212 articles\. /);
    await testPage.followMenu('Set-up');
    await app.getByRole('button', {name: 'Put ten products into my store'}).waitFor();
  });

  test('a key in the wrong field is named, and one click connects it as the other one', async () => {
    testPage.expectComplaint(/422/);
    const entered: string[] = [];
    const app = await openAt('/setup', {
      overview: nothing,
      connectKey(name) {
        entered.push(name);
        if (name === 'dropship-key') return aConnection();
        const message = 'This is your dropship key, not the catalogue key. Enter it in the field of the dropship key.';
        return {error: {code: 'key_swapped', message, field: 'key'}};
      },
    });
    await app.getByLabel('Catalogue key').fill('dk_1');
    await app.getByRole('button', {name: 'Connect', exact: true}).first().click();
    await app.getByRole('alert').filter({hasText: 'This is your dropship key'}).waitFor();
    const offer = app.getByRole('button', {name: 'Connect it as the dropship key'});
    await offer.waitFor();
    await app.getByLabel('Catalogue key').fill('another');
    await offer.waitFor({state: 'detached'});
    await app.getByLabel('Catalogue key').fill('dk_1');
    await app.getByRole('button', {name: 'Connect', exact: true}).first().click();
    await offer.click();
    await testPage.page.getByText('Dropship key connected').waitFor();
    expect(entered).toEqual(['catalogue-key', 'catalogue-key', 'dropship-key']);
  });

  test('the answer for a colour and how products arrive are saved as soon as they are chosen', async () => {
    const app = await openAt('/setup?step=sizes', {overview: priced()});
    await app.getByText('Ask me for each order').click();
    await expect.poll(() => testPage.server.saved).toMatchObject([{template: {standingColour: null}}]);
    await app.getByRole('link', {name: 'Next: Try ten products'}).click();
    await app.getByText('Active products, on sale at once').click();
    await expect.poll(() => testPage.server.saved).toMatchObject([{}, {importing: {newProducts: 'active'}}]);
  });

  test('a trial that cannot start says why, and one without keys, choice or prices says what comes first', async () => {
    testPage.expectComplaint(/409/);
    const message = 'None of the articles you chose can be tried.';
    const app = await openAt('/setup', {
      overview: priced(),
      trial: noTrial(),
      startTrial: () => ({error: {code: 'nothing_to_try', message}}),
    });
    await app.getByRole('button', {name: 'Put ten products into my store'}).click();
    await app.getByRole('alert').filter({hasText: message}).waitFor();
    testPage.server.answers.overview = nothing;
    await app.getByRole('link', {name: 'Open: Put everything into the store'}).click();
    await seen(app, /^You chose 212 articles\. /);
    await testPage.page.reload();
    await seen(app, 'First: Connect your keys; Choose brands or categories; Set your prices.');
    expect(await app.getByRole('button', {name: 'Put everything into the store'}).isDisabled()).toBe(true);
  });
});
