// The page Products: what is found stands in the address, and what is done to several articles asks first.
import {describe, expect, test} from 'vitest';
import {anOverview, aRun, aRunGoingOn} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticle} from './product-answers.ts';

const nothingInStore = {active: 0, drafts: 0, ownDrafts: 0, held: 0, retired: 0, quarantined: 0};

describe.runIf(browserRuns)(suiteName('the page Products'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const address = () =>
    new URL(testPage.page.url()).pathname.replace('/admin/sandbox', '') + new URL(testPage.page.url()).search;
  type App = Awaited<ReturnType<typeof openAt>>;
  const row = (app: App, name: string) => app.locator('s-table-row').filter({hasText: name});
  const choose = (app: App, name: string) => app.getByRole('checkbox', {name: `Choose ${name}`}).check();
  const clicked = () => testPage.server.clicked;

  describe('opened on a phone', () => {
    test('each article says what it costs, sells at and leaves, and why it is not on sale', async () => {
      const app = await openAt('/products?show=all', {}, phone);
      await seen(app, '1 to 6 of 9 articles.');
      expect(await row(app, 'Fjordline knit jumper').textContent()).toMatch(/€36\.83.*€71\.89.*37\.5 %.*In your store/);
      expect(await row(app, 'Wool coat').textContent()).toMatch(/Not on sale.*below your floor of 20 %\./);
      expect(await row(app, 'Silk scarf').textContent()).toMatch(
        /€39\.00.*own: €99\.90€99\.90 from the next update.*€4\.86Australia, 15\.2 %From the next updateLoss−€4\.86Australia, −15\.2 %.*Always included.*Some fields are yours/,
      );
      expect(await row(app, 'فستان').textContent()).toMatch(/would be €61\.20.*Not chosen/);
      expect(await row(app, 'Leather belt').textContent()).toMatch(/Could not be used.*No title\./);
      expect(await row(app, 'Linen shirt').textContent()).toMatch(/Always left out.*The next update takes it off sale/);
      // The amount and the zone do not read as one word.
      const box = (text: string) => row(app, 'Silk scarf').getByText(text, {exact: true}).boundingBox();
      const [amount, zone] = [await box('−€4.86'), await box('Australia, −15.2 %')];
      const isBeside = (zone?.y ?? 0) < (amount?.y ?? 0) + (amount?.height ?? 0);
      if (isBeside) expect((zone?.x ?? 0) - (amount?.x ?? 0) - (amount?.width ?? 0)).toBeGreaterThanOrEqual(6);
      else expect(zone?.y).toBeGreaterThan(amount?.y ?? Infinity);
      await testPage.expectFits('products');
      await app.getByRole('button', {name: 'Next'}).first().click();
      await seen(app, '7 to 9.');
      await seen(app, 'Gloves');
      expect(await row(app, 'Wool coat').count()).toBe(0);
    });

    test('sorted by a field, since there are no headers, and the line above the cards is read as a line', async () => {
      const app = await openAt('/products?show=all', {}, phone);
      await app.getByLabel('Sort by').selectOption({label: 'Least left first'});
      await seen(app, /Those without a price in your store come last\.$/);
      const all = await app.locator('s-checkbox[label="Choose all on this page"]').boundingBox();
      expect(all?.height).toBeLessThan(45);
      await testPage.expectFits('products-sorted');
    });

    test('chosen by hand, with a question before; what came of it takes the focus', async () => {
      const app = await openAt('/products?show=all', {}, phone);
      await choose(app, 'Wool coat');
      await choose(app, 'Silk scarf');
      await seen(app, '2 articles chosen');
      await testPage.expectFits('products-chosen');
      // The scarf was chosen by hand already.
      await app.getByRole('button', {name: 'Always include: 1 article', exact: true}).click();
      await seen(app, /^The next update puts what is selected into your store, whatever your rules say/);
      await testPage.expectFits('products-question');
      expect(clicked()).toEqual([]);
      await app.locator('s-modal').getByRole('button', {name: 'Always include', exact: true}).click();
      await seen(app, '1 article is always included from the next update on.');
      expect(await app.locator(':focus').getAttribute('role')).toBe('status');
      expect(clicked()).toEqual([{path: '/articles/hand', body: {articleIds: ['A-101'], hand: 'picked'}}]);
      expect(await row(app, 'Wool coat').textContent()).toContain('Always included');
      expect(await app.getByRole('checkbox', {name: 'Choose Wool coat'}).isChecked()).toBe(false);
    });

    test('a deletion needs its word, and the run that does it is followed', async () => {
      const following = aRunGoingOn(0);
      const app = await openAt('/products?show=all', {runs: [following], decidedRun: following}, phone);
      await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
      // Two of the six have no product.
      await app.getByRole('button', {name: 'Delete from the store: 4 products'}).click();
      const sure = app.locator('s-modal').getByRole('button', {name: 'Delete', exact: true});
      expect(await sure.isDisabled()).toBe(true);
      await app.getByLabel('Type DELETE to confirm').fill('delete');
      expect(await sure.isDisabled()).toBe(true);
      await app.getByLabel('Type DELETE to confirm').fill('DELETE');
      await testPage.expectFits('products-delete');
      await sure.click();
      await seen(app, '4 products are deleted from your store.');
      expect(clicked()).toEqual([
        {path: '/articles/delete', body: {articleIds: ['A-100', 'A-101', 'A-103', 'A-105'], confirm: 'delete'}},
      ]);
      await app.getByRole('button', {name: 'Pause', exact: true}).waitFor();
      testPage.server.answers.runs = [aRun({id: following.id, kind: 'delete'})];
      await app.getByRole('link', {name: 'Open the update'}).waitFor();
    });
  });

  test('what is shown stands in the address, is the same after a reload, and is found again by it', async () => {
    const app = await openAt('/products?show=all');
    await app.getByRole('button', {name: 'Not on sale'}).click();
    await app.getByRole('button', {name: 'Filter'}).click();
    await app.getByLabel('Reason').selectOption({label: 'Margin below your floor'});
    await expect.poll(address).toBe('/products?show=held&reason=below_floor');
    await testPage.page.keyboard.press('Escape');
    await app.getByRole('button', {name: 'All that can be bought'}).click();
    await app.getByRole('button', {name: 'Filter'}).click();
    await app.getByLabel('Brand').selectOption('Fjordline');
    await testPage.page.keyboard.press('Escape');
    await app.getByRole('button', {name: 'Left per piece: Least left first'}).click();
    const asked = testPage.page.waitForRequest(/search=silk/);
    await app.getByLabel('Search').fill('silk');
    expect(new URL((await asked).url()).search).toBe('?listed=true&brand=Fjordline&search=silk&sort=margin_low');
    await seen(app, '1 article. Those without a price in your store come last.');
    await expect.poll(address).toBe('/products?show=all&brand=Fjordline&search=silk&sort=margin-low');
    await testPage.page.reload();
    await seen(app, '1 article.');
    expect(await app.getByLabel('Search').inputValue()).toBe('silk');
    await app.getByRole('button', {name: 'Left per piece: Most left first'}).waitFor();
    await app.getByRole('button', {name: 'Remove: Fjordline'}).click();
    await expect.poll(address).toBe('/products?show=all&search=silk&sort=margin-low');
  });

  test('begins with what is in the store once there is something, and a search there leads to all that can be bought', async () => {
    const app = await openAt('/products');
    await app.getByRole('button', {name: 'In your store', exact: true, pressed: true}).waitFor();
    await seen(app, 'Fjordline knit jumper');
    expect(await row(app, 'Leather belt').count()).toBe(0);
    await app.getByLabel('Search').fill('leather');
    await seen(app, 'No article is like this.');
    await app.getByRole('button', {name: 'Look among all that can be bought'}).click();
    await seen(app, 'Leather belt');
    await expect.poll(address).toBe('/products?show=all&search=leather');
  });

  test('what is shown is saved as a file, filtered and sorted alike', async () => {
    const app = await openAt('/products?show=held&search=wool&sort=margin-low');
    await seen(app, 'Wool coat');
    const [file, asked] = await Promise.all([
      testPage.page.waitForEvent('download'),
      testPage.page.waitForRequest(/articles\.csv/),
      app.getByRole('button', {name: 'Save as CSV'}).click(),
    ]);
    expect(file.suggestedFilename()).toBe('articles-held.csv');
    expect(new URL(asked.url()).search).toBe('?state=held&search=wool&sort=margin_low');
  });

  test('a brand that the catalogue no longer has stays shown, and nothing is like it', async () => {
    const app = await openAt('/products?show=all&brand=Gone%20%26%20away');
    await seen(app, 'No article is like this.');
    await app.getByRole('button', {name: 'Filter'}).click();
    expect(await app.getByLabel('Brand').inputValue()).toBe('Gone & away');
    await testPage.expectFits('products-none');
  });

  test('a store whose first run has not read the catalogue is told what reads it', async () => {
    const app = await openAt('/products', {
      articles: [],
      overview: anOverview({listings: nothingInStore, lastRun: null, firstRunDone: false}),
    });
    await seen(app, 'No article has been read yet. The first update reads the supplier’s catalogue.');
    await testPage.expectFits('products-empty');
  });

  test('what the server refuses is said, and the choice can be repeated', async () => {
    testPage.expectComplaint(/status of 409/);
    const app = await openAt('/products?show=all', {refusedProducts: 'Check and save the settings first.'});
    await choose(app, 'Wool coat');
    await app.getByRole('button', {name: 'Always leave out: 1 article'}).click();
    await app.locator('s-modal').getByRole('button', {name: 'Always leave out', exact: true}).click();
    await seen(app, 'Check and save the settings first.');
    expect(await app.locator(':focus').getAttribute('role')).toBe('status');
  });

  test('by keyboard alone an article is found, chosen and opened', async () => {
    const app = await openAt('/products?show=all', {articles: [anArticle(), anArticle({id: 'B', name: 'Boots'})]});
    await seen(app, '2 articles.');
    await app.getByLabel('Search').focus();
    await testPage.page.keyboard.type('boots');
    await seen(app, '1 article.');
    for (let press = 0; press < 12; press += 1) {
      await testPage.page.keyboard.press('Tab');
      if (
        await app.getByRole('checkbox', {name: 'Choose Boots'}).evaluate((box) => box.matches(':focus, :focus-within'))
      )
        break;
    }
    await testPage.page.keyboard.press('Space');
    await seen(app, '1 article chosen');
    await testPage.page.keyboard.press('Tab');
    await testPage.page.keyboard.press('Enter');
    await expect.poll(address).toBe('/products/B');
  });
});
