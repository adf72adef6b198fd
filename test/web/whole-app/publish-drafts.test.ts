// A store whose first import made drafts, before the whole app: Home leads to them, one press publishes them, and an update does it.
import {describe, expect, test} from 'vitest';
import {untilQuiet} from '../../support/until-quiet.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useCatalogueApp} from './catalogue-app.ts';

describe.runIf(browserRuns)(suiteName('drafts published by clicking'), () => {
  const {app, openAt, page, seen, testApp} = useCatalogueApp(40);
  const products = () =>
    testApp()
      .store.products()
      .filter(({articleId}) => articleId !== null);
  const onSale = () => products().filter(({status}) => status === 'ACTIVE').length;
  const button = (name: string | RegExp) => app().getByRole('button', {name, exact: true});
  const confirm = () => app().locator('s-modal').getByRole('button', {name: 'Publish', exact: true}).click();

  test('one, then all that are left, but for the one that the merchant archived', {timeout: 120_000}, async () => {
    await page().setViewportSize({width: phone, height: 900});
    const {db} = testApp().deps;
    // As the first import leaves them where new products are to be drafts.
    for (const {id} of products()) testApp().store.editProduct(id, {status: 'DRAFT'});
    // The webhooks of the edits first: one that read a product before its edit would still take it for a product on sale.
    await untilQuiet(testApp().deps, testApp().shopify);
    await db.updateTable('listings').set({own_draft: 'made', store_status: 'DRAFT'}).execute();
    const archived = products().at(-1);
    const number = products().length;
    await openAt('/');
    await app()
      .getByRole('link', {name: `Publish ${number} drafts that Piecewise made`})
      .click();
    await button(`Publish all ${number} drafts`).waitFor();
    await expectFits(page(), frameOfApp(page()), 'drafts-to-publish');
    await app().locator('s-table-row').getByRole('checkbox').nth(1).check();
    await button('Publish: 1 product').click();
    await confirm();
    await seen('1 draft is published by this update.');
    await expect.poll(onSale, {timeout: 30_000}).toBe(1);
    testApp().store.editProduct(archived?.id ?? '', {status: 'ARCHIVED'});
    await button(`Publish all ${number - 1} drafts`).click();
    await seen('What you made a draft or archived yourself stays so');
    await expectFits(page(), frameOfApp(page()), 'drafts-asked');
    await confirm();
    await seen(`${number - 1} drafts are published by the next update.`);
    await page().setViewportSize({width: 1280, height: 900});
    await expectFits(page(), frameOfApp(page()), 'drafts-published');
    await button('Apply now').first().click();
    await expect.poll(onSale, {timeout: 60_000}).toBe(number - 1);
    expect(products().find(({id}) => id === archived?.id)?.status).toBe('ARCHIVED');
  });
});
