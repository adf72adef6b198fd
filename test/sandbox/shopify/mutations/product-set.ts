// productSet: creates or updates one product as a whole. Behaviour by the schema description of the mutation and of
// ProductSetInput: list fields replace what they are given, other fields change only where they are included.

import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {Identifier, productByIdentifier} from '../store/find-product.ts';
import {metafieldKey, toNamespace} from '../store/metafields.ts';
import type {ProductRecord} from '../store/records.ts';
import {draftOf, type ShopStore, saveProduct} from '../store/shop-store.ts';
import {productView} from '../views/product.ts';
import {writeMetafield} from './metafield-writes.ts';
import {applyProductFields, newProduct, ProductFields} from './product-fields.ts';
import {FileInput, setFiles} from './product-files.ts';
import {setLevels, toLevels} from './product-set-stock.ts';
import {OptionInput, type Stocking, setOptionsAndVariants, VariantInput} from './product-set-variants.ts';
import {asUserErrors, refuse} from './user-error.ts';
import {countNewVariants} from './variant-limit.ts';

const MetafieldInput = z.strictObject({
  namespace: z.string().nullish(),
  key: z.string().nullish(),
  type: z.string().nullish(),
  value: z.string().nullish(),
});

const Input = z.strictObject({
  ...ProductFields.shape,
  metafields: z.array(MetafieldInput).nullish(),
  /** Deprecated, and still taken for the identifier. */
  id: z.string().nullish(),
  files: z.array(FileInput).nullish(),
  productOptions: z.array(OptionInput).nullish(),
  variants: z.array(VariantInput).nullish(),
});

type Input = z.infer<typeof Input>;

const words = {title: {at: ['input', 'title'], words: ''}, at: () => ['input']};

export type ImageFaults = {
  readonly refusesImage: (source: string) => boolean;
  readonly answersLate: () => boolean;
};

function withoutLate(media: ProductRecord['media'], before: ReadonlySet<number>): ProductRecord['media'] {
  const added = media.filter(({id}) => !before.has(id)).slice(0, -1);
  return media.filter((image) => !added.includes(image));
}

export function productSet(
  store: ShopStore,
  args: Readonly<Record<string, unknown>>,
  {refusesImage, answersLate}: ImageFaults,
): View {
  if (args['synchronous'] === false) throw notImplemented('productSet(synchronous: false)');
  const input = parseInput('ProductSetInput', Input, args['input']);
  const given = args['identifier'] == null ? null : parseInput('ProductSetIdentifiers', Identifier, args['identifier']);
  const identifier = given ?? (input.id == null ? null : {id: input.id});
  return asUserErrors<View>(
    () => {
      checkId(args, input);
      const {product, stocking} = toProduct(store, identifier, input, refusesImage);
      const levels = toLevels(store, stocking);
      const before = new Set(store.products.get(product.id)?.media.map(({id}) => id));
      saveProduct(store, product);
      setLevels(store, levels);
      const shown = answersLate() ? {...product, media: withoutLate(product.media, before)} : product;
      return {product: productView(store, shown), productSetOperation: null, userErrors: []};
    },
    (userErrors) => ({product: unchanged(store, identifier), productSetOperation: null, userErrors}),
  );
}

/** Recorded where a product that was named by its id is refused a change: as it still is. */
function unchanged(store: ShopStore, identifier: Identifier | null): View | null {
  const found = identifier?.id == null ? null : productByIdentifier(store, identifier);
  return found === null ? null : productView(store, found);
}

/** Recorded. */
function checkId(args: Readonly<Record<string, unknown>>, {id}: Input): void {
  if (args['identifier'] == null || id == null) return;
  throw refuse('ID_NOT_ALLOWED', ['input'], 'The id field is not allowed if identifier is provided.');
}

function toProduct(
  store: ShopStore,
  identifier: Identifier | null,
  input: Input,
  refusesImage: (source: string) => boolean,
): {readonly product: ProductRecord; readonly stocking: Stocking} {
  const found = identifier === null ? null : productByIdentifier(store, identifier);
  if (found === null && input.id != null) {
    throw refuse('PRODUCT_DOES_NOT_EXIST', ['input', 'id'], 'Product does not exist');
  }
  // "ID of product to update", where the others are "to upsert"; words and place as those of ID_NOT_ALLOWED, which are recorded.
  if (found === null && identifier?.id != null) {
    throw refuse('NOT_FOUND', ['input'], 'Resource matching the identifier was not found.');
  }
  checkCustomId(identifier, input);
  if (found === null && (input.title ?? '').trim() === '') {
    throw refuse('INVALID_PRODUCT', ['input', 'title'], "Title can't be blank");
  }
  const draft = found === null ? newProduct(store) : draftOf(found);
  applyProductFields(store, draft, {...input, handle: input.handle ?? identifier?.handle}, words);
  setMetafields(store, draft, identifier, input, found === null);
  const stocking = setOptionsAndVariants(store, draft, input);
  if (input.files != null) setFiles(store, draft, input.files, refusesImage);
  countNewVariants(store, draft, found);
  return {product: draft, stocking};
}

/** "The input argument `metafields` (if present) must contain the `customId` value" (schema description, METAFIELD_MISMATCH). */
function checkCustomId(identifier: Identifier | null, input: Input): void {
  const customId = identifier?.customId;
  if (customId == null || input.metafields == null) return;
  const matches = input.metafields.some(
    (metafield) =>
      toNamespace(metafield.namespace) === toNamespace(customId.namespace) &&
      metafield.key === customId.key &&
      metafield.value === customId.value,
  );
  if (!matches) {
    throw refuse(
      'METAFIELD_MISMATCH',
      ['input', 'metafields'],
      'The input argument `metafields` (if present) must contain the `customId` value.',
    );
  }
}

/**
 * The list replaces all metafields of the product, whoever made them: the schema description says so for list fields and
 * makes no exception. Omitted on creation, the custom id is written by itself; METAFIELD_MISMATCH's "if present" implies it.
 */
function setMetafields(
  store: ShopStore,
  draft: ProductRecord,
  identifier: Identifier | null,
  input: Input,
  isNew: boolean,
): void {
  const customId = identifier?.customId;
  const writes = input.metafields ?? (isNew && customId != null ? [customId] : null);
  if (writes === null) return;
  const invalid = 'INVALID_METAFIELD';
  const lengths = {blank: invalid, tooShort: invalid, tooLong: invalid};
  const codes = {invalid, invalidType: invalid, notUnique: 'CAPABILITY_VIOLATION', ...lengths};
  const target = {ownerType: 'PRODUCT' as const, ownerId: draft.id, metafields: draft.metafields};
  const kept = new Set<string>();
  writes.forEach((write, index) => {
    const record = writeMetafield(store, target, write, ['input', 'metafields', String(index)], codes);
    kept.add(metafieldKey(record.namespace, record.key));
  });
  for (const key of draft.metafields.keys()) if (!kept.has(key)) draft.metafields.delete(key);
}
