// productVariantsBulkUpdate, …Create and …Delete: variants of one product, without touching the rest of it.
// https://shopify.dev/docs/api/admin-graphql/latest/mutations/productVariantsBulkUpdate

import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {productByGid} from '../store/find-product.ts';
import {gid, idOf} from '../store/gid.ts';
import type {ProductRecord, VariantRecord} from '../store/records.ts';
import {draftOf, type ShopStore, saveProduct} from '../store/shop-store.ts';
import {productView, variantView} from '../views/product.ts';
import {chooseValues, OptionValueRef} from './product-set-variants.ts';
import {asUserErrors, Refusal, refuse, type UserError, workOnAll} from './user-error.ts';
import {applyVariantFields, CostRefusal, newVariant, VariantFields} from './variant-fields.ts';
import {countNewVariants} from './variant-limit.ts';

type Args = Readonly<Record<string, unknown>>;

const BulkInput = z.strictObject({
  ...VariantFields.shape,
  id: z.string().nullish(),
  optionValues: z.array(OptionValueRef).nullish(),
});
const BulkInputs = z.array(BulkInput);

const codes = {
  invalid: 'INVALID_INPUT',
  negative: 'NEGATIVE_PRICE_VALUE',
  // Recorded of an update.
  cost: {variant: null, negative: 'GREATER_THAN_OR_EQUAL_TO', tooLarge: 'INVALID_INPUT'},
};
const optionCodes = {missing: 'NEED_TO_ADD_OPTION_VALUES', unknown: 'INVALID_INPUT'};

/** Either all entries are applied or none, unless `allowPartialUpdates` says that the good ones are to be kept. */
export function variantsBulkUpdate(store: ShopStore, args: Args): View {
  const inputs = parseInput('ProductVariantsBulkInput', BulkInputs, args['variants']);
  /** Recorded: of wrong costs alone the answer shows the variants that were named, as they still are. */
  const refused: Refused = (product, refusal) => ({
    product: viewOf(store, product),
    productVariants:
      product !== null && refusal instanceof CostRefusal
        ? inputs
            .flatMap(({id}) => product.variants.filter((variant) => gid('ProductVariant', variant.id) === id))
            .map((variant) => variantView(store, product, variant))
        : null,
  });
  return onProduct(store, args, refused, (draft) => {
    const changed: VariantRecord[] = [];
    const refusals: Refusal[] = [];
    inputs.forEach((input, index) => {
      try {
        changed.push(updateOne(store, draft, input, ['variants', String(index)]));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.push(error);
      }
    });
    const userErrors = refusals.flatMap((refusal) => refusal.userErrors);
    if (userErrors.length > 0 && args['allowPartialUpdates'] !== true) {
      const isOfCosts = refusals.every((refusal) => refusal instanceof CostRefusal);
      throw isOfCosts ? new CostRefusal(userErrors) : new Refusal(userErrors);
    }
    return {changed, userErrors};
  });
}

function updateOne(
  store: ShopStore,
  draft: ProductRecord,
  input: z.infer<typeof BulkInput>,
  field: readonly string[],
): VariantRecord {
  if (input.id == null)
    throw refuse('PRODUCT_VARIANT_ID_MISSING', [...field, 'id'], 'Product variant is missing ID attribute');
  const id = idOf('ProductVariant', input.id);
  const index = draft.variants.findIndex((variant) => variant.id === id);
  const known = draft.variants[index];
  if (known === undefined)
    throw refuse('PRODUCT_VARIANT_DOES_NOT_EXIST', [...field, 'id'], 'Product variant does not exist');
  const variant = {...known};
  if (input.optionValues != null) {
    variant.valueIds = chooseValues(draft.options, input.optionValues, field, {
      ...optionCodes,
      unknown: 'OPTION_DOES_NOT_EXIST',
    });
    refuseDuplicate(draft, variant, field);
  }
  applyVariantFields(store, variant, input, field, codes);
  draft.variants[index] = variant;
  return variant;
}

