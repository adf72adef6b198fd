// Options and variants of productSet: both are given together and replace what is there. A variant keeps its id where
// the input names the id, or where its option values are the same as before.

import {z} from 'zod';
import {gid, idOf} from '../store/gid.ts';
import type {OptionRecord, ProductRecord, VariantRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {variantTitle} from '../views/variant.ts';
import {refuse, workOnAll} from './user-error.ts';
import {applyVariantFields, newVariant, productSetCodes, VariantFields} from './variant-fields.ts';

export const OptionInput = z.strictObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  position: z.number().int().nullish(),
  values: z.array(z.strictObject({id: z.string().nullish(), name: z.string().nullish()})).nullish(),
});

export const OptionValueRef = z.strictObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  optionId: z.string().nullish(),
  optionName: z.string().nullish(),
});

const Quantities = z.array(
  z.strictObject({locationId: z.string(), name: z.enum(['available', 'on_hand']), quantity: z.number().int()}),
);
export type Quantities = z.infer<typeof Quantities>;

export const VariantInput = z.strictObject({
  ...VariantFields.shape,
  id: z.string().nullish(),
  sku: z.string().nullish(),
  position: z.number().int().nullish(),
  optionValues: z.array(OptionValueRef),
  inventoryQuantities: Quantities.nullish(),
});

type OptionInput = z.infer<typeof OptionInput>;
type OptionValueRef = z.infer<typeof OptionValueRef>;
type VariantInput = z.infer<typeof VariantInput>;

type Given = {
  readonly productOptions?: readonly OptionInput[] | null | undefined;
  readonly variants?: readonly VariantInput[] | null | undefined;
};

/** What is said of where a variant is stocked; the index is that of the input. */
export type StockOf = {
  readonly variant: VariantRecord;
  readonly isNew: boolean;
  readonly index: number;
  readonly quantities: Quantities;
};
export type Stocking = readonly StockOf[];

/** At most three options (schema description); more than 2,048 variants do not come as far as here. */
export function setOptionsAndVariants(store: ShopStore, draft: ProductRecord, given: Given): Stocking {
  const {productOptions, variants} = given;
  if (productOptions == null && variants == null) {
    if (draft.variants.length === 0) draft.variants = [newVariant(store, valueIdsOf(draft.options))];
    return [];
  }
  if (productOptions == null) {
    throw refuse(
      'PRODUCT_OPTIONS_INPUT_MISSING',
      ['input', 'productOptions'],
      'Must specify product options when updating variants',
    );
  }
  if (variants == null) {
    const message = 'Variants input is required when updating product options';
    throw refuse('VARIANTS_INPUT_MISSING', ['input', 'variants'], message);
  }
  if (variants.length === 0)
    throw refuse('INVALID_INPUT', ['input', 'variants'], 'A product needs at least one variant.');
  draft.options = toOptions(store, draft, productOptions);
  const stocking: StockOf[] = [];
  draft.variants = toVariants(store, draft, variants, stocking);
  return stocking;
}

function valueIdsOf(options: readonly OptionRecord[]): number[] {
  return options.flatMap((option) => option.values.slice(0, 1).map(({id}) => id));
}

function toOptions(store: ShopStore, draft: ProductRecord, given: readonly OptionInput[]): OptionRecord[] {
  const field = (index: number, ...rest: string[]) => ['input', 'productOptions', String(index), ...rest];
  if (given.length > 3) throw refuse('OPTIONS_OVER_LIMIT', ['input', 'productOptions'], 'Options over limit of 3.');
  const names = new Set<string>();
  return given.map((option, index) => {
    const before = draft.options.find(({id, name}) =>
      option.id == null ? name === option.name?.trim() : gid('ProductOption', id) === option.id,
    );
    if (option.id != null && before === undefined) {
      throw refuse('OPTION_DOES_NOT_EXIST', field(index, 'id'), 'Option does not exist');
    }
    const name = option.name?.trim() ?? before?.name ?? '';
    if (name === '') throw refuse('INVALID_INPUT', field(index, 'name'), "Option name can't be blank");
    refuseSeparator('Option name', name, field(index, 'name'));
    if (names.has(name.toLowerCase()))
      throw refuse('DUPLICATED_OPTION_NAME', field(index, 'name'), `Duplicated option name '${name}'`);
    names.add(name.toLowerCase());
    const values = toValues(store, before, option, field(index, 'values'));
    return {id: before?.id ?? store.newId(), name, values};
  });
}

/**
 * Variant titles are the values joined by this. A real store refuses it in an option's name; what it does with values, and with names that
 * differ only in case, is not documented, so both are refused here.
 */
function refuseSeparator(what: string, name: string, at: readonly string[]): void {
  if (name.includes(' / ')) throw refuse('INVALID_INPUT', at, `${what} can't contain " / "`);
}

