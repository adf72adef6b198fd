// A product is taken off sale on its page, before the whole app: the stand-in's store shows it within seconds and without any run, and what
// Shopify refuses stays on the page beside its button.
import {describe, expect, test} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {loadRuns} from '../../../server/db/runs/runs.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useCatalogueApp} from './catalogue-app.ts';

describe.runIf(browserRuns)(suiteName('a product taken off sale by clicking'), () => {
  const {app, openAt, page, seen, testApp} = useCatalogueApp(60);
  const statusOf = (id: string) =>
    testApp()
      .store.products()
      .find(({articleId}) => articleId === id)?.status;
  const onSale = () =>
    testApp()
      .store.products()
      .flatMap(({articleId, status}) => (articleId !== null && status === 'ACTIVE' ? [articleId] : []))
      .toSorted();
  const runs = () => loadRuns(testApp().deps.db, ShopDomain.parse(testApp().shop), 50);
  const button = (name: string) => app().getByRole('button', {name, exact: true});
  const takeOffSale = async () => {
    await button('Take off sale').first().click();
    await app().locator('s-modal').getByRole('button', {name: 'Take off sale', exact: true}).click();
  };
  const run = async () => {
    await testApp().merchant.startRun();
    expect((await testApp().merchant.lastRun()).state).toBe('done');
  };

  test('is a draft within seconds, without any run; “Back to the rules” puts it on sale with the next run', async () => {
    const [id = '', ...others] = onSale();
    const before = await runs();
    await openAt(`/products/${encodeURIComponent(id)}`);
    await button('Take off sale').first().click();
    await seen('From this moment it cannot be bought');
    await expectFits(page(), frameOfApp(page()), 'take-off-sale-asked');
    await app().getByRole('button', {name: 'Cancel', exact: true}).first().click();
    expect(statusOf(id)).toBe('ACTIVE');
    await takeOffSale();
    await expect.poll(() => statusOf(id), {timeout: 5_000}).toBe('DRAFT');
    await seen(/^Off sale\. Shopify shows the product as a draft\./);
    await seen('You left it out.');
    await button('Take off sale').first().waitFor({state: 'detached'});
    await expectFits(page(), frameOfApp(page()), 'taken-off-sale');
    expect(await runs()).toEqual(before);
    expect(onSale()).toEqual(others);
    await run();
    expect(onSale()).toEqual(others);
    await button('Back to the rules').click();
    await seen('The article is under your rules again from the next update on.');
    await run();
    expect(statusOf(id)).toBe('ACTIVE');
  }, 60_000);

  test('that Shopify refuses is said to be not off sale yet, with “Try again” beside it', async () => {
    const [id = ''] = onSale();
    const end = testApp().shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{field: ['status'], message: 'The store is being moved'}],
      when: ({kind}) => kind === 'mutation',
    });
    await openAt(`/products/${encodeURIComponent(id)}`);
    await takeOffSale();
    await seen('Not off sale yet');
    await seen(/The store is being moved/);
    await seen('The next update takes it off sale');
    await expectFits(page(), frameOfApp(page()), 'take-off-sale-refused');
    expect(statusOf(id)).toBe('ACTIVE');
    end();
    await button('Try again').click();
    await seen(/^Off sale\./);
    expect(statusOf(id)).toBe('DRAFT');
  }, 60_000);
});
