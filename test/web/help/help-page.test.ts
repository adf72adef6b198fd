// The page Help: the way to it, its answers with the buttons that lead on, and the report that is copied.
import type {FrameLocator} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {answers} from '../../../web/pages/help/answers.ts';
import {toReport} from '../../../web/pages/help/report.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {openAllFolds, openFold} from '../layout/folds.ts';
import {seen, useTestPage} from '../test-page.ts';
import {someDiagnostics} from './diagnostics-answers.ts';

const linkOrButton = (app: FrameLocator, name: string) =>
  app.getByRole('link', {name, exact: true}).or(app.getByRole('button', {name, exact: true}));

describe.runIf(browserRuns)(suiteName('the help'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test.each([1280, phone])('every fold open, it fits at %i px, and axe finds nothing', async (width) => {
    const app = await openAt('/settings/help', {}, width);
    await seen(app, 'refused by the supplier');
    await openAllFolds(app);
    await seen(app, 'orders/paid:');
    await seen(app, 'Held for you, price rose: 2');
    await testPage.expectFits(`help-open-${width}`);
  });

  test('it is reached from Settings, and from an address without a page', async () => {
    for (const address of ['/settings', '/nothing/here']) {
      const app = await openAt(address);
      await linkOrButton(app, 'Open the help').click();
      await seen(app, 'How it works');
      expect(new URL(testPage.page.url()).pathname).toBe('/admin/sandbox/settings/help');
    }
  });

  test('each answer begins with a button, which leads to a page of the app', async () => {
    const app = await openAt('/settings/help');
    await seen(app, 'How it works');
    expect(answers.length).toBeGreaterThanOrEqual(12);
    for (const {question, label} of answers) {
      await openFold(app, question);
      const button = linkOrButton(app, `${label}: ${question}`);
      await button.click();
      await app.getByText('Loading', {exact: false}).or(app.locator('s-page')).first().waitFor();
      await app.locator('s-page:not([heading="Help"])').waitFor();
      expect(await app.getByText('This address leads nowhere').count(), label).toBe(0);
      await testPage.page.goBack();
      await seen(app, 'How it works');
    }
  });

  test('"Copy report" copies it as plain text', async () => {
    const app = await openAt('/settings/help');
    await app.locator('html').evaluate(`document.execCommand = () => {
      globalThis.copied = document.activeElement.value;
      return true;
    }`);
    await app.getByRole('button', {name: 'Copy report'}).click();
    await testPage.page.getByText('Report copied').waitFor();
    expect(await app.locator('html').evaluate('globalThis.copied')).toBe(toReport(someDiagnostics()));
  });

  test.each([1280, phone])(
    'where the browser refuses to copy, the report stands in a field, at %i px',
    async (width) => {
      const app = await openAt('/settings/help', {}, width);
      const copy = app.getByRole('button', {name: 'Copy report'});
      await copy.waitFor();
      await app.locator('html').evaluate(`document.execCommand = () => false;
      Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.reject()}, configurable: true})`);
      await copy.click();
      await seen(app, 'Your browser does not let the page copy. Select the text instead.');
      const field = app.getByRole('textbox', {name: 'Report'});
      expect(await field.inputValue()).toBe(toReport(someDiagnostics()));
      expect(await field.isEditable()).toBe(false);
      await testPage.expectFits(`help-refused-${width}`);
    },
  );

  test('a key that does not work leads to where it is entered, and a missing permission is asked for', async () => {
    const app = await openAt('/settings/help');
    const key = linkOrButton(app, 'Enter a key: Dropship key');
    await key.waitFor();
    expect(await linkOrButton(app, 'Enter a key: Catalogue key').count()).toBe(0);
    await app.getByRole('button', {name: 'Give the permission'}).click();
    await seen(app, 'Leave Piecewise and open it again from the Apps list');
    await key.click();
    await app.locator('s-page:not([heading="Help"])').waitFor();
    expect(new URL(testPage.page.url()).pathname).toMatch(/\/settings\/connection$/);
  });

  test('while the server fails, the answers are there all the same', async () => {
    testPage.expectComplaint(/Failed to load resource/);
    const app = await openAt('/settings/help', {broken: true});
    await seen(app, 'Could not load the diagnostics');
    await seen(app, 'How it works');
    await openFold(app, 'Who pays the supplier, and when?');
    await seen(app, 'You do, at the supplier’s checkout');
  });

  test('the supplier is reached at the address that the operator set; without one the page says so', async () => {
    const app = await openAt('/settings/help');
    await linkOrButton(app, 'partners@supplier.example').waitFor();
    const without = await openAt('/settings/help', {diagnostics: someDiagnostics({supplierContact: null})});
    await seen(without, 'Piecewise knows no address of the supplier');
  });

  test('the operator is reached at the address that the environment names; without one the page says so', async () => {
    const app = await openAt('/settings/help');
    const button = linkOrButton(app, 'support@app.example');
    await button.waitFor();
    expect(await app.locator('s-button', {hasText: 'support@app.example'}).getAttribute('href')).toBe(
      'mailto:support@app.example',
    );
    const without = await openAt('/settings/help', {diagnostics: someDiagnostics({operatorContact: null})});
    await seen(without, 'The operator has set no address here.');
  });
});
