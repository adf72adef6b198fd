// What the page of an article says that options do to the product, before a run does it.
import {expect, test} from 'vitest';
import {optionEffects} from '../../../web/pages/one-article/options-draft.ts';
import {anArticleDetail} from '../products/product-answers.ts';

/** In the store with these sizes; the supplier states no options. */
function anArticleWith(...sizes: readonly (readonly [size: string, state: string])[]) {
  const {listing, ...article} = anArticleDetail();
  if (listing === null) throw new Error('the usual article is in the store');
  const variants = sizes.map(([size, state]) => ({
    // A variant that is listed twice is live and put off sale.
    gid: `gid://shopify/ProductVariant/${sizes.findIndex(([first]) => first === size)}`,
    colour: null,
    size,
    state,
  }));
  const options = {...article.options, stated: {colours: [], sizes: []}};
  return anArticleDetail({...article, listing: {...listing, variants}, options});
}

const effects = (article: ReturnType<typeof anArticleWith>, ...sizes: string[]) =>
  optionEffects(article, {colours: '', sizes: sizes.join('\n')});

test('a variant that was taken off sale or deleted in the store is not made by a new option', () => {
  const article = anArticleWith(['S', 'off_sale'], ['M', 'live'], ['XL', 'deleted_in_store']);
  expect(effects(article, 's', 'M', 'L', 'XL')).toEqual([
    'The product then has 2 variants: M, L.',
    'Without s, XL: taken off sale by you, or deleted in your store.',
  ]);
});

test('a variant that is taken off sale, and still in the product, leaves it', () => {
  expect(effects(anArticleWith(['S', 'live'], ['S', 'off_sale'], ['M', 'live']), 'S', 'M')).toEqual([
    'The product then has 1 variant: M.',
    'S leaves the product and can no longer be bought.',
    'Without S: taken off sale by you, or deleted in your store.',
  ]);
});

test('where nothing is left to sell the product goes off sale', () => {
  expect(effects(anArticleWith(['S', 'off_sale']), 'S')).toEqual([
    'Every variant was taken off sale by you or deleted in your store, so the product is not on sale.',
  ]);
});
