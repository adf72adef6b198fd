// The options a merchant defines on the page of one article: proposed, typed, refused, saved, overruled by the supplier.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {openFold} from '../layout/folds.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticleDetail} from './product-answers.ts';

describe.runIf(browserRuns)(suiteName('options that a merchant defines'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const clicked = () => testPage.server.clicked;
  type App = Awaited<ReturnType<typeof openAt>>;
  type Options = ReturnType<typeof anArticleDetail>['options'];

  const anUnstatedArticle = (options: Partial<Options> = {}) => {
    const {stock, listing} = anArticleDetail();
    if (stock === null || listing === null) throw new Error('the usual article is read and in the store');
    const only = {gid: 'gid://shopify/ProductVariant/1', colour: 'navy', size: null, state: 'live'};
    const stated = {colours: ['navy'], sizes: []};
    return anArticleDetail({
      stock: {...stock, ...stated},
      listing: {...listing, variants: [only], media: []},
      options: {
        stated,
        defined: {colours: [], sizes: [], version: 'none'},
        definedAt: null,
        overruled: {colours: false, sizes: false},
        proposed: {colours: [], sizes: ['S', 'M', 'L', 'XL']},
        ...options,
      },
    });
  };
  const sizes = (app: App) => app.getByRole('textbox', {name: 'Sizes'});
  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();

  test('the variants of a product are counted without those that it no longer has', async () => {
    const article = anUnstatedArticle();
    const listing = article.listing ?? expect.fail('the article has a product');
    const live = ['S', 'M', 'L'].map((size, at) => ({gid: `v-${at}`, colour: 'navy', size, state: 'live'}));
    const gone = ['XS', 'XL'].flatMap((size, at) =>
      ['navy', 'ecru', 'red'].map((colour) => ({gid: `g-${colour}-${at}`, colour, size, state: 'suppressed'})),
    );
    const shown = {...article, listing: {...listing, variants: [...live, ...gone]}};
    const app = await openAt('/products/A-100', {article: shown});
    await seen(app, '3, 6 more not in the product');
    expect(await app.getByText('9 in 3 colours').count()).toBe(0);
  });

  describe('opened on a phone', () => {
    test('are proposed, said with their effect before they are saved, and saved with what they are based on', async () => {
      const app = await openAt('/products/A-100', {article: anUnstatedArticle()}, phone);
      await seen(app, 'In the catalogue: “S to XL, runs small”. Proposed: S, M, L, XL.');
      expect(await app.getByRole('textbox', {name: 'Colours'}).count()).toBe(0);
      await testPage.expectFits('options-proposed');
      await app.getByRole('button', {name: 'Take over the proposed sizes'}).click();
      await seen(app, 'Not saved yet: the next update would do this');
      await seen(app, 'The product then has 4 variants: navy / S, navy / M, navy / L, navy / XL.');
      await sizes(app).fill('S\n\n  46/48 \n');
      await seen(app, 'The product then has 2 variants: navy / S, navy / 46/48.');
      await save();
      await testPage.page.getByText('Saved', {exact: true}).waitFor();
      expect(clicked()).toEqual([
        {path: '/articles/A-100/options', body: {colours: [], sizes: ['S', '46/48'], version: 'none'}},
      ]);
      await app.getByText('Not saved yet: the next update would do this').waitFor({state: 'detached'});
    });

    test('that cannot be saved say why at their field, which has the focus; typed text stays', async () => {
      testPage.expectComplaint(/status of 422/);
      const message = 'In your store “M” and “m” would be one value.';
      const refusedOptions = {error: {code: 'invalid_input', message, fields: [{path: 'sizes', message}]}};
      const app = await openAt('/products/A-100', {article: anUnstatedArticle(), refusedOptions}, phone);
      await sizes(app).fill('M\nm');
      await save();
      await seen(app, message);
      await expect.poll(() => app.locator('s-text-area:focus').getAttribute('name')).toBe('sizes');
      expect(await sizes(app).inputValue()).toBe('M\nm');
      await testPage.expectFits('options-refused');
      await testPage.page.getByRole('button', {name: 'Discard'}).click();
      await expect.poll(() => sizes(app).inputValue()).toBe('');
    });

    test('that the supplier overrules are named beside the ones that count, and taken back with one button', async () => {
      const overruled = anUnstatedArticle({
        stated: {colours: [], sizes: ['S', 'M']},
        defined: {colours: ['Blue'], sizes: ['S', 'M', 'L'], version: 'one'},
        overruled: {colours: false, sizes: true},
      });
      const app = await openAt('/products/A-100', {article: overruled}, phone);
      await seen(app, 'The supplier states sizes of its own now');
      await seen(app, /^Its sizes are used: S, M\. Yours are not: S, M, L\./);
      await testPage.expectFits('options-overruled');
      await app.getByRole('button', {name: 'Remove your sizes'}).click();
      await save();
      await testPage.page.getByText('Saved', {exact: true}).waitFor();
      expect(clicked()).toMatchObject([{body: {colours: ['Blue'], sizes: [], version: 'one'}}]);
    });

    test('name what leaves the product, and that no run changes variants that are the merchant’s', async () => {
      const {listing, ...article} = anUnstatedArticle({defined: {colours: [], sizes: ['S', 'M'], version: 'one'}});
      if (listing === null) throw new Error('it is in the store');
      const variants = ['S', 'M'].map((size, at) => ({
        gid: `gid://shopify/ProductVariant/${at}`,
        colour: 'navy',
        size,
        state: 'live',
      }));
      const app = await openAt('/products/A-100', {article: {...article, listing: {...listing, variants}}}, phone);
      await sizes(app).fill('S');
      await seen(app, 'navy / M leaves the product and can no longer be bought.');
      await testPage.expectFits('options-leaving');
      await testPage.page.getByRole('button', {name: 'Discard'}).click();
      const field = {field: 'variants', owner: 'merchant', own: true, written: null, edit: null} as const;
      const fields = [...listing.fields.filter((one) => one.field !== 'variants'), field];
      const kept = await openAt(
        '/products/A-100',
        {article: {...article, listing: {...listing, variants, fields}}},
        phone,
      );
      await seen(kept, 'The variants of this product are yours');
      await openFold(kept, 'Fields of the product');
      await kept.getByRole('button', {name: 'Give back: Variants'}).waitFor();
      await sizes(kept).fill('S');
      expect(await kept.getByText('leaves the product').count()).toBe(0);
      await testPage.expectFits('options-of-the-merchant');
    });
  });

  test('are not asked for where the supplier states everything, or was not asked yet', async () => {
    const app = await openAt('/products/A-100');
    await seen(app, 'S to XL, runs small');
    expect(await app.getByText('Options you define').count()).toBe(0);
  });
});
