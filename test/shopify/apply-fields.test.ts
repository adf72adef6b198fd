// Updates write the fields the sync owns and nothing else, whatever the merchant made of the product meanwhile.

import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {detectEdits} from '#domain/catalogue/edits.ts';
import type {LiveVariant, OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {ownableFields} from '#domain/catalogue/product-fields.ts';
import {ArticleId} from '#domain/ids.ts';
import {applyOperations} from '../../server/shopify/products/apply.ts';
import {fetchOwnProducts, fetchProductForListing, type OwnProduct} from '../../server/shopify/products/own-products.ts';
import {readVariantWords} from '../../server/shopify/products/variant-plan.ts';
import {type ConnectedStore, connectStore} from './open-store.ts';
import {aDraft} from './support.ts';

let store: ConnectedStore;
beforeEach(async () => {
  store = await connectStore();
});
afterEach(() => store.close());

const during = <T>(work: Promise<T>) => store.time.during(work);

async function one(operation: ProductOperation): Promise<OperationResult> {
  const results: OperationResult[] = [];
  await during(
    applyOperations(store.admin, store.shop, [operation], async (_key, result) => void results.push(result)),
  );
  if (results[0] === undefined) throw new Error('no result');
  return results[0];
}

async function done(operation: ProductOperation) {
  const result = await one(operation);
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result;
}

const create = (draft: Parameters<typeof aDraft>[0] = {}, publish = false) =>
  done({kind: 'create', key: aDraft(draft).articleId, draft: aDraft(draft), publish});

type Update = Extract<ProductOperation, {kind: 'update'}>;
const toUpdate = (
  of: {productGid: Update['productGid']; live: readonly LiveVariant[] | null},
  rest: Partial<Update>,
): Update => ({
  kind: 'update',
  key: ArticleId.parse('A-1'),
  productGid: of.productGid,
  live: of.live ?? [],
  draft: aDraft({}),
  write: [],
  variantsChange: false,
  raise: false,
  media: [],
  ...rest,
});

const product = () => store.control.products()[0];
const newText = {title: 'New', descriptionHtml: '<p>New.</p>', vendor: 'V', productType: 'T', tags: ['b', 'a']};

describe('an update', () => {
  test('of title and tags leaves vendor, type, description, prices and status to the merchant', async () => {
    const known = await create({colours: ['Red']});
    store.control.editProduct(known.productGid, {vendor: 'Theirs', status: 'ACTIVE'});
    const draft = {...aDraft({colours: ['Red'], price: 9_900}), ...newText};
    const result = await done(toUpdate(known, {draft, write: ['title', 'tags']}));
    expect(product()).toMatchObject({
      title: 'New',
      tags: ['a', 'b'],
      vendor: 'Theirs',
      status: 'ACTIVE',
      descriptionHtml: '<p>Linen.</p>',
    });
    expect(product()?.variants[0]?.price).toBe('19.90');
    expect(result).toMatchObject({writes: 1, written: {title: 'New', tags: '["a","b"]'}});
    expect(Object.keys(result.written)).toEqual(['title', 'tags']);
  });

  test('of the price alone leaves cost, compare-at and SKU as the merchant set them', async () => {
    const known = await create({colours: ['Red']});
    const gid = known.live?.[0]?.gid ?? '';
    store.control.editVariant(gid, {compareAtPrice: '99.00', inventoryItem: {cost: '1.00', sku: 'MINE'}});
    const result = await done(toUpdate(known, {draft: aDraft({colours: ['Red'], price: 2_500}), write: ['price']}));
    expect(product()?.variants[0]).toMatchObject({price: '25.00', compareAtPrice: '99.00', cost: '1.00', sku: 'MINE'});
    expect(result.written).toEqual({price: '25.00', currency: 'EUR'});
  });

  test('of prices and text takes one call each; of nothing but ownership, none', async () => {
    const known = await create({colours: ['Red']});
    const draft = {...aDraft({colours: ['Red'], price: 2_500}), ...newText};
    expect(
      (await done(toUpdate(known, {draft, write: ['price', 'title'], raise: {from: 'DRAFT', to: 'ACTIVE'}}))).writes,
    ).toBe(2);
    expect(product()).toMatchObject({status: 'ACTIVE', title: 'New'});
    const before = store.control.writes();
    expect(await done(toUpdate(known, {}))).toMatchObject({writes: 0, written: {}});
    expect(store.control.writes()).toBe(before);
  });

  test('that adds a colour sends all of it in one call, and keeps the prices the merchant owns', async () => {
    const known = await create({colours: ['Red'], weightGrams: 200, origin: 'IT'});
    store.control.editVariant(known.live?.[0]?.gid ?? '', {price: '1.00'});
    const draft = {...aDraft({colours: ['Red', 'Blue'], price: 2_500, weightGrams: 300, origin: 'PT'}), ...newText};
    const result = await done(toUpdate(known, {draft, write: ['variants', 'title'], variantsChange: true}));
    expect(result.writes).toBe(1);
    expect(product()).toMatchObject({title: 'New', status: 'DRAFT'});
    expect(product()?.variants.map(({price}) => price)).toEqual(['1.00', '25.00']);
    const goods = product()?.variants.map(({weight, countryOfOrigin}) => `${weight?.value} g, ${countryOfOrigin}`);
    expect(goods, 'only a new one gets them').toEqual(['200 g, IT', '300 g, PT']);
  });

  test('names the variants the merchant had deleted, so that they are remembered', async () => {
    const known = await create({colours: ['Red', 'Blue', 'Green']});
    const victim = known.live?.[1]?.gid ?? '';
    store.control.deleteVariant(victim);
    const repriced = toUpdate(known, {draft: aDraft({colours: ['Red', 'Blue', 'Green'], price: 99}), write: ['price']});
    expect(await done(repriced)).toMatchObject({deleted: [victim]});
    const added = {draft: aDraft({colours: ['Red', 'Blue', 'Green', 'Black']}), variantsChange: true};
    expect(await done(toUpdate(known, {...added, write: ['variants']}))).toMatchObject({deleted: [victim]});
    expect(product()?.variants).toHaveLength(3);
  });

  test('of a product from which the merchant took an option is refused, and takes nothing away', async () => {
    const known = await create({colours: ['Red', 'Blue']});
    // It was made with colours and sizes; the store shows colours alone.
    const live = (known.live ?? []).map((words) => ({...words, size: 'S'}));
    const draft = aDraft({colours: ['Red', 'Blue', 'Green'], sizes: ['S']});
    const result = await one(toUpdate({...known, live}, {draft, write: ['variants'], variantsChange: true}));
    expect(result).toMatchObject({kind: 'refused', reason: expect.stringContaining('options were changed')});
    expect(product()?.variants).toHaveLength(2);
  });
});

describe('what was written', () => {
  test('is what the store shows afterwards: no edit, whatever the feed’s text', async () => {
    const draft = {
      ...aDraft({colours: ['Red']}),
      title: '  قميص\u200f كتان  ',
      tags: ['b ', 'A', 'a'],
      vendor: 'Ünï ‹',
    };
    const result = await done({kind: 'create', key: draft.articleId, draft, publish: false});
    const live = await during(fetchProductForListing(store.admin, store.shop, result.productGid));
    if (live === null) throw new Error('gone');
    const ours = {variants: new Set((result.live ?? []).map(({gid}) => gid as string)), media: [], currency: 'EUR'};
    expect(detectEdits(result.written, live, ours)).toEqual({});
    store.control.editProduct(result.productGid, {title: 'Mein Hemd'});
    const edited = await during(fetchProductForListing(store.admin, store.shop, result.productGid));
    expect(edited && Object.keys(detectEdits(result.written, edited, ours))).toEqual(['title']);
  });

  test('in a store of another currency is in that currency', async () => {
    store.control.setCurrency('JPY');
    const draft = {...aDraft({price: 2_613, cost: 1_633}), currency: 'JPY'};
    const {written} = await done({kind: 'create', key: draft.articleId, draft, publish: false});
    expect(written).toMatchObject({price: '2613', cost: '1633'});
    expect(product()?.variants[0]).toMatchObject({price: '2613', cost: '1633'});
  });

  test('includes the default weight on creation', async () => {
    const known = await create({weightGrams: 250});
    expect(known.written.title).toBe('Linen shirt');
    expect(product()?.variants[0]).toMatchObject({weight: {value: 250, unit: 'GRAMS'}});
  });
});

test('articles and colours of any name are made, matched and found again under the supplier’s own words', async () => {
  const colours = ['<script>alert(1)</script>', 'half \ud83d', 'أحمر\u202e', '__proto__', 'Ｒｅｄ'];
  const made = await create({articleId: '__proto__', colours});
  expect(made.live?.map(({colour}) => colour)).toEqual(colours);
  const texts = product()?.variants.map(({options}) => Object.values(options)[0] ?? '');
  expect(texts?.every((text) => text.isWellFormed() && !/<[a-z]/i.test(text))).toBe(true);
  const more = aDraft({articleId: '__proto__', colours: [...colours, 'constructor']});
  const changed = await done(
    toUpdate(made, {key: ArticleId.parse('__proto__'), draft: more, write: ['variants'], variantsChange: true}),
  );
  expect(changed.live?.slice(0, colours.length)).toEqual(made.live);
  expect(changed.live).toHaveLength(colours.length + 1);
});

describe('off sale', () => {
  test('as archived, where the merchant wants it so, and back again', async () => {
    const known = await create({}, true);
    const off = await done({kind: 'off_sale', key: aDraft({}).articleId, productGid: known.productGid, to: 'archive'});
    expect(off).toMatchObject({takenFrom: 'ACTIVE', writes: 1});
    expect(product()?.status).toBe('ARCHIVED');
    await done(toUpdate(known, {raise: {from: 'ARCHIVED', to: 'ACTIVE'}}));
    expect(product()?.status).toBe('ACTIVE');
  });
});

describe('the store’s products that are ours', () => {
  const all = async () => {
    const found: OwnProduct[] = [];
    const read = async () => {
      for await (const own of fetchOwnProducts(store.admin, store.shop)) found.push(own);
    };
    await during(read());
    return found;
  };

  test('are found among the merchant’s own, over pages, with everything a listing is rebuilt from', async () => {
    const numbered = Array.from({length: 130}, (_, index) => `A-${String(index).padStart(3, '0')}`);
    for (const articleId of numbered) {
      await create({articleId, colours: ['Red'], sizes: ['S']});
      store.control.createProduct({title: `Own ${articleId}`});
    }
    const found = await all();
    expect(found.map(({articleId}) => articleId)).toEqual(numbered);
    expect(found[0]).toMatchObject({listingKey: 'A-000', status: 'DRAFT', title: 'Linen shirt'});
    expect(found[0]?.variants).toMatchObject([
      {
        price: '19.90',
        cost: '9.5',
        tracked: false,
        options: [
          {name: 'Colour', value: 'Red'},
          {name: 'Size', value: 'S'},
        ],
      },
    ]);
  });

  test('come with all their variants, however many', async () => {
    await create({colours: Array.from({length: 65}, (_, index) => `Colour ${index}`), sizes: ['S', 'M']});
    const [found] = await all();
    expect(found?.variants).toHaveLength(130);
  });

  test('give their variants’ words back, also where the merchant renamed the options', () => {
    const stated = {colours: ['Red', 'Navy blue'], sizes: ['S–XXL', 'M']};
    const words = (options: Record<string, string>) =>
      readVariantWords({options: Object.entries(options).map(([name, value]) => ({name, value}))}, stated);
    expect(words({Colour: 'navy  BLUE', Size: 'M'})).toEqual({colour: 'Navy blue', size: 'M'});
    expect(words({Größe: 'm', Farbe: 'Red'})).toEqual({colour: 'Red', size: 'M'});
    expect(words({Colour: 'No longer stated'})).toEqual({colour: 'No longer stated', size: null});
    expect(words({Title: 'Default Title'})).toEqual({colour: null, size: null});
  });
});

test('everything that can be owned can be written at once', async () => {
  const known = await create({colours: ['Red']});
  const draft = {...aDraft({colours: ['Blue'], price: 3_000, images: ['https://img.example.com/1.jpg']}), ...newText};
  const result = await done(
    toUpdate(known, {draft, write: ownableFields, variantsChange: true, raise: {from: 'DRAFT', to: 'ACTIVE'}}),
  );
  expect(result).toMatchObject({writes: 1, media: [{state: 'pending'}], live: [{colour: 'Blue'}]});
  expect(product()).toMatchObject({...newText, tags: ['a', 'b'], status: 'ACTIVE', options: [{values: ['Blue']}]});
});
