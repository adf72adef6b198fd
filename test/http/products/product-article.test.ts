// The article behind a product of the store, for the link on the product's page in the Shopify admin.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ProductArticle} from '../../../server/http/contract/article.ts';
import {engines} from '../../support/database.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

describe.each(engines.databases)('the article of a product, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {'A-1': {stock: {price: 1_800}}});
    await onSale(app, ['A-1'], {state: 'held', reason: 'The cost rose.', cost: 1_600, price: 3_000});
  });
  afterAll(() => app.close());

  const gid = `gid://shopify/Product/${Buffer.from('A-1').toString('hex')}`;
  const articleOf = (product: string, of = app.merchant) =>
    of.get(`/products/${encodeURIComponent(product)}/article`, ProductArticle);

  it('is found by the product’s id', async () => {
    expect(await articleOf(gid)).toEqual({articleId: 'A-1'});
  });

  it('is none for a product that was not made here, and for the same product in another store', async () => {
    expect(await articleOf('gid://shopify/Product/7')).toEqual({articleId: null});
    expect(await articleOf(gid, app.stranger)).toEqual({articleId: null});
  });

  it('is not looked for where the address names no product', async () => {
    expect(await app.merchant.refusal('GET', '/products/7/article')).toMatchObject({status: 404, code: 'not_found'});
  });
});