export function variantsBulkCreate(store: ShopStore, args: Args): View {
  const inputs = parseInput('ProductVariantsBulkInput', BulkInputs, args['variants']);
  return onProduct(store, args, refusedCreate, (draft, before) => {
    const changed = workOnAll(inputs, (input, index) => {
      const field = ['variants', String(index)];
      if (input.id != null) throw refuse('NO_KEY_ON_CREATE', [...field, 'id'], 'On create, this key cannot be used.');
      const variant = newVariant(store, chooseOrAddValues(store, draft, input.optionValues ?? [], field));
      refuseDuplicate(draft, variant, field);
      applyVariantFields(store, variant, input, field, codes);
      draft.variants.push(variant);
      return variant;
    });
    if (draft.variants.length > store.settings.maxVariants) {
      throw refuse(
        'INVALID_INPUT',
        ['variants'],
        `Number of product variants exceeds shop limit of ${store.settings.maxVariants}.`,
      );
    }
    countNewVariants(store, draft, before);
    return {changed, userErrors: []};
  });
}

/** A value the option does not have yet is added to it (schema description of productVariantsBulkCreate). */
function chooseOrAddValues(
  store: ShopStore,
  draft: ProductRecord,
  refs: readonly z.infer<typeof OptionValueRef>[],
  field: readonly string[],
): number[] {
  refs.forEach((ref, index) => {
    const earlier = refs.slice(0, index).some(({optionName}) => optionName != null && optionName === ref.optionName);
    if (!earlier) return;
    throw refuse('INVALID_INPUT', [...field, 'optionValues'], `Duplicated option name '${ref.optionName}'`);
  });
  for (const ref of refs) {
    const option = draft.options.find(({name}) => name === ref.optionName?.trim());
    const name = ref.name?.trim();
    if (option === undefined || name === undefined || name === '') continue;
    if (!option.values.some((value) => value.name === name)) option.values.push({id: store.newId(), name});
  }
  return chooseValues(draft.options, refs, field, optionCodes);
}

export function variantsBulkDelete(store: ShopStore, args: Args): View {
  const ids = z.array(z.string()).parse(args['variantsIds']);
  return onProduct(store, args, refusedDelete, (draft) => {
    ids.forEach((id, index) => {
      const at = draft.variants.findIndex((variant) => gid('ProductVariant', variant.id) === id);
      if (at < 0) {
        throw refuse(
          'AT_LEAST_ONE_VARIANT_DOES_NOT_BELONG_TO_THE_PRODUCT',
          ['variantsIds', String(index)],
          'At least one variant does not belong to the product',
        );
      }
      if (draft.variants.length === 1)
        throw refuse('CANNOT_DELETE_LAST_VARIANT', ['variantsIds'], 'Cannot delete default variant');
      draft.variants.splice(at, 1);
    });
    return {changed: [], userErrors: []};
  });
}

type Work = {readonly changed: readonly VariantRecord[]; readonly userErrors: readonly UserError[]};

/** What the payload shows of the product and its variants where everything is refused, as recorded for each mutation. */
type Refused = (product: ProductRecord | null, refusal: Refusal) => View;
const refusedCreate: Refused = () => ({product: null, productVariants: []});
const refusedDelete: Refused = () => ({product: null});

function onProduct(
  store: ShopStore,
  args: Args,
  refused: Refused,
  work: (draft: ProductRecord, before: ProductRecord) => Work,
): View {
  return asUserErrors<View>(
    () => {
      const before = productByGid(store, String(args['productId']));
      if (before === null) throw refuse('PRODUCT_DOES_NOT_EXIST', ['productId'], 'Product does not exist');
      const draft = draftOf(before);
      const {changed, userErrors} = work(draft, before);
      saveProduct(store, draft);
      const productVariants = changed.map((variant) => variantView(store, draft, variant));
      return {product: productView(store, draft), productVariants, userErrors};
    },
    (userErrors, refusal) => ({...refused(productByGid(store, String(args['productId'])), refusal), userErrors}),
  );
}

const viewOf = (store: ShopStore, product: ProductRecord | null): View | null =>
  product === null ? null : productView(store, product);

function refuseDuplicate(draft: ProductRecord, variant: VariantRecord, field: readonly string[]): void {
  const taken = draft.variants.some(
    (other) => other.id !== variant.id && other.valueIds.join() === variant.valueIds.join(),
  );
  if (taken) throw refuse('VARIANT_ALREADY_EXISTS', [...field, 'optionValues'], 'The variant already exists.');
}
