// What people did, before the whole app: found by kind, by person and about one thing, opened, and saved as a file.
import {readFile} from 'node:fs/promises';
import {describe, expect, test} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {openFold} from '../layout/folds.ts';
import {useCatalogueApp} from './catalogue-app.ts';

describe.runIf(browserRuns)(suiteName('the activity in the whole app'), () => {
  const {testApp, page, app, seen, openAt} = useCatalogueApp(20);
  const linkOrButton = (name: string) => app().getByRole('link', {name}).or(app().getByRole('button', {name}));
  const rows = () => app().locator('s-table-body s-table-row');

  test('a click of the merchant is listed with the value before and after, found by filters, and opens what it is about', {
    timeout: 90_000,
  }, async () => {
    const product = testApp()
      .store.products()
      .find(({articleId}) => articleId !== undefined && articleId !== null);
    const id = product?.articleId ?? '';
    const changes = [{articleId: ArticleId.parse(id), own: {kind: 'markup' as const, percent: 50}}];
    const {previewId} = await testApp().merchant.ownPrices({changes});
    await testApp().merchant.ownPrices({changes, previewId: previewId ?? ''});
    await openAt(`/products/${encodeURIComponent(id)}`);
    await openFold(app(), 'History');
    await linkOrButton('What people did with this article').click();
    await seen('You: set an own price');
    expect(await rows().count()).toBe(1);
    expect(await rows().first().innerText()).toMatch(/–[\s\S]*50 %/);
    await app()
      .getByRole('button', {name: /^Remove: About: /})
      .click();
    await seen('You: entered a key');
    await expectFits(page(), frameOfApp(page()), 'activity');
    await app().getByRole('button', {name: 'Keys', exact: true}).click();
    await expect.poll(async () => (await rows().allInnerTexts()).every((text) => text.includes('key'))).toBe(true);
    await app().getByRole('button', {name: 'Updates', exact: true}).click();
    await seen('You: started it');
    await page().reload();
    await seen('You: started it');
    const file = page().waitForEvent('download');
    await app().getByRole('button', {name: 'Save as CSV'}).click();
    const text = await readFile(await (await file).path(), 'utf8');
    expect(text).toContain('"Updates","started it"');
    expect(text).not.toContain('"Keys"');
    await app().getByRole('link', {name: 'An update'}).first().click();
    await app().getByText('What changed').first().waitFor();
  });

  test('on a phone it is cards, reached from Settings', {timeout: 60_000}, async () => {
    await page().setViewportSize({width: phone, height: 900});
    await openAt('/settings');
    await linkOrButton('Open the activity').click();
    await seen('You: entered a key');
    await expectFits(page(), frameOfApp(page()), 'activity-phone');
    await app().getByRole('button', {name: 'Privacy', exact: true}).click();
    await seen('No entry is like that.');
  });
});
