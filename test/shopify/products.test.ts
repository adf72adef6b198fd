import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {ProductGid, VariantGid} from '#domain/ids.ts';
import {isDailyVariantLimit} from '../../server/shopify/client/user-errors.ts';
import {ensureListingDefinitions} from '../../server/shopify/products/definitions.ts';
import {fetchProductForListing} from '../../server/shopify/products/own-products.ts';
import {toNewProduct} from '../../server/shopify/products/product-input.ts';
import {
  deleteProduct,
  deleteVariants,
  fetchProductsByKeys,
  setProduct,
  updateProduct,
  updateVariants,
} from '../../server/shopify/products/products.ts';
import {publishProduct} from '../../server/shopify/products/publish.ts';
import {fetchOnlineStorePublication} from '../../server/shopify/shop/shop.ts';
import {type ConnectedStore, connectStore} from './open-store.ts';
import {aDraft} from './support.ts';

let store: ConnectedStore;
beforeEach(async () => {
  store = await connectStore();
});
afterEach(() => store.close());

const during = <T>(work: Promise<T>) => store.time.during(work);
const nowhere = ProductGid.parse('gid://shopify/Product/1');
const numbered = (word: string, count: number) => Array.from({length: count}, (_, index) => `${word} ${index + 1}`);

type Draft = Parameters<typeof aDraft>[0];
const create = (draft: Draft, status: 'ACTIVE' | 'DRAFT' = 'DRAFT') => {
  const made = aDraft(draft);
  return during(
    setProduct(store.admin, store.shop, {
      identity: {listingKey: made.articleId},
      input: toNewProduct(made, status),
    }),
  );
};

async function created(draft: Draft) {
  const outcome = await create(draft);
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.errors));
  return outcome;
}

