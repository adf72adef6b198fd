// Own prices before the whole app: set on the page of an article, for several in Products, and for many by a list; written by an update,
// and taken back.
import {readFile} from 'node:fs/promises';
import {beforeEach, describe, expect, test} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {openFold} from '../layout/folds.ts';
import {useCatalogueApp} from './catalogue-app.ts';

describe.runIf(browserRuns)(suiteName('own prices in the whole app'), () => {
  const {testApp, page, app, seen, openAt, complaints} = useCatalogueApp(60);
  const button = (name: string | RegExp) => app().getByRole('button', {name});
  const idsInStore = () =>
    [
      ...new Set(
        testApp()
          .store.products()
          .flatMap(({articleId}) => articleId ?? []),
      ),
    ].toSorted();
  const pricesOf = (id: string) => {
    const product = testApp()
      .store.products()
      .find(({articleId}) => articleId === id);
    return [...new Set(product?.variants.map(({price}) => price))];
  };
  const stored = async () =>
    (await testApp().deps.db.selectFrom('own_prices').selectAll().orderBy('article_id').execute()).map(
      ({article_id, amount, markup_basis}) => [article_id, amount, markup_basis],
    );
  const lookAt = async (kind: string, label: string, text: string) => {
    await app().getByLabel('Own price', {exact: true}).selectOption(kind);
    await app().getByLabel(label, {exact: true}).fill(text);
    await button('Look at the price').click();
  };

  beforeEach(async () => {
    await testApp().deps.db.deleteFrom('own_prices').execute();
  });

  test('one is set on the page of the article after it was shown, written at once, explained, and taken back', {
    timeout: 90_000,
  }, async () => {
    const [id = ''] = idsInStore();
    const before = pricesOf(id);
    await openAt(`/products/${encodeURIComponent(id)}`);
    await openFold(app(), 'Own price');
    await lookAt('fixed', 'Price', '1.234');
    await seen('Say which of the two numbers you mean.');
    await app().getByLabel('Price', {exact: true}).fill('1.00');
    await button('Look at the price').click();
    await seen('It would not be on sale. The price would be below cost.');
    await app().getByLabel('Price', {exact: true}).fill('999,50');
    expect(await button('Save and update now').count()).toBe(0);
    await button('Look at the price').click();
    await seen(/becomes €999\.50$/);
    await seen(/^Left per piece, worst zone: €/);
    expect(await stored()).toEqual([]);
    await expectFits(page(), frameOfApp(page()), 'own-price-looked-at');
    await button('Save and update now').click();
    await seen('1 own price saved.');
    await expect.poll(() => pricesOf(id), {timeout: 30_000}).toEqual(['999.50']);
    await app().getByRole('link', {name: 'Open the update', exact: true}).waitFor({timeout: 30_000});
    await page().reload();
    await openFold(app(), 'Why this price');
    await seen('Your own price of this product');
    await openFold(app(), 'Own price');
    expect(await app().getByLabel('Price', {exact: true}).inputValue()).toBe('999.5');
    await app().getByLabel('Own price', {exact: true}).selectOption('none');
    await button('Look at the price').click();
    await button('Save, update tonight').click();
    await seen('1 own price taken back. The next update writes it to your store.');
    expect(await stored()).toEqual([]);
    expect(pricesOf(id)).toEqual(['999.50']);
    await button('Apply now').click();
    await expect.poll(() => pricesOf(id), {timeout: 30_000}).toEqual(before);
  });

  test('a second tab overwrites nothing, and what was typed is kept', {timeout: 60_000}, async () => {
    const [id = ''] = idsInStore();
    await openAt(`/products/${encodeURIComponent(id)}`);
    await openFold(app(), 'Own price');
    await lookAt('fixed', 'Price', '888');
    await seen(/becomes €888\.00$/);
    const other = {changes: [{articleId: ArticleId.parse(id), own: {kind: 'markup' as const, percent: 50}}]};
    const {previewId} = await testApp().merchant.ownPrices(other);
    await testApp().merchant.ownPrices({...other, previewId: previewId ?? ''});
    await button('Save, update tonight').click();
    await seen('These prices have changed meanwhile, or were shown long ago.');
    expect(complaints()).toEqual([expect.stringMatching(/409/)]);
    await seen('Now it is: 50 % markup. What you typed is kept.');
    expect(await app().getByLabel('Price', {exact: true}).inputValue()).toBe('888');
    expect(await stored()).toEqual([[id, null, 5_000]]);
    await button('Look at the price').click();
    await button('Save, update tonight').click();
    await seen('1 own price saved.');
    expect(await stored()).toEqual([[id, 888_00, null]]);
  });

  test('several are set in Products after counts and a sample were shown, found by a view, and taken back', {
    timeout: 90_000,
  }, async () => {
    await page().setViewportSize({width: phone, height: 900});
    const inStore = new Set(idsInStore());
    const chosen = testApp()
      .supplier.catalogue.all()
      .filter(({id, name, category}) => inStore.has(id) && /\bjeans/i.test(`${name} ${category}`))
      .map(({id}) => id)
      .toSorted();
    const number = chosen.length;
    expect(number).toBeGreaterThan(3);
    await openAt('/products?show=in-store&search=jeans');
    await seen(`${number} articles.`);
    await app().getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await button(`Own price: ${number} articles`).click();
    await lookAt('markup', 'Markup on cost', '45');
    await seen(`Not saved yet: ${number} articles change`);
    await seen(`And ${number - 3} more article${number === 4 ? '' : 's'}.`);
    await expectFits(page(), frameOfApp(page()), 'own-prices-of-several');
    await page().setViewportSize({width: 1280, height: 900});
    await button('Save, update tonight').click();
    await seen(`${number} own prices saved.`);
    expect(await stored()).toEqual(chosen.map((id) => [id, null, 4_500]));
    await openAt('/products?show=own-price');
    await seen(`${number} articles.`);
    // The store has the old price until the next update.
    await app().locator('s-table-row').getByText('own: 45 % markup').first().waitFor();
    await app()
      .locator('s-table-row')
      .getByText(/^€\d+\.\d\d from the next update$/)
      .first()
      .waitFor();
    await expectFits(page(), frameOfApp(page()), 'own-prices-view');
    await app().getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await button(`Own price: ${number} articles`).click();
    await button('Look at the price').click();
    await button('Save, update tonight').click();
    await seen(`${number} own prices taken back.`);
    expect(await stored()).toEqual([]);
  });

  test('many are set by a list, each line with its result, and saved as a file that is read as the same list', {
    timeout: 90_000,
  }, async () => {
    const [one = '', two = '', three = '', four = ''] = idsInStore();
    const before = pricesOf(one);
    await page().setViewportSize({width: phone, height: 900});
    await openAt('/products');
    await page()
      .getByRole('link', {name: 'Own prices by list'})
      .or(page().getByRole('button', {name: 'Own prices by list'}))
      .click();
    await app().getByLabel('Paste them here').waitFor();
    await expectFits(page(), frameOfApp(page()), 'own-prices-list');
    const lines = [`${one} 777,70`, `${two}\t+45 %`, `${three};1.234`, `no such;5`, `${two};45 %`, `${one}x;cheap`];
    await app().getByLabel('Paste them here').fill(lines.join('\n'));
    await button('Check').click();
    await seen('Ready, not saved yet: 2 lines. Refused: 3 lines. Nothing to do: 1 line.');
    await expectFits(page(), frameOfApp(page()), 'own-prices-list-checked');
    await button('1234').click();
    await seen('Ready, not saved yet: 3 lines. Refused: 2 lines. Nothing to do: 1 line.');
    expect(await stored()).toEqual([]);
    const refused = page().waitForEvent('download');
    await button('Save what was refused as CSV').click();
    const text = await readFile(await (await refused).path(), 'utf8');
    expect(text).toContain('"no such","5","Your catalogue has no such article."');
    await page().setViewportSize({width: 1280, height: 900});
    await expectFits(page(), frameOfApp(page()), 'own-prices-list-asked');
    await button('Save 3 own prices and update now').click();
    await seen('Saved: 3 own prices.');
    await expect.poll(() => pricesOf(one), {timeout: 30_000}).toEqual(['777.70']);
    expect(await stored()).toEqual([
      [one, 777_70, null],
      [two, null, 4_500],
      [three, 1_234_00, null],
    ]);
    const file = page().waitForEvent('download');
    await button('Save your own prices as CSV').click();
    const saved = await readFile(await (await file).path(), 'utf8');
    await openAt('/pricing/own');
    await app().getByLabel('Paste them here').fill(saved);
    await button('Check').click();
    await seen('Nothing to do: 3 lines.');
    await app().getByLabel('Paste them here').fill(`${one} none\n${two} –\n${three};\n${three} 1200\n${four} none`);
    await button('Check').click();
    await seen('Ready, not saved yet: 3 lines. Refused: 1 line. Nothing to do: 1 line.');
    await seen('It has no own price.');
    await button('Save 3 changes and update now').click();
    await seen('Saved: 1 own price. Taken back: 2 own prices.');
    expect(await stored()).toEqual([[three, 1_200_00, null]]);
    await expect.poll(() => pricesOf(one), {timeout: 30_000}).toEqual(before);
  });
});
