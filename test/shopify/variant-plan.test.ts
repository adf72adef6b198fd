import {describe, expect, test} from 'vitest';
import {ownableFields} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import {VariantGid} from '#domain/ids.ts';
import {wordKey} from '#domain/words/same-word.ts';
import {toNewProduct, toVariantLists} from '../../server/shopify/products/product-input.ts';
import {
  matchVariants,
  planChangedVariants,
  planNewVariants,
  readVariantWords,
} from '../../server/shopify/products/variant-plan.ts';
import {aDraft} from './support.ts';

const gid = (number: number) => VariantGid.parse(`gid://shopify/ProductVariant/${number}`);
const stored = (number: number, options: Record<string, string>) => ({
  gid: gid(number),
  options: Object.entries(options).map(([name, value]) => ({name, value})),
});
const textsOf = (
  draft: ProductDraft,
  ...rest: [Parameters<typeof planChangedVariants>[1], Parameters<typeof planChangedVariants>[2]]
) =>
  toVariantLists(planChangedVariants(draft, ...rest), draft, ownableFields).variants?.map((variant) => [
    'id' in variant ? variant.id : null,
    variant.optionValues.map(({name}) => name).join('/'),
  ]);

describe('the variants of a product', () => {
  test('are untracked, without quantities and barcode, with cost and price to the cent', () => {
    const [variant] = toNewProduct(aDraft({colours: ['Red'], price: 1990, cost: 950}), 'DRAFT').variants ?? [];
    expect(variant).toEqual({
      optionValues: [{optionName: 'Colour', name: 'Red'}],
      sku: 'SKU-1',
      price: '19.90',
      compareAtPrice: null,
      inventoryPolicy: 'CONTINUE',
      inventoryItem: {tracked: false, cost: '9.50', requiresShipping: true},
    });
  });

  test('without colours and sizes are one, as Shopify names it', () => {
    const input = toNewProduct(aDraft({}), 'DRAFT');
    expect(input.productOptions).toEqual([{name: 'Title', values: [{name: 'Default Title'}]}]);
    expect(input.variants?.map(({optionValues}) => optionValues)).toEqual([
      [{optionName: 'Title', name: 'Default Title'}],
    ]);
  });

  test('have option values that end no HTML attribute', () => {
    const input = toNewProduct(aDraft({colours: ['x" onclick="y'], sizes: ["Men's 42"]}), 'DRAFT');
    expect(input.variants?.map(({optionValues}) => optionValues.map(({name}) => name))).toEqual([
      ['x” onclick=”y', 'Men’s 42'],
    ]);
  });

  test('made with straight quotes by an earlier version are still known, and keep their words', () => {
    const draft = aDraft({sizes: ['15"', '17"']});
    const store = [stored(1, {Size: '15"'})];
    expect(textsOf(draft, [{gid: gid(1), colour: null, size: '15"'}], store)).toEqual([
      [gid(1), '15"'],
      [null, '17″'],
    ]);
    // Without the row that knew it, as where a process died in between.
    expect(textsOf(draft, [], store)).toEqual([
      [gid(1), '15″'],
      [null, '17″'],
    ]);
    expect(readVariantWords({options: [{name: 'Size', value: '15"'}]}, {colours: [], sizes: ['15"']}).size).toBe('15"');
  });

  test('have names and values that Shopify takes, each word another one, and are known by the words of the supplier', () => {
    const colours = ['Black / White', 'Black/White', 'Black ∕/ White', 'a / / b', 'x\u00a0/ y'];
    const draft = aDraft({colours});
    const input = toNewProduct(draft, 'DRAFT');
    const values = input.productOptions?.[0]?.values.map(({name}) => name) ?? [];
    expect(values).toEqual(['Black ∕ White', 'Black/White', 'Black ∕/ White', 'a ∕ ∕ b', 'x\u00a0∕ y']);
    expect(new Set(values.map(wordKey)).size).toBe(colours.length);
    const made = values.map((value, index) => stored(index, {Colour: value}));
    expect(matchVariants(planNewVariants(draft), made).map(({colour}) => colour)).toEqual(colours);
    const read = made.map((variant) => readVariantWords(variant, {colours, sizes: []}).colour);
    expect(read).toEqual(colours);
  });

  test('of an option that has been called "Colour / Print" since before Shopify refused that name are written under one it takes', () => {
    const live = [{gid: gid(1), colour: 'Red', size: null}];
    const draft = aDraft({colours: ['Red', 'Blue']});
    const store = [stored(1, {'Colour / Print': 'Red / dots'})];
    const {productOptions, variants} = toVariantLists(planChangedVariants(draft, live, store), draft, ownableFields);
    expect(productOptions).toEqual([{name: 'Colour ∕ Print', values: [{name: 'Red ∕ dots'}, {name: 'Blue'}]}]);
    expect(variants?.map(({optionValues}) => optionValues[0]?.optionName)).toEqual([
      'Colour ∕ Print',
      'Colour ∕ Print',
    ]);
  });

  test('that are new take the spelling that a value already has in the store', () => {
    const live = [{gid: gid(1), colour: 'Red', size: 'S'}];
    const store = [stored(1, {Colour: 'Red', Size: 'S'}), stored(9, {Colour: 'black', Size: 'Gift wrapped'})];
    const draft = aDraft({colours: ['Red', 'Black'], sizes: ['S']});
    expect(textsOf(draft, live, store)).toEqual([
      [gid(9), 'black/Gift wrapped'],
      [gid(1), 'Red/S'],
      [null, 'black/S'],
    ]);
  });

  test('are keyed by the article, so that creating twice makes one product', () => {
    expect(toNewProduct(aDraft({}), 'DRAFT').metafields).toContainEqual({
      namespace: '$app',
      key: 'listing_key',
      type: 'id',
      value: 'A-1',
    });
  });

  test('keep the words the merchant gave to options and values, also for variants that are new', () => {
    const live = [
      {gid: gid(1), colour: 'Red', size: 'S'},
      {gid: gid(2), colour: 'Blue', size: 'S'},
    ];
    const store = [stored(1, {Farbe: 'Rot', Größe: 'S'}), stored(2, {Farbe: 'Blau', Größe: 'S'})];
    const draft = aDraft({colours: ['Red', 'Blue'], sizes: ['S', 'M']});
    const plan = planChangedVariants(draft, live, store);
    expect(plan.optionNames).toEqual(['Farbe', 'Größe']);
    expect(textsOf(draft, live, store)).toEqual([
      [gid(1), 'Rot/S'],
      [null, 'Rot/M'],
      [gid(2), 'Blau/S'],
      [null, 'Blau/M'],
    ]);
    const after = [...store, stored(3, {Farbe: 'Rot', Größe: 'M'}), stored(4, {Farbe: 'Blau', Größe: 'M'})];
    expect(matchVariants(plan, after)).toContainEqual({gid: gid(3), colour: 'Red', size: 'M'});
  });

  test('that the merchant added stay, and those no longer stated go', () => {
    const live = [
      {gid: gid(1), colour: 'Red', size: null},
      {gid: gid(2), colour: 'Blue', size: null},
    ];
    const store = [stored(1, {Colour: 'Red'}), stored(2, {Colour: 'Blue'}), stored(9, {Colour: 'Gift wrapped'})];
    expect(textsOf(aDraft({colours: ['Red']}), live, store)).toEqual([
      [gid(9), 'Gift wrapped'],
      [gid(1), 'Red'],
    ]);
  });

  test('made just before a crash are found again instead of being made twice', () => {
    const live = [{gid: gid(1), colour: 'Red', size: null}];
    const store = [stored(1, {Colour: 'Red'}), stored(2, {Colour: 'Green'})];
    expect(textsOf(aDraft({colours: ['Red', 'Green']}), live, store)).toEqual([
      [gid(1), 'Red'],
      [gid(2), 'Green'],
    ]);
  });

  test('follow options the merchant put in another order', () => {
    const live = [{gid: gid(1), colour: 'Red', size: 'S'}];
    const store = [stored(1, {Size: 'S', Colour: 'Red'})];
    expect(textsOf(aDraft({colours: ['Red'], sizes: ['S', 'M']}), live, store)).toEqual([
      [gid(1), 'S/Red'],
      [null, 'M/Red'],
    ]);
  });

  test('start again where the article begins to state colours', () => {
    const live = [{gid: gid(1), colour: null, size: null}];
    const store = [stored(1, {Title: 'Default Title'})];
    expect(textsOf(aDraft({colours: ['Red']}), live, store)).toEqual([[null, 'Red']]);
    expect(planChangedVariants(aDraft({colours: ['Red']}), live, store)).toEqual(
      planNewVariants(aDraft({colours: ['Red']})),
    );
  });
});