describe('a product', () => {
  test('is created untracked, without barcode, right to the cent, and answered with all its variants', async () => {
    const outcome = await created({colours: ['Red', 'Blue'], sizes: ['S', 'M'], price: 2990, cost: 1205});
    expect(outcome.status).toBe('DRAFT');
    expect(outcome.variants.map(({options}) => options.map(({value}) => value).join('/'))).toEqual([
      'Red/S',
      'Red/M',
      'Blue/S',
      'Blue/M',
    ]);
    const [product] = store.control.products();
    expect(product?.metafields).toEqual({
      '$app.listing_key': {type: 'id', value: 'A-1'},
      '$app.article_id': {type: 'single_line_text_field', value: 'A-1'},
    });
    for (const variant of product?.variants ?? []) {
      expect(variant).toMatchObject({tracked: false, barcode: null, price: '29.90', cost: '12.05'});
    }
  });

  test('written twice by its listing key is one product', async () => {
    const first = await created({colours: ['Red']});
    const second = await created({colours: ['Red'], price: 4990});
    expect(second.productGid).toBe(first.productGid);
    expect(store.control.products().map(({variants}) => variants[0]?.price)).toEqual(['49.90']);
  });

  test('answers with its media where images were sent', async () => {
    const {media} = await created({images: ['https://img.example.com/1.jpg', 'https://img.example.com/2.jpg']});
    expect(media.map(({status}) => status)).toHaveLength(2);
  });

  test('of 600 variants is written in one call and read back whole', async () => {
    const outcome = await created({colours: numbered('Colour', 30), sizes: numbered('Size', 20)});
    expect(new Set(outcome.variants.map(({gid}) => gid)).size).toBe(600);
    expect(store.control.writes()).toBe(1);
    const read = await during(fetchProductForListing(store.admin, store.shop, outcome.productGid));
    expect(read?.variants).toHaveLength(600);
  });

  test('of 2,048 variants costs less than the 1,000 points a call may cost', async () => {
    const outcome = await created({colours: numbered('Colour', 64), sizes: numbered('Size', 32)});
    expect(outcome.variants).toHaveLength(2048);
  });

  test('that Shopify refuses is a value with code, field and message, and nothing was written', async () => {
    const outcome = await create({price: -100});
    expect(outcome).toMatchObject({kind: 'refused', errors: [{code: expect.any(String), message: expect.any(String)}]});
    expect(store.control.products()).toEqual([]);
  });

  test('past the day’s variants is refused with "continues tomorrow"', async () => {
    store.control.setVariantLimit({threshold: 2, perDay: 3});
    await created({articleId: 'A-1', colours: ['Red', 'Blue']});
    const outcome = await create({articleId: 'A-2', colours: ['Red', 'Blue', 'Green', 'Black']});
    expect(outcome.kind === 'refused' && isDailyVariantLimit(outcome)).toBe(true);
  });

  test('the merchant deleted is not made again when it is written by its gid', async () => {
    const {productGid} = await created({});
    store.control.deleteProduct(productGid);
    const write = {identity: {productGid}, input: {status: 'DRAFT' as const}};
    const outcome = await during(setProduct(store.admin, store.shop, write));
    expect(outcome).toMatchObject({kind: 'refused', errors: [{code: 'NOT_FOUND'}]});
    expect(await during(fetchProductForListing(store.admin, store.shop, productGid))).toBeNull();
    expect(store.control.products()).toEqual([]);
  });

  test('gets new prices and costs without its words being touched', async () => {
    const {productGid, variants} = await created({colours: ['Red']});
    store.control.editProduct(productGid, {renameValue: {from: 'Red', to: 'Rot'}});
    const changes = variants.map(({gid}) => ({
      id: gid,
      price: '31.00',
      compareAtPrice: '35.00',
      inventoryItem: {tracked: false as const, cost: '13.37'},
    }));
    const update = {changes, withCost: true};
    expect(await during(updateVariants(store.admin, store.shop, productGid, update))).toMatchObject({
      kind: 'done',
      amounts: [{price: '31.00', compareAt: '35.00', cost: '13.37'}],
    });
    const read = await during(fetchProductForListing(store.admin, store.shop, productGid));
    expect(read?.variants).toMatchObject([
      {
        price: '31.00',
        compareAt: '35.00',
        cost: '13.37',
        tracked: false,
        options: [{name: 'Colour', value: 'Rot'}],
      },
    ]);
  });

  test('loses variants, but never its last one', async () => {
    const {productGid, variants} = await created({colours: ['Red', 'Blue']});
    const gids = variants.map(({gid}) => VariantGid.parse(gid));
    expect(await during(deleteVariants(store.admin, store.shop, productGid, gids.slice(0, 1)))).toEqual({kind: 'done'});
    const last = await during(deleteVariants(store.admin, store.shop, productGid, gids.slice(1)));
    expect(last).toMatchObject({kind: 'refused', errors: [{code: 'CANNOT_DELETE_LAST_VARIANT'}]});
  });

  test('changes its status and is seen in the Online Store once published', async () => {
    const {productGid} = await created({});
    const outcome = await during(updateProduct(store.admin, store.shop, productGid, {status: 'ACTIVE'}));
    expect(outcome).toMatchObject({kind: 'updated', text: {title: 'Linen shirt'}});
    const publication = await during(fetchOnlineStorePublication(store.admin, store.shop));
    const published = await during(publishProduct(store.admin, store.shop, productGid, async () => publication));
    expect(published).toMatchObject({unpublished: null, writes: 1});
    expect(store.control.product(productGid)).toMatchObject({status: 'ACTIVE', publications: ['Online Store']});
    expect((await during(updateProduct(store.admin, store.shop, nowhere, {status: 'DRAFT'}))).kind).toBe('refused');
  });

  test('is deleted only when asked by name', async () => {
    const {productGid} = await created({});
    expect(await during(deleteProduct(store.admin, store.shop, productGid))).toEqual({kind: 'done'});
    expect(store.control.products()).toEqual([]);
    expect((await during(deleteProduct(store.admin, store.shop, productGid))).kind).toBe('refused');
  });

  test('is found by its listing key, many keys at a time', async () => {
    for (const articleId of ['A-1', 'A-7', 'A-44']) await created({articleId});
    const keys = Array.from({length: 45}, (_, index) => `A-${index}`);
    const found = await during(fetchProductsByKeys(store.admin, store.shop, keys));
    expect([...found.keys()]).toEqual(['A-1', 'A-7', 'A-44']);
    expect(found.get('A-7')?.status).toBe('DRAFT');
  });
});

describe('the definitions of our metafields', () => {
  test('that came with the app cost one read and no write', async () => {
    expect(await during(ensureListingDefinitions(store.admin, store.shop))).toBe(0);
    expect(store.control.writes()).toBe(0);
  });

  test('that silently did not arrive are made, so that the listing key is unique again', async () => {
    store.control.dropDefinition('$app', 'listing_key');
    expect(await during(ensureListingDefinitions(store.admin, store.shop))).toBe(1);
    expect((await created({})).kind).toBe('set');
  });

  test('of another type stand in the way, which is said', async () => {
    store.control.dropDefinition('$app', 'listing_key');
    store.control.defineMetafield({
      namespace: '$app',
      key: 'listing_key',
      name: 'Listing',
      ownerType: 'PRODUCT',
      type: 'single_line_text_field',
    });
    await expect(during(ensureListingDefinitions(store.admin, store.shop))).rejects.toThrow(
      'The metafield listing_key is of type single_line_text_field, not id.',
    );
  });
});
