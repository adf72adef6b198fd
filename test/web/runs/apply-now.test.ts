// What was saved waits for an update: a press starts one at once, wherever it was saved, and from a preview.
import {describe, expect, test} from 'vitest';
import {anOverview, aRun, aRunGoingOn} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {losingPreview} from '../pricing/pricing-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('what waits for an update'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;
  const applyNow = (app: App) => app.getByRole('button', {name: 'Apply now', exact: true});
  const queued = {...aRunGoingOn(0), state: 'queued' as const};

  const savePrices = async (answers: Parameters<typeof openAt>[1] = {}) => {
    const app = await openAt('/pricing', {pricePreview: losingPreview, ...answers}, phone);
    await app.getByLabel('Markup on cost').fill('62,5');
    await testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
    await app.getByRole('button', {name: 'Save these changes'}).click();
    await testPage.page.getByText('Saved', {exact: true}).waitFor();
    return app;
  };

  test('saved prices are applied at once, and the update is followed there', async () => {
    const done = aRun({id: queued.id, kind: 'full'});
    const app = await savePrices({startRun: () => queued, runs: [queued]});
    await seen(app, 'Your store changes with the next update.');
    await testPage.expectFits('apply-now');
    await applyNow(app).click();
    await applyNow(app).waitFor({state: 'detached'});
    testPage.server.answers.runs = [done];
    await app.getByRole('link', {name: 'Open the update'}).waitFor();
  });

  test('or wait for the night', async () => {
    const app = await savePrices();
    await app.getByRole('button', {name: 'Tonight', exact: true}).click();
    await applyNow(app).waitFor({state: 'detached'});
  });

  test('an update that began before the save is not said to apply it', async () => {
    const app = await savePrices({startRun: () => aRunGoingOn(0)});
    await applyNow(app).click();
    await seen(app, 'An update is going on that began before you saved. Press again once it is over.');
    testPage.server.answers.startRun = () => queued;
    testPage.server.answers.runs = [queued];
    await applyNow(app).click();
    await applyNow(app).waitFor({state: 'detached'});
  });

  test('what changes no product waits for nothing, and nothing is offered during set-up', async () => {
    const app = await openAt('/pricing', {}, phone);
    await app.getByLabel('Markup on cost').fill('62,5');
    await testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
    await testPage.page.getByText('Saved', {exact: true}).waitFor();
    expect(await applyNow(app).count()).toBe(0);
    const overview = anOverview();
    const inSetUp = await savePrices({overview: {...overview, setUp: {...overview.setUp, everythingAsked: false}}});
    await inSetUp.getByText('Unsaved changes').waitFor({state: 'hidden'});
    expect(await applyNow(inSetUp).count()).toBe(0);
  });

  test('articles that are left out by hand can leave at once', async () => {
    const app = await openAt('/products');
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await app
      .getByRole('button', {name: /^Always leave out/})
      .first()
      .click();
    await app.locator('s-modal').getByRole('button', {name: 'Always leave out', exact: true}).last().click();
    await applyNow(app).waitFor();
  });

  test('a preview is run with one press, which opens the update', async () => {
    const preview = aRun({kind: 'preview'});
    const app = await openAt(`/runs/${preview.id}`, {runs: [preview, queued], startRun: () => queued}, phone);
    await seen(app, 'Nothing in your store was changed by it.');
    await testPage.expectFits('run-this-now');
    await app.getByRole('button', {name: 'Run this now'}).click();
    await app.getByRole('button', {name: 'Run this now'}).waitFor({state: 'detached'});
    await expect.poll(() => testPage.page.url()).toContain(queued.id);
  });
});
