// The step of set-up that chooses brands and categories: what a run adds to them meanwhile, and what Import rules added to their rules.
import {describe, expect, test} from 'vitest';
import {aRunGoingOn, theChoices} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {aRule, theRules} from '../rules/rules-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {chosen} from './setup-answers.ts';

describe.runIf(browserRuns)(suiteName('the choice in set-up'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test('conditions that Import rules added to the chosen brands are named before they go, and come back with a brand', async () => {
    const cheap = aRule({id: 'brands', brands: ['Aurelio Conti'], costTo: 2_000});
    const overview = chosen({}, {chosen: false});
    const preview = aPreview({created: 95, products: 95, variants: 900});
    const app = await openAt('/setup', {overview, rules: theRules({choice: [cheap]}), preview}, phone);
    await seen(app, 'Under Import rules the ticked brands have further conditions, which stay: cost up to €20.');
    await app.getByLabel('Aurelio Conti').uncheck();
    await seen(
      app,
      'No brand is ticked, so saving also removes the further conditions that Import rules gave them: cost up to €20.',
    );
    await testPage.expectFits('setup-choose-conditions');
    await app.getByLabel('Fjordline (95)').check();
    await app.getByRole('button', {name: 'Save and go on'}).click();
    await expect
      .poll(() => testPage.server.saved)
      .toMatchObject([{choice: [{id: 'brands', brands: ['Fjordline'], costTo: 2_000}]}]);
  });

  test('without a tick, saving says what is missing, and the prices are set in the step of set-up', async () => {
    const overview = chosen({}, {chosen: false, missingForPrices: 'Enter the exchange rate.'});
    const app = await openAt('/setup', {overview, rules: theRules({choice: []})}, phone);
    const prices = app.getByRole('link', {name: 'Set the prices', exact: true});
    expect(await prices.getAttribute('href')).toBe('/setup?step=prices');
    await app.getByRole('button', {name: 'Save and go on'}).click();
    await seen(app, 'Saved, and nothing is chosen');
    await seen(app, 'Tick a brand or a category to go on.');
    await testPage.expectFits('setup-choose-nothing');
  });

  test('brands that a run saves page by page are offered as they come, those of the last page when the reading ends', async () => {
    const reading = (step: string) => ({...aRunGoingOn(600), trigger: 'connected' as const, step});
    const upTo = (brands: number) => ({brands: theChoices().brands.slice(0, brands), categories: []});
    const overview = chosen({}, {chosen: false, lastRun: reading('catalogue')});
    const app = await openAt('/setup', {overview, rules: theRules({choice: []}), choices: upTo(1)});
    const box = (at: number) => app.getByLabel(theChoices().brands[at]?.name ?? '');
    await box(0).waitFor();
    await seen(app, 'The catalogue is being read: more names may follow, and their numbers may grow.');
    testPage.server.answers.choices = upTo(2);
    await box(1).waitFor();
    testPage.server.answers.choices = upTo(3);
    testPage.server.answers.overview = {...overview, lastRun: reading('applying')};
    await box(2).waitFor();
    await seen(app, 'Nothing more is being read: these are all the names that are known.');
  });
});
