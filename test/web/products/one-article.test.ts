// The page of one article: what explains its price, who writes its fields, and every decision about it by clicking.
import {describe, expect, test} from 'vitest';
import {aRunGoingOn} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {openAllFolds, openFold} from '../layout/folds.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticleDetail, anUnreadArticle, theMargins} from './product-answers.ts';

describe.runIf(browserRuns)(suiteName('the page of one article'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const clicked = () => testPage.server.clicked;
  type App = Awaited<ReturnType<typeof openAt>>;
  const row = (app: App, text: string) => app.locator('s-table-row').filter({hasText: text});
  const listing = () => {
    const {listing: known} = anArticleDetail();
    if (known === null) throw new Error('the usual article is in the store');
    return known;
  };

  describe('opened on a phone', () => {
    test('explains variants, price, zones, fields, the supplier’s words and the history', async () => {
      const app = await openAt('/products/A-100', {}, phone);
      await openAllFolds(app);
      await app.getByText('At €69.00, the price in your store now.').waitFor();
      expect(await row(app, 'navy, S').textContent()).toMatch(/FJ-100-S.*€69\.00.*In the product/);
      expect(await row(app, 'navy, M').count()).toBe(1);
      expect(await row(app, 'navy, M').textContent()).toMatch(/FJ-100-M.*€79\.00.*Taken off sale/);
      expect(await row(app, 'ecru, S').textContent()).toMatch(/FJ-100.*No longer offered/);
      await seen(app, 'The last update calculated €71.89 from a cost of €36.83:');
      await expect
        .poll(() => app.locator('s-grid').filter({hasText: 'Markup of 60 %'}).last().textContent())
        .toContain('€22.10');
      await seen(app, 'Your store shows €69.00, a price of yours.');
      await seen(app, /Its list says €35\.00\.$/);
      expect(await row(app, 'AU: ').textContent()).toMatch(/€35\.00.*−€15\.27, a loss/);
      expect(await row(app, 'You do not sell there').count()).toBe(7);
      expect(await row(app, 'Changed in your store, by you or by an undo').textContent()).toMatch(
        /Price.*Yours.*71\.89.*69\.00/,
      );
      const fieldRow = async (name: string) => (await row(app, name).last().textContent()) ?? '';
      expect(await fieldRow('Compare-at price')).toMatch(/Left empty.*The same/);
      expect(await fieldRow('Title')).toMatch(/Written once.*Fjordline knit jumper.*The same.*Keep up to date/);
      expect(await fieldRow('Images')).toMatch(/Written once.*1 image.*The same/);
      expect(await fieldRow('Tags')).toMatch(/Not written.*Piecewise has never written it.*What you enter in Shopify/);
      await seen(app, '2 Oct 2026');
      expect(await fieldRow('Vendor')).toMatch(/Piecewise has not written it.*Not compared yet/);
      await seen(app, 'S to XL, runs small');
      await seen(app, '€30.69 from 6, €29.00 from 24');
      await seen(app, 'Portugal');
      await seen(app, 'The next update has nothing to change.');
      await testPage.expectFits('article');
      await app.getByRole('button', {name: 'Show older changes'}).click();
      expect(await row(app, 'Price: Updated').count()).toBe(12);
    });

    test('no variant of an article that was taken off sale is said to be in the product, or offers to be taken off', async () => {
      const article = anArticleDetail({listing: {...listing(), state: 'retired'}});
      const app = await openAt('/products/A-100', {article}, phone);
      await openAllFolds(app);
      expect(await row(app, 'navy, S').textContent()).toMatch(/Not on sale/);
      expect(await app.getByText('In the product').count()).toBe(0);
      expect(await app.getByRole('button', {name: 'Take off sale: navy, S'}).count()).toBe(0);
    });

    test('a field that was never written says that the next run writes it only where that run writes the product', async () => {
      const next = {
        kind: 'update' as const,
        reason: null,
        price: 7_189,
        left: {zone: 'AU' as const, left: 2_210, marginPercent: 37.49},
        changes: [],
      };
      const app = await openAt('/products/A-100', {article: anArticleDetail({next})}, phone);
      await openFold(app, 'Fields of the product');
      expect(await row(app, 'Vendor').last().textContent()).toMatch(/Nothing yet: the next update writes it/);
    });

    test('where no run has read it, the supplier is asked at once; without a product the price is the expected one', async () => {
      const [planned] = theMargins().prices;
      const prices = planned === undefined ? [] : [{...planned, price: 7_189}];
      const articleMargins = theMargins({priceFrom: 'settings', prices, variants: []});
      const app = await openAt('/products/A-100', {article: anUnreadArticle(), articleMargins}, phone);
      await seen(app, 'Price by your settings');
      await openFold(app, 'Why this price');
      await seen(app, 'With your saved prices an update would sell it at €71.89:');
      expect(clicked()).toEqual([{path: '/articles/A-100/read', body: undefined}]);
      await seen(app, 'navy, ecru; S, M');
      await seen(app, 'It is not chosen, so an update does nothing with it.');
      await testPage.expectFits('article-not-chosen');
    });

    test('a cost that moved far is used there, and the new price is not said to be the one of today', async () => {
      const reason = "The supplier's price went from €20.00 to €36.83. It is on sale again once you use the new cost.";
      const listingHeld = {
        ...listing(),
        state: 'held' as const,
        reasonCode: 'cost_moved' as const,
        reason,
        cost: 2_000,
        price: 3_904,
      };
      const next = {kind: 'hold' as const, reason, price: null, left: null, changes: []};
      const following = aRunGoingOn(0);
      const app = await openAt(
        '/products/A-100',
        {
          article: anArticleDetail({listing: listingHeld, next}),
          runs: [following],
          decidedRun: following,
          answerClick: () => ({run: following}),
        },
        phone,
      );
      await seen(app, 'It was €20.00. The product stays off sale until you use the new cost.');
      expect(await app.getByText(reason).count()).toBe(1);
      await openFold(app, 'Why this price');
      await seen(app, 'If you use the new cost of €36.83:');
      expect(await app.getByText('The last update calculated').count()).toBe(0);
      await testPage.expectFits('article-waiting');
      await app.getByRole('button', {name: 'Use the new cost of €36.83'}).click();
      await seen(app, 'The new cost of €36.83 is used.');
      expect(await app.locator(':focus').getAttribute('role')).toBe('status');
      await app.getByRole('button', {name: 'Pause', exact: true}).waitFor();
      expect(clicked()).toEqual([{path: '/articles/A-100/approve-cost', body: {cost: 3_683}}]);
    });

    test('what an update could not use is tried again there, and nothing says that there is nothing to do', async () => {
      const reason = 'Shopify refused the product: a tag is too long.';
      const quarantine = {reason, failures: 3, since: '2026-11-20T03:30:00.000Z', runId: 'run-1'};
      const app = await openAt('/products/A-100', {article: anArticleDetail({quarantine})}, phone);
      await seen(app, 'An update could not use this article');
      expect(await app.getByText('nothing to change').count()).toBe(0);
      await testPage.expectFits('article-not-usable');
      await app.getByRole('button', {name: 'Try again', exact: true}).click();
      await seen(app, 'The article is tried again.');
      await app.getByRole('button', {name: 'Try the images again'}).click();
      await seen(app, 'The images are tried again.');
      expect(clicked().map(({path}) => path)).toEqual(['/articles/A-100/retry', '/articles/A-100/images/retry']);
    });
  });

  test('it is chosen, left out and given back to the rules by hand', async () => {
    const app = await openAt('/products/A-100');
    for (const [button, hand] of [
      ['Always leave out', 'left_out'],
      ['Always include', 'picked'],
      ['Back to the rules', null],
    ] as const) {
      await app.getByRole('button', {name: button, exact: true}).click();
      await app.getByRole('button', {name: button, exact: true}).waitFor({state: 'detached'});
      expect(clicked().at(-1)).toEqual({path: '/articles/A-100/hand', body: {hand}});
    }
  });

  test('a field is given back or kept, and a variant taken off sale or put on sale again', async () => {
    const app = await openAt('/products/A-100', {runs: [aRunGoingOn(0)]});
    await openAllFolds(app);
    await app.getByRole('button', {name: 'Give back: Price'}).click();
    await seen(app, 'Price given back: an update writes it now.');
    await app.getByRole('button', {name: 'Make it mine: Cost'}).click();
    await seen(app, 'Cost is yours: no update writes it from now on.');
    await app.getByRole('button', {name: 'Take off sale: navy, S'}).click();
    await seen(app, 'navy, S is taken out of the product by the next update.');
    await app.getByRole('button', {name: 'Put on sale again: navy, M'}).click();
    await seen(app, 'navy, M is made again by the next update.');
    expect(clicked()).toMatchObject([
      {path: '/articles/A-100/fields/price/give-back'},
      {path: '/articles/A-100/fields/cost', body: {owner: 'merchant'}},
      {path: '/articles/A-100/variants', body: {gid: 'gid://shopify/ProductVariant/1', offSale: true}},
      {path: '/articles/A-100/variants', body: {gid: 'gid://shopify/ProductVariant/2', offSale: false}},
    ]);
  });

  test('where its variants have several prices, each can be looked at', async () => {
    const app = await openAt('/products/A-100');
    await openFold(app, 'Left per piece, by zone');
    await app.getByLabel('Price', {exact: true}).selectOption({label: '€79.00'});
    await seen(app, 'At €79.00, the price in your store now.');
    expect(await row(app, 'AU: ').textContent()).toContain('−€7.08, a loss');
  });

  test('what Shopify does not answer leaves the rest readable, and is asked for again', async () => {
    testPage.expectComplaint(/status of 5\d\d/);
    let isDown = true;
    const app = await openAt('/products/A-100', {}, 1280, async (page) => {
      await page.route('**/margins', (route) => (isDown ? route.fulfill({status: 502, body: ''}) : route.continue()));
    });
    await seen(app, 'S to XL, runs small');
    await openAllFolds(app);
    await seen(app, 'Could not load what is left');
    expect(await row(app, 'navy, S').textContent()).toContain('€71.89');
    isDown = false;
    await app.getByRole('button', {name: 'Try again'}).click();
    await seen(app, 'At €69.00, the price in your store now.');
  });

  test('a supplier that does not answer can be asked again', async () => {
    testPage.expectComplaint(/status of 503/);
    const message = 'The supplier could not be asked: it did not answer in time.';
    const app = await openAt('/products/A-100', {
      article: anUnreadArticle(),
      articleMargins: theMargins({
        priceFrom: 'settings',
        prices: [],
        variants: [],
        reason: 'Its price is not read yet.',
      }),
      readArticle: () => ({error: {code: 'supplier_unavailable', message}}),
    });
    await seen(app, message);
    await seen(app, 'Price, colours and sizes could not be read');
    await testPage.expectFits('article-unread');
    testPage.server.answers.readArticle = () => anArticleDetail({listing: null, next: null});
    await app.getByRole('button', {name: 'Ask again'}).click();
    await seen(app, 'navy, ecru; S, M');
  });

  test('an article that does not exist is said not to, with the way back', async () => {
    testPage.expectComplaint(/status of 404/);
    const app = await openAt('/products/nothing', {article: null});
    await seen(app, 'There is no such article.');
    expect(await testPage.page.getByText('nothing', {exact: true}).count()).toBe(0);
    expect(await app.getByRole('button', {name: 'Try again'}).count()).toBe(0);
    await testPage.expectFits('article-unknown');
    await app
      .getByRole('button', {name: 'Open Products'})
      .or(app.getByRole('link', {name: 'Open Products'}))
      .click();
    await seen(app, /articles\.$/);
  });

  test('the list leads to it, whatever stands in its id, and its product and orders are one click away', async () => {
    const app = await openAt('/products?show=all', {articleMargins: theMargins({variants: []})});
    const asked = testPage.page.waitForRequest(/\/api\/articles\/A%2F102%20%26$/);
    await app.getByRole('link', {name: 'Open فستان حريري طويل'}).click();
    await asked;
    expect(new URL(testPage.page.url()).pathname).toBe('/admin/sandbox/products/A%2F102%20%26');
    await seen(app, 'S to XL, runs small');
    await testPage.page.reload();
    await seen(app, 'S to XL, runs small');
    const product = app.getByRole('link', {name: 'Open the product in Shopify'});
    expect(await product.getAttribute('href')).toBe('shopify://admin/products/100');
    await app.getByRole('link', {name: 'Orders of this article'}).click();
    await expect.poll(() => new URL(testPage.page.url()).search).toBe('?search=A-100');
  });
});
