// How products look, set by clicking: shown on a real article while it is typed, confirmed, and carried out by the next run. The real page,
// server, workers and both stand-ins.
import {describe, expect, test} from 'vitest';
import {ProductGid} from '#domain/ids.ts';
import {handleProductChange} from '../../../jobs/webhooks/notice-product.ts';
import {loadStoredSettings} from '../../../server/db/shops/shops.ts';
import {until} from '../../sandbox/demo/merchant.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useWholeApp} from './whole-app.ts';

describe.runIf(browserRuns)(suiteName('how products look in the whole app'), () => {
  const {testApp, page, app, openAt} = useWholeApp();

  const settings = async () => (await loadStoredSettings(testApp().worker.db, testApp().shop)).settings;
  const products = () => testApp().store.products();
  const field = (label: string) => app().getByLabel(label, {exact: true});
  const shown = (name: string) => app().locator(`[data-shown="${name}"]`);
  const says = (text: string | RegExp) => app().getByText(text).first().waitFor();
  const save = () => page().getByRole('button', {name: 'Save', exact: true}).click();
  /** Some of the products lose money, so every save that is previewed has something to confirm. */
  const confirm = async () => {
    await app().getByRole('button', {name: 'Save these changes'}).click();
    await page().getByText('Unsaved changes').waitFor({state: 'hidden'});
  };
  const fits = (picture: string) => expectFits(page(), frameOfApp(page()), picture);
  const run = async () => {
    const {merchant} = testApp();
    const {id} = await merchant.startRun();
    return until(30_000, async () => {
      const found = (await merchant.runs()).runs.find((one) => one.id === id);
      return found?.finishedAt == null ? null : found;
    });
  };

  test('a title is shown as it is typed, its effect is confirmed, and the next run writes it; an edited one stays', {
    timeout: 90_000,
  }, async () => {
    const [edited] = products();
    testApp().store.editProduct(edited?.id ?? '', {title: 'My own words'});
    // The clock stands still, so the webhook looks like one of the app's own write: here it has no time of Shopify's.
    const {worker, shop} = testApp();
    const noticed = {mayWait: true, triggeredAt: null, receivedAt: worker.now()};
    await handleProductChange(worker, shop, ProductGid.parse(edited?.id), noticed);
    await openAt('/settings');
    await app()
      .getByRole('link', {name: 'How products look'})
      .or(app().getByRole('button', {name: 'How products look'}))
      .click();
    await says('In your store');
    await fits('product-look');
    await field('Title').fill('{colour} {name}');
    await says(/\{colour\} stands for nothing\. You can use \{name\}/);
    await save();
    await says('Please correct what is marked.');
    expect((await settings()).template.title).toBe('{name}');

    await field('Title').fill('New:');
    await app().getByRole('button', {name: 'Add Name to the title'}).click();
    await shown('title')
      .getByText(/^New: /)
      .waitFor();
    await field('Who writes the title').selectOption('sync');
    await save();
    await says(new RegExp(`^${products().length - 1} products are changed: title of ${products().length - 1}\\.`));
    await fits('product-look-review');
    expect((await settings()).template.title).toBe('{name}');
    await confirm();
    expect(await settings()).toMatchObject({template: {title: 'New: {name}'}, owned: {title: 'sync'}});
    await run();
    const titles = products().map(({title}) => title);
    expect(titles.filter((title) => title.startsWith('New: '))).toHaveLength(products().length - 1);
    expect(titles).toContain('My own words');
  });

  test('names and weights are set for the supplier’s own words, and what is missing is marked', {
    timeout: 90_000,
  }, async () => {
    await page().setViewportSize({width: phone, height: 844});
    await openAt('/settings/products');
    await app()
      .getByRole('button', {name: /^Set Vendor for /})
      .first()
      .click();
    await app()
      .getByRole('button', {name: /^Set Weight for /})
      .first()
      .click();
    await save();
    await says('Enter what your store shows, or remove the row.');
    await says('Enter whole grams, such as 350.');
    await fits('product-look-errors');
    await app()
      .getByLabel(/^Vendor for /)
      .fill('Own brand');
    await app()
      .getByLabel(/^Weight for /)
      .fill('350');
    await field('Tags').fill('new\n{brand}');
    await app().getByLabel('Write the country of origin').click();
    await app().getByLabel('Days that updates').fill('30');
    await app().getByRole('radio', {name: 'Archived products'}).click();
    await save();
    await confirm();
    const {template, historyDays, retireAs} = await settings();
    expect([Object.values(template.vendors), Object.values(template.weights)]).toEqual([['Own brand'], [350]]);
    expect({template, historyDays, retireAs}).toMatchObject({
      template: {tags: ['new', '{brand}'], origin: true},
      historyDays: 30,
      retireAs: 'archive',
    });
    await fits('product-look-phone');
    await app()
      .getByRole('button', {name: /^Remove Vendor for /})
      .click();
    await save();
    await confirm();
    expect((await settings()).template.vendors).toEqual({});
    await page().setViewportSize({width: 1280, height: 900});
  });
});
