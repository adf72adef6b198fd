// Before the first import: products of the store that may be an article already are shown, and the merchant decides.
import {expect, it} from 'vitest';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('a product that may be an article already', {articles: 60, shops: 5}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const mine = () => {
    const {catalogue} = app().supplier;
    const found = catalogue.listed().flatMap(({id}) => {
      const article = catalogue.get(id);
      return article !== undefined && brands.includes(article.brand) && article.sku !== '' ? [article] : [];
    });
    const [article] = found;
    if (article === undefined) throw new Error('no such article');
    return article;
  };
  const made = (shop: Shop, vendor: string, sku: string) =>
    shop.store.createProduct({title: 'My own coat', vendor}, {inventoryItem: {sku}});
  const waiting = async (shop: Shop) => (await shop.merchant.overview()).matches;

  it('by SKU and vendor is not made a second time before the merchant says so; once linked it is the article’s, its fields the merchant’s', async () => {
    const shop = await app().openShop({brands});
    const {id, brand, sku, name} = mine();
    const gid = made(shop, brand.toUpperCase(), ` ${sku} `);
    expect((await shop.run({kind: 'preview'})).counts).toMatchObject({created: 3, held: 1});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 3, held: 1}});
    expect(await shop.listing(id)).toMatchObject({productGid: null, state: 'held', reasonCode: 'maybe_in_store'});
    const first = {articleId: id, name, productGid: gid, title: 'My own coat', foundBy: 'sku'};
    expect(await waiting(shop)).toEqual({count: 1, first});
    await shop.merchant.decideMatches('same', [id]);
    expect(await waiting(shop)).toEqual({count: 0, first: null});
    await shop.runOver('selected', [id]);
    expect(shop.store.products()).toHaveLength(4);
    expect(shop.product(id)).toMatchObject({id: gid, title: 'My own coat', articleId: id});
    expect(await shop.listing(id)).toMatchObject({productGid: gid, state: 'active', ownedHere: {price: 'merchant'}});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 0, held: 0}});
    expect(shop.store.product(gid)?.variants[0]).toMatchObject({price: '0.00'});
  });

  it('stays alone where the merchant calls it another one, and the article gets its product', async () => {
    const shop = await app().openShop({brands});
    const {id, brand, sku} = mine();
    const gid = made(shop, brand, sku);
    await shop.run();
    await shop.merchant.decideMatches('other', 'all');
    await shop.runOver('selected', [id]);
    expect(shop.store.products()).toHaveLength(5);
    expect(shop.product(id).id).not.toBe(gid);
    expect(shop.store.product(gid)?.articleId).toBeNull();
  });

  it('is asked about again where the store refuses the link', async () => {
    const shop = await app().openShop({brands});
    const {id, brand, sku} = mine();
    const gid = made(shop, brand, sku);
    await shop.run();
    const end = app().testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{code: 'TAKEN', field: ['metafields', '0'], message: 'Value is taken.'}],
      when: ({shop: of, rootFields}) => of === shop.domain && rootFields.includes('metafieldsSet'),
    });
    await shop.merchant.decideMatches('same', [id]);
    const refused = await shop.runOver('selected', [id]);
    expect(refused.reason).toContain('“My own coat” could not be linked to its article');
    expect(await waiting(shop)).toMatchObject({count: 1, first: {articleId: id}});
    end();
    await shop.merchant.decideMatches('same', [id]);
    await shop.runOver('selected', [id]);
    expect(shop.product(id).id).toBe(gid);
  });

  it('is none with the same SKU of another vendor', async () => {
    const shop = await app().openShop({brands});
    made(shop, 'Somebody else', mine().sku);
    expect(await shop.run()).toMatchObject({counts: {created: 4, held: 0}});
    expect(await waiting(shop)).toEqual({count: 0, first: null});
  });

  it('is each product of an earlier import that lost its marks: all are linked at once, and none is made twice', async () => {
    const template = {tags: ['supplier-{id}']};
    const shop = await app().openShop({brands, template});
    await shop.run();
    const before = shop.store.products().map(({id}) => id);
    for (const id of before) shop.store.editProduct(id, {removeMetafields: true});
    const {db} = app().deps;
    for (const table of ['listing_media', 'listing_variants', 'listings'] as const) {
      await db.deleteFrom(table).where('shop', '=', shop.domain).execute();
    }
    await db.updateTable('shops').set({adopted_at: null, matched_at: null}).where('shop', '=', shop.domain).execute();
    expect(await shop.run()).toMatchObject({counts: {created: 0, held: 4}});
    expect(await waiting(shop)).toMatchObject({count: 4, first: {foundBy: 'tag'}});
    await shop.merchant.decideMatches('same', 'all');
    expect(await shop.run()).toMatchObject({counts: {created: 0, held: 0}});
    expect(shop.store.products().map(({id}) => id)).toEqual(before);
    expect([...shop.products().values()].map(({id}) => id)).toEqual(before);
  });
});
