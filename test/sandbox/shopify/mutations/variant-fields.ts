// The fields of a variant that productSet and the bulk variant mutations share.

import {z} from 'zod';
import {parseAmount, rounded} from '../store/money.ts';
import type {VariantRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {Refusal, refuse} from './user-error.ts';

export const Amount = z.union([z.string(), z.number()]);

export const InventoryItemInput = z.strictObject({
  sku: z.string().nullish(),
  tracked: z.boolean().nullish(),
  cost: Amount.nullish(),
  requiresShipping: z.boolean().nullish(),
  countryCodeOfOrigin: z.string().nullish(),
  harmonizedSystemCode: z.string().nullish(),
  measurement: z.strictObject({weight: z.strictObject({value: z.number(), unit: z.string()}).nullish()}).nullish(),
});

export const VariantFields = z.strictObject({
  barcode: z.string().nullish(),
  price: Amount.nullish(),
  compareAtPrice: Amount.nullish(),
  inventoryPolicy: z.enum(['CONTINUE', 'DENY']).nullish(),
  taxable: z.boolean().nullish(),
  inventoryItem: InventoryItemInput.nullish(),
});

export type VariantFields = z.infer<typeof VariantFields> & {readonly sku?: string | null | undefined};

/** Codes differ between productSet and the bulk mutations. */
export type VariantCodes = {
  readonly invalid: string;
  readonly negative: string;
  readonly cost: {readonly variant: string | null; readonly negative: string; readonly tooLarge: string};
};

const invalid = 'INVALID_VARIANT';

/** The words of a wrong cost are recorded; INVALID_VARIANT is the one code of productSet that says it (schema). */
export const productSetCodes: VariantCodes = {
  invalid,
  negative: invalid,
  cost: {variant: invalid, negative: invalid, tooLarge: invalid},
};

/** Of costs alone: Shopify notices them when it saves. */
export class CostRefusal extends Refusal {}

export function newVariant(store: ShopStore, valueIds: number[]): VariantRecord {
  const now = store.now();
  return {
    id: store.newId(),
    inventoryItemId: store.newId(),
    createdAt: now,
    updatedAt: now,
    valueIds,
    sku: '',
    barcode: null,
    price: 0,
    compareAt: null,
    cost: null,
    // Shopify documents no default; the stricter of the two shows an app that forgets to say `tracked: false`.
    tracked: true,
    requiresShipping: true,
    taxable: true,
    inventoryPolicy: 'DENY',
    weight: null,
    countryOfOrigin: null,
    hsCode: null,
    metafields: new Map(),
  };
}

export function applyVariantFields(
  store: ShopStore,
  variant: VariantRecord,
  input: VariantFields,
  field: readonly string[],
  codes: VariantCodes,
): void {
  const amount = (value: string | number, name: string) => checkedAmount(store, value, [...field, name], codes);
  if (input.price != null) variant.price = amount(input.price, 'price');
  if (input.compareAtPrice !== undefined) {
    variant.compareAt = input.compareAtPrice === null ? null : amount(input.compareAtPrice, 'compareAtPrice');
  }
  if (input.barcode !== undefined) variant.barcode = input.barcode === '' ? null : input.barcode;
  if (input.inventoryPolicy != null) variant.inventoryPolicy = input.inventoryPolicy;
  if (input.taxable != null) variant.taxable = input.taxable;
  const item = input.inventoryItem ?? {};
  const sku = input.sku ?? item.sku;
  if (sku != null) variant.sku = sku;
  if (item.tracked != null) variant.tracked = item.tracked;
  if (item.cost !== undefined) {
    variant.cost = item.cost === null ? null : checkedCost(store, item.cost, field, codes);
  }
  if (item.requiresShipping != null) variant.requiresShipping = item.requiresShipping;
  if (item.countryCodeOfOrigin !== undefined) variant.countryOfOrigin = item.countryCodeOfOrigin;
  if (item.harmonizedSystemCode !== undefined) variant.hsCode = item.harmonizedSystemCode;
  if (item.measurement?.weight != null) variant.weight = item.measurement.weight;
  variant.updatedAt = store.now();
}

function checkedAmount(
  store: ShopStore,
  value: string | number,
  field: readonly string[],
  codes: VariantCodes,
): number {
  const minor = parseAmount(value, store.settings.currency);
  if (minor === null) throw refuse(codes.invalid, field, `'${value}' is not an amount`);
  if (minor < 0) throw refuse(codes.negative, field, 'must be greater than or equal to 0');
  return rounded(minor, store.settings);
}

/** Recorded: a wrong cost is an error of the variant, and again one of its cost. */
function checkedCost(store: ShopStore, value: string | number, field: readonly string[], codes: VariantCodes): number {
  const wrong = (code: string, words: string) =>
    new CostRefusal([
      {code: codes.cost.variant, field, message: words},
      {code, field: [...field, 'inventoryItem', 'cost'], message: `Cost per item ${words}`},
    ]);
  if (Number(value) < 0) throw wrong(codes.cost.negative, 'must be greater than or equal to 0');
  if (Number(value) >= 1e18) throw wrong(codes.cost.tooLarge, 'must be less than 1000000000000000000');
  return checkedAmount(store, value, [...field, 'inventoryItem', 'cost'], codes);
}
