// An update that the store refuses: colours and sizes that are no longer stated leave the product all the same.

import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {ArticleId} from '#domain/ids.ts';
import {applyOperations} from '../../server/shopify/products/apply.ts';
import {type ConnectedStore, connectStore} from './open-store.ts';
import {aDraft} from './support.ts';

let store: ConnectedStore;
beforeEach(async () => {
  store = await connectStore();
});
afterEach(() => store.close());

async function apply(operation: ProductOperation): Promise<OperationResult> {
  const results: OperationResult[] = [];
  const work = applyOperations(store.admin, store.shop, [operation], async (_key, result) => {
    results.push(result);
  });
  await store.time.during(work);
  const [result] = results;
  if (result === undefined) throw new Error('no result');
  return result;
}

type Draft = Parameters<typeof aDraft>[0];

/** On sale with these colours and sizes. */
async function onSale(draft: Draft) {
  const result = await apply({kind: 'create', key: ArticleId.parse('A-1'), draft: aDraft(draft), publish: true});
  if (result.kind !== 'done' || result.live === null) throw new Error(JSON.stringify(result));
  return {productGid: result.productGid, live: result.live};
}

/** As if the merchant had added that variant. */
const withoutGold = ({productGid, live}: Awaited<ReturnType<typeof onSale>>) => ({
  productGid,
  live: live.filter(({colour}) => colour !== 'Gold'),
});

const refuse = (mutation: string, code: string | null = null) =>
  store.misbehave({
    fault: 'userErrors',
    userErrors: [{code, field: ['input'], message: 'Not like this.'}],
    when: ({rootFields}) => rootFields.includes(mutation),
  });

const update = (
  known: Awaited<ReturnType<typeof onSale>>,
  draft: Draft,
  raise: Extract<ProductOperation, {kind: 'update'}>['raise'] = false,
) =>
  apply({
    kind: 'update',
    key: ArticleId.parse('A-1'),
    ...known,
    draft: aDraft(draft),
    write: ['price', 'compareAt', 'cost', 'variants'],
    variantsChange: true,
    raise,
    media: [],
  });

const product = () => store.control.products()[0];
const shown = () => product()?.variants.map(({options}) => Object.values(options).join('/'));

describe('a refused update', () => {
  test('withdraws what is no longer stated, and keeps what the merchant added', async () => {
    const known = withoutGold(await onSale({colours: ['Red', 'Blue', 'Gold']}));
    refuse('productSet');
    expect(await update(known, {colours: ['Blue', 'Green'], price: 2_500})).toEqual({
      kind: 'refused',
      reason: 'Shopify refused it: Not like this.',
      withdrawn: {
        kind: 'variants',
        gone: [expect.objectContaining({colour: 'Red'})],
        kept: [expect.objectContaining({colour: 'Blue'})],
      },
      writes: 2,
    });
    expect(shown()).toEqual(['Blue', 'Gold']);
    expect(product()).toMatchObject({status: 'ACTIVE', variants: [{price: '19.90'}, {}]});
  });

  test('withdraws nothing where colours stay and sizes are stated for the first time', async () => {
    const known = await onSale({colours: ['Red']});
    refuse('productSet');
    expect(await update(known, {colours: ['Red'], sizes: ['S', 'M']})).toMatchObject({withdrawn: null, writes: 1});
    expect(shown()).toEqual(['Red']);
    expect(product()?.status).toBe('ACTIVE');
  });

  test('makes the product a draft where no variant of ours would remain', async () => {
    const known = withoutGold(await onSale({colours: ['Red', 'Gold']}));
    refuse('productSet');
    const result = await update(known, {colours: ['Green']});
    expect(result).toMatchObject({kind: 'refused', withdrawn: {kind: 'product', takenFrom: 'ACTIVE'}, writes: 2});
    expect(product()?.status).toBe('DRAFT');
    expect(shown()).toEqual(['Red', 'Gold']);
  });

  test.each([
    ['refused', null],
    // No code of this mutation's: the answer holds an error and nothing else.
    ['not answered', 'INVALID_INPUT'],
  ])('makes the product a draft where the deletion of its variants is %s too', async (_, code) => {
    const known = await onSale({colours: ['Red', 'Blue']});
    refuse('productSet');
    refuse('productVariantsBulkDelete', code);
    expect(await update(known, {colours: ['Blue']})).toMatchObject({withdrawn: {kind: 'product', takenFrom: 'ACTIVE'}});
    expect(product()?.status).toBe('DRAFT');
  });

  test('stays refused where the store takes nothing at all, and where the product has gone', async () => {
    const known = await onSale({colours: ['Red', 'Blue']});
    const ends = ['productSet', 'productVariantsBulkDelete', 'productUpdate'].map((mutation) => refuse(mutation));
    expect(await update(known, {colours: ['Blue']})).toMatchObject({kind: 'refused', withdrawn: null, writes: 3});
    expect(product()?.status).toBe('ACTIVE');
    for (const end of ends) end();
    store.control.deleteProduct(known.productGid);
    expect(await update(known, {colours: ['Blue']})).toEqual({kind: 'missing'});
  });

  test('of a product that is off sale withdraws nothing', async () => {
    const known = await onSale({colours: ['Red', 'Blue']});
    refuse('productSet');
    expect(await update(known, {colours: ['Blue']}, {from: 'DRAFT', to: 'ACTIVE'})).toMatchObject({
      withdrawn: null,
      writes: 1,
    });
  });
});