/** A real store takes 100 values of an option; the code and its words are the schema's (ProductSetUserErrorCode). */
const maxOptionValues = 100;

function toValues(
  store: ShopStore,
  before: OptionRecord | undefined,
  option: OptionInput,
  field: readonly string[],
): OptionRecord['values'] {
  if (option.values == null || option.values.length === 0) {
    throw refuse('OPTION_VALUES_MISSING', field, 'Each option must have at least one option value specified.');
  }
  if (option.values.length > maxOptionValues) {
    throw refuse('OPTION_VALUES_OVER_LIMIT', field, `Option values over limit of ${maxOptionValues}.`);
  }
  const names = new Set<string>();
  return option.values.map((value, index) => {
    const known = before?.values.find(({id, name}) =>
      value.id == null ? name === value.name?.trim() : gid('ProductOptionValue', id) === value.id,
    );
    if (value.id != null && known === undefined) {
      throw refuse('OPTION_VALUE_DOES_NOT_EXIST', [...field, String(index), 'id'], 'Option value does not exist');
    }
    const name = value.name?.trim() ?? known?.name ?? '';
    if (name === '' || name.length > 255) {
      throw refuse('INVALID_INPUT', [...field, String(index), 'name'], 'Option value name must be 1 to 255 characters');
    }
    refuseSeparator('Option value', name, [...field, String(index), 'name']);
    if (names.has(name.toLowerCase())) {
      throw refuse('DUPLICATED_OPTION_VALUE', [...field, String(index), 'name'], `Duplicated option value '${name}'`);
    }
    names.add(name.toLowerCase());
    return {id: known?.id ?? store.newId(), name};
  });
}

function toVariants(
  store: ShopStore,
  draft: ProductRecord,
  given: readonly VariantInput[],
  stocking: StockOf[],
): VariantRecord[] {
  const before = draft.variants;
  const combinations = new Set<string>();
  // Recorded: each duplicate is named, whatever else is wrong.
  const ordered = workOnAll(given, (input, index) => {
    const field = ['input', 'variants', String(index)];
    const valueIds = chooseValues(draft.options, input.optionValues, field);
    if (combinations.has(valueIds.join())) {
      const name = variantTitle(draft, newVariant(store, valueIds));
      throw refuse(
        'INVALID_VARIANT',
        field,
        `The variant '${name}' already exists. Please change at least one option value.`,
      );
    }
    combinations.add(valueIds.join());
    const known = before.find((variant) =>
      input.id == null ? variant.valueIds.join() === valueIds.join() : variant.id === idOf('ProductVariant', input.id),
    );
    if (input.id != null && known === undefined) {
      throw refuse('PRODUCT_VARIANT_DOES_NOT_EXIST', [...field, 'id'], 'Product variant does not exist');
    }
    const variant = known ?? newVariant(store, valueIds);
    variant.valueIds = valueIds;
    applyVariantFields(store, variant, input, field, productSetCodes);
    const quantities = input.inventoryQuantities;
    if (quantities != null) stocking.push({variant, isNew: known === undefined, index, quantities});
    return {variant, position: input.position ?? index + 1};
  });
  const ids = new Set(ordered.map(({variant}) => variant.id));
  if (ids.size < ordered.length) {
    throw refuse('INVALID_VARIANT', ['input', 'variants'], 'One variant is named by two entries.');
  }
  return ordered.toSorted((a, b) => a.position - b.position).map(({variant}) => variant);
}

/** Codes differ between productSet and the bulk mutations. */
type OptionCodes = {readonly missing: string; readonly unknown: string};

/** One value for each option, no more, no less. */
export function chooseValues(
  options: readonly OptionRecord[],
  refs: readonly OptionValueRef[],
  field: readonly string[],
  codes: OptionCodes = {missing: 'INVALID_VARIANT', unknown: 'OPTION_DOES_NOT_EXIST'},
): number[] {
  const chosen = new Map<number, number>();
  refs.forEach((ref, index) => {
    const at = [...field, 'optionValues', String(index)];
    const option = options.find(({id, name}) =>
      ref.optionId == null ? name === ref.optionName?.trim() : gid('ProductOption', id) === ref.optionId,
    );
    if (option === undefined) throw refuse(codes.unknown, at, 'Option does not exist');
    const value = option.values.find(({id, name}) =>
      ref.id == null ? name === ref.name?.trim() : gid('ProductOptionValue', id) === ref.id,
    );
    if (value === undefined) throw refuse('OPTION_VALUE_DOES_NOT_EXIST', at, 'Option value does not exist');
    chosen.set(option.id, value.id);
  });
  return options.map(({id, name}) => {
    const value = chosen.get(id);
    if (value === undefined) throw refuse(codes.missing, field, `You need to add option values for ${name}`);
    return value;
  });
}
