// The plain fields of a product that productSet and productUpdate share.

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import type {ProductRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {Refusal, refuse} from './user-error.ts';

export const ProductFields = z.strictObject({
  title: z.string().nullish(),
  descriptionHtml: z.string().nullish(),
  vendor: z.string().nullish(),
  productType: z.string().nullish(),
  handle: z.string().nullish(),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']).nullish(),
  tags: z.array(z.string()).nullish(),
  category: z.string().nullish(),
  seo: z.strictObject({title: z.string().nullish(), description: z.string().nullish()}).nullish(),
  templateSuffix: z.string().nullish(),
});

export type ProductFields = z.infer<typeof ProductFields>;

export function newProduct(store: ShopStore): ProductRecord {
  const id = store.newId();
  const titleOption = {id: store.newId(), name: 'Title', values: [{id: store.newId(), name: 'Default Title'}]};
  return {
    id,
    createdAt: store.now(),
    updatedAt: store.now(),
    title: '',
    handle: '',
    descriptionHtml: '',
    vendor: store.settings.name,
    productType: '',
    status: 'ACTIVE',
    tags: [],
    categoryId: null,
    seo: {title: null, description: null},
    templateSuffix: null,
    options: [titleOption],
    variants: [],
    media: [],
    metafields: new Map(),
    // "Products with an active status aren't automatically published to sales channels" (schema description of ProductStatus);
    // what the API makes is on none, as real stores answer.
    publications: new Map(),
  };
}

/** Where productSet and productUpdate say what is wrong with a field: `at` names it, `words` says so. Recorded for each. */
type FieldWords = {
  readonly title: {readonly at: readonly string[]; readonly words: string};
  readonly at: (field: string) => readonly string[];
};

/** Changes only what is included; an omitted field is left as it is (schema description of productSet). */
export function applyProductFields(
  store: ShopStore,
  draft: ProductRecord,
  input: ProductFields,
  words: FieldWords,
): void {
  checkLengths(input, words);
  if (input.title != null) draft.title = input.title.trim();
  draft.handle = toHandle(store, draft, input.handle);
  if (input.descriptionHtml != null) draft.descriptionHtml = input.descriptionHtml;
  if (input.vendor != null) draft.vendor = input.vendor;
  if (input.productType != null) draft.productType = input.productType;
  if (input.status != null) draft.status = input.status;
  if (input.tags != null) draft.tags = toTags(input.tags);
  if (input.category !== undefined) draft.categoryId = checkCategory(input.category);
  if (input.templateSuffix !== undefined) draft.templateSuffix = input.templateSuffix;
  if (input.seo != null) {
    draft.seo = {
      title: input.seo.title ?? draft.seo.title,
      description: input.seo.description ?? draft.seo.description,
    };
  }
}

const tooLong = 'is too long (maximum is 255 characters)';

/** Recorded: every text that is too long is reported, a handle made of a title that is too long beside the title. */
function checkLengths(input: ProductFields, {title, at}: FieldWords): void {
  if (input.title != null && input.title.trim() === '') {
    throw refuse('INVALID_PRODUCT', title.at, "Title can't be blank");
  }
  const isLong = (text: string | null | undefined) => (text ?? '').length > 255;
  const errors = [
    ...(isLong(input.title) ? [{field: title.at, message: `${title.words}${tooLong}`}] : []),
    ...(isLong(input.handle) || (isLong(input.title) && title.words === '')
      ? [{field: at('handle'), message: `Handle ${tooLong}`}]
      : []),
    ...(isLong(input.vendor) ? [{field: at('vendor'), message: `Vendor ${tooLong}`}] : []),
    ...(isLong(input.productType)
      ? [
          {field: at('productType'), message: `Product type ${tooLong}`},
          {field: at('customProductType'), message: `Custom product type ${tooLong}`},
        ]
      : []),
    ...((input.tags ?? []).some(isLong) ? [{field: at('tags'), message: 'Product tags is invalid'}] : []),
  ];
  if (errors.length > 0) throw new Refusal(errors.map((error) => ({code: 'INVALID_PRODUCT', ...error})));
}

/**
 * The taxonomy is not held here: an id of one of its top categories and numbers below it is taken for one it has.
 * https://shopify.github.io/product-taxonomy
 */
function checkCategory(category: string | null): string | null {
  const tops = 'aa|ae|ap|bi|bt|bu|co|el|fb|fr|gc|ha|hb|hg|lb|ma|me|na|os|pa|rc|se|sg|so|tg|vp';
  if (category === null || new RegExp(`^gid://shopify/TaxonomyCategory/(${tops})(-\\d+)*$`).test(category)) {
    return category;
  }
  throw new GraphQLError('Invalid product_taxonomy_node_id', {extensions: {code: 'INVALID_PRODUCT_TAXONOMY_NODE_ID'}});
}

/** Tags are trimmed, unique regardless of case, and come back in alphabetical order. */
export function toTags(tags: readonly string[]): string[] {
  const byLower = new Map<string, string>();
  for (const tag of tags.flatMap((given) => given.split(',')).map((given) => given.trim())) {
    if (tag !== '' && !byLower.has(tag.toLowerCase())) byLower.set(tag.toLowerCase(), tag);
  }
  return [...byLower.values()].toSorted((a, b) => a.localeCompare(b));
}

/**
 * A handle that is given must be free; one made from the title, or of nothing but punctuation, gets the next free number
 * (schema description). Recorded: a number at its end is counted on.
 */
function toHandle(store: ShopStore, draft: ProductRecord, given: string | null | undefined): string {
  const isFree = (handle: string) => (store.handles.get(handle) ?? draft.id) === draft.id;
  const isBlank = given != null && given.trim() === '' && given !== '';
  if (given != null && slug(given) !== '') {
    const handle = slug(given);
    if (isFree(handle)) return handle;
    const message = `Handle '${given}' already in use. Please provide a new handle.`;
    throw refuse('HANDLE_NOT_UNIQUE', ['input', 'handle'], message);
  }
  if ((given == null || given === '') && draft.handle !== '') return draft.handle;
  const made = given == null || given === '' || isBlank ? slug(draft.title) : '';
  let handle = made === '' ? 'product' : made;
  while (!isFree(handle)) handle = nextHandle(handle);
  return handle;
}

/** `shirt`, `shirt-1`, `shirt-2`; a long number is counted on as exactly. */
function nextHandle(handle: string): string {
  const [, stem, number] = /^(.*-)(\d+)$/.exec(handle) ?? [];
  return number === undefined ? `${handle}-1` : `${stem}${String(BigInt(number) + 1n).padStart(number.length, '0')}`;
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);
}
