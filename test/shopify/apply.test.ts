// A batch of planned operations against the stand-in: one result per key, whatever the merchant did meanwhile.

import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {LiveVariant, OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {ArticleId} from '#domain/ids.ts';
import {applyOperations} from '../../server/shopify/products/apply.ts';
import {ensureListingDefinitions} from '../../server/shopify/products/definitions.ts';
import {type ConnectedStore, connectStore} from './open-store.ts';
import {aDraft} from './support.ts';

let store: ConnectedStore;
beforeEach(async () => {
  store = await connectStore();
});
afterEach(() => store.close());

type Draft = Parameters<typeof aDraft>[0];

async function apply(operations: readonly ProductOperation[]): Promise<Map<string, OperationResult>> {
  const results = new Map<string, OperationResult>();
  const work = applyOperations(store.admin, store.shop, operations, async (key, result) => {
    expect(results.has(key)).toBe(false);
    results.set(key, result);
  });
  await store.time.during(work);
  return results;
}

async function one(operation: ProductOperation): Promise<OperationResult> {
  const result = (await apply([operation])).get(operation.key);
  if (result === undefined) throw new Error('no result');
  return result;
}

const toCreate = (draft: Draft, publish = false): ProductOperation => ({
  kind: 'create',
  key: ArticleId.parse(draft.articleId ?? 'A-1'),
  draft: aDraft(draft),
  publish,
});

async function done(operation: ProductOperation) {
  const result = await one(operation);
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result;
}

/** A product with these colours as the sync knows it afterwards. */
async function listed(draft: Draft, publish = false) {
  const {productGid, live} = await done(toCreate(draft, publish));
  return {productGid, live: live ?? []};
}

type Listed = {productGid: Awaited<ReturnType<typeof listed>>['productGid']; live: readonly LiveVariant[]};
const toUpdate = (
  known: Listed,
  draft: Draft,
  variantsChange: boolean,
  rest: Partial<Extract<ProductOperation, {kind: 'update'}>> = {},
): ProductOperation => ({
  kind: 'update',
  key: ArticleId.parse(draft.articleId ?? 'A-1'),
  ...known,
  draft: aDraft(draft),
  write: ['price', 'compareAt', 'cost', 'variants'],
  variantsChange,
  raise: false,
  media: [],
  ...rest,
});

const product = () => store.control.products()[0];
const colours = () => product()?.variants.map(({options}) => Object.values(options).join('/'));

describe('creating products', () => {
  test('gives every variant back under the supplier’s own words', async () => {
    const result = await done(toCreate({colours: ['Red', 'Blue'], sizes: ['S–XXL']}));
    expect(result.live?.map(({colour, size}) => [colour, size])).toEqual([
      ['Red', 'S–XXL'],
      ['Blue', 'S–XXL'],
    ]);
    expect(result).toMatchObject({writes: 1, takenFrom: false});
    expect(product()).toMatchObject({status: 'DRAFT', publications: []});
  });

  test('as active puts them into the Online Store, once', async () => {
    expect(await done(toCreate({}, true))).toMatchObject({writes: 2});
    expect(product()).toMatchObject({status: 'ACTIVE', publications: ['Online Store']});
  });

  test('as active says so where the store does not show them, as one the merchant made a draft of meanwhile', async () => {
    const end = store.misbehave({
      fault: 'status',
      status: 500,
      when({rootFields, variables}) {
        if (rootFields.includes('publishablePublish'))
          store.control.editProduct(String(variables['id']), {status: 'DRAFT'});
        return false;
      },
    });
    const {unpublished} = await done(toCreate({}, true));
    expect(unpublished).toContain('does not show it in the Online Store');
    end();
    expect((await done(toCreate({articleId: 'A-2'}, true))).unpublished).toBeNull();
  });

  test('again after a crash finds the product that is there', async () => {
    const first = await done(toCreate({colours: ['Red']}));
    const second = await done(toCreate({colours: ['Red']}));
    expect(second.productGid).toBe(first.productGid);
    expect(store.control.products()).toHaveLength(1);
  });

  test('in a batch of fifty reports each once, and one that is refused does not stop the others', async () => {
    const good = Array.from({length: 49}, (_, index) => toCreate({articleId: `A-${index}`, colours: ['Red']}));
    const results = await apply([...good.slice(0, 20), toCreate({articleId: 'bad', price: -1}), ...good.slice(20)]);
    expect(results.size).toBe(50);
    expect(results.get('bad')).toMatchObject({kind: 'refused', reason: expect.stringContaining('Shopify refused it')});
    expect(store.control.products()).toHaveLength(49);
  });

  test('past the day’s limit continues tomorrow, while prices go on', async () => {
    const known = await listed({articleId: 'A-1', colours: ['Red']});
    store.control.setVariantLimit({threshold: 1, perDay: 0});
    const results = await apply([
      toCreate({articleId: 'A-2'}),
      toCreate({articleId: 'A-3'}),
      toUpdate(known, {articleId: 'A-1', colours: ['Red'], price: 2500}, false),
    ]);
    expect(results.get('A-2')).toMatchObject({kind: 'tomorrow'});
    expect(results.get('A-3')).toMatchObject({kind: 'tomorrow'});
    expect(results.get('A-1')).toMatchObject({kind: 'done'});
    expect(product()?.variants[0]?.price).toBe('25.00');
  });

  test('of a store that denies access is no result but a Failure', async () => {
    store.control.setScopes(['read_products']);
    await expect(apply([toCreate({})])).rejects.toMatchObject({remote: 'shopify', kind: 'refused'});
  });
});

describe('updating products', () => {
  test('changes prices and costs in one call, whatever the merchant calls the colours', async () => {
    const known = await listed({colours: ['Red', 'Blue']});
    store.control.editProduct(known.productGid, {renameOption: {from: 'Colour', to: 'Farbe'}, title: 'Mein Hemd'});
    const result = await done(toUpdate(known, {colours: ['Red', 'Blue'], price: 3100, cost: 1111}, false));
    expect(result).toMatchObject({writes: 1, live: null});
    expect(product()).toMatchObject({title: 'Mein Hemd', options: [{name: 'Farbe', values: ['Red', 'Blue']}]});
    expect(product()?.variants.map(({price, cost, tracked}) => [price, cost, tracked])).toEqual([
      ['31.00', '11.11', false],
      ['31.00', '11.11', false],
    ]);
  });

  test('adds and removes colours, keeps gids, renamed words and the variant the merchant added', async () => {
    const known = await listed({colours: ['Red', 'Blue']});
    store.control.editProduct(known.productGid, {renameValue: {from: 'Red', to: 'Rot'}});
    const result = await done(toUpdate(known, {colours: ['Red', 'Green']}, true));
    expect(colours()).toEqual(['Rot', 'Green']);
    expect(result.live?.map(({colour}) => colour)).toEqual(['Red', 'Green']);
    expect(result.live?.[0]?.gid).toBe(known.live[0]?.gid);
  });

  test('does not make again what the merchant took off a moment ago', async () => {
    const known = await listed({colours: ['Red', 'Blue', 'Green']});
    store.control.deleteVariant(known.live[1]?.gid ?? '');
    const result = await done(toUpdate(known, {colours: ['Red', 'Blue', 'Green', 'Black']}, true));
    expect(colours()).toEqual(['Red', 'Green', 'Black']);
    expect(result.live?.map(({colour}) => colour)).toEqual(['Red', 'Green', 'Black']);
    store.control.deleteVariant(known.live[0]?.gid ?? '');
    const repriced = await done(
      toUpdate({...known, live: result.live ?? []}, {colours: ['Red', 'Green', 'Black'], price: 4000}, false),
    );
    expect(repriced.live?.map(({colour}) => colour)).toEqual(['Green', 'Black']);
    expect(product()?.variants.map(({price}) => price)).toEqual(['40.00', '40.00']);
  });

  test('starts new variants where colours are stated for the first time', async () => {
    const known = await listed({});
    const result = await done(toUpdate(known, {colours: ['Red', 'Blue']}, true));
    expect(colours()).toEqual(['Red', 'Blue']);
    expect(result.live).toHaveLength(2);
  });

  test('puts back on sale what the sync took off sale', async () => {
    const known = await listed({colours: ['Red']}, true);
    const off = await done({kind: 'off_sale', key: ArticleId.parse('A-1'), productGid: known.productGid, to: 'draft'});
    expect(off).toMatchObject({takenFrom: 'ACTIVE', writes: 1});
    expect(product()?.status).toBe('DRAFT');
    await done(toUpdate(known, {colours: ['Red']}, false, {write: [], raise: {from: 'DRAFT', to: 'ACTIVE'}}));
    expect(product()?.status).toBe('ACTIVE');
  });

  test.each(['ARCHIVED', 'ACTIVE'] as const)(
    'leaves a product the merchant made %s meanwhile as it is',
    async (status) => {
      const known = await listed({colours: ['Red']}, true);
      await done({kind: 'off_sale', key: ArticleId.parse('A-1'), productGid: known.productGid, to: 'draft'});
      store.control.editProduct(known.productGid, {status});
      const result = await done(
        toUpdate(known, {colours: ['Red', 'Blue']}, true, {raise: {from: 'DRAFT', to: 'ACTIVE'}}),
      );
      expect(result.written).not.toHaveProperty('status');
      await done(
        toUpdate({...known, live: result.live ?? []}, {colours: ['Red', 'Blue']}, false, {
          raise: {from: 'DRAFT', to: 'ACTIVE'},
        }),
      );
      expect(product()?.status).toBe(status);
    },
  );

  test.each([true, false])(
    'of a product the merchant deleted finds it missing (variants change: %s)',
    async (variantsChange) => {
      const known = await listed({colours: ['Red']});
      store.control.deleteProduct(known.productGid);
      expect(await one(toUpdate(known, {colours: ['Red']}, variantsChange))).toEqual({kind: 'missing'});
      expect(store.control.products()).toEqual([]);
    },
  );
});

describe('taking products off sale', () => {
  test('changes nothing of what the merchant already made a draft, and never puts it back on sale', async () => {
    const known = await listed({}, false);
    const before = store.control.writes();
    const key = ArticleId.parse('A-1');
    const result = await done({kind: 'off_sale', key, productGid: known.productGid, to: 'draft'});
    expect(result).toMatchObject({takenFrom: false, writes: 0});
    expect(store.control.writes()).toBe(before);
  });

  test('of a product that is gone finds it missing', async () => {
    const known = await listed({});
    store.control.deleteProduct(known.productGid);
    const key = ArticleId.parse('A-1');
    expect(await one({kind: 'off_sale', key, productGid: known.productGid, to: 'draft'})).toEqual({kind: 'missing'});
  });
});

test('the store’s definitions are looked at and, where missing, made', async () => {
  expect(await store.time.during(ensureListingDefinitions(store.admin, store.shop))).toBe(0);
  store.control.dropDefinition('$app', 'article_id');
  expect(await store.time.during(ensureListingDefinitions(store.admin, store.shop))).toBe(1);
});
