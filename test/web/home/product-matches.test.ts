// Home: products of the store that may be an article already, linked or left alone with the buttons of their row.
import {describe, expect, test} from 'vitest';
import {anOverview, aRun, nothingToPay} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';

const quiet = {orders: {}, toPay: nothingToPay(), needsYou: 0};
const first = {
  articleId: 'A-1',
  name: 'Maison Perrin silk scarf',
  productGid: 'gid://shopify/Product/1',
  title: 'Silk scarf',
  foundBy: 'sku',
} as const;

describe.runIf(browserRuns)(suiteName('products that may be an article already'), () => {
  const testPage = useTestPage();
  const openWith = (count: number) =>
    testPage.open({
      overview: anOverview({...quiet, matches: {count, first}}),
      answerClick: () => {
        testPage.server.answers.overview = anOverview(quiet);
        return {run: aRun({state: 'queued', finishedAt: null})};
      },
    });

  test('a product is linked once its question is answered, and what happened is said', async () => {
    const app = await openWith(1);
    await seen(app, 'Until you decide, Maison Perrin silk scarf is not imported.');
    await app.getByRole('button', {name: 'Link the product'}).first().click();
    await seen(app, 'its orders go to the supplier');
    expect(testPage.server.clicked).toEqual([]);
    await app.getByRole('button', {name: 'Link the product'}).last().click();
    await seen(app, '“Silk scarf” is Maison Perrin silk scarf. An update links it now.');
    const body = {decision: 'same', articleIds: ['A-1']};
    expect(testPage.server.clicked).toEqual([{path: '/matches/decide', body}]);
    await testPage.expectFits('home-product-matches');
  });

  test('another product is left alone, in one click', async () => {
    const app = await openWith(1);
    await app.getByRole('button', {name: 'Make a new product'}).click();
    await seen(app, 'Maison Perrin silk scarf gets a product of its own. An update makes it now.');
    const body = {decision: 'other', articleIds: ['A-1']};
    expect(testPage.server.clicked).toEqual([{path: '/matches/decide', body}]);
  });

  test('all that wait are linked at once', async () => {
    const app = await openWith(1_200);
    await app.getByRole('button', {name: 'Link all 1,200'}).first().click();
    await app.getByRole('button', {name: 'Link all 1,200'}).last().click();
    await seen(app, 'An update links the products now.');
    const body = {decision: 'same', articleIds: 'all'};
    expect(testPage.server.clicked).toEqual([{path: '/matches/decide', body}]);
  });
});
