// The plain fields of a product that productSet and productUpdate share.

import {z} from 'zod';
import type {ProductRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {refuse} from './user-error.ts';

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

/** Changes only what is included; an omitted field is left as it is (schema description of productSet). */
export function applyProductFields(
  store: ShopStore,
  draft: ProductRecord,
  input: ProductFields,
  field: readonly string[],
): void {
  if (input.title != null) draft.title = checkTitle(input.title, field);
  draft.handle = toHandle(store, draft, input.handle, field);
  if (input.descriptionHtml != null) draft.descriptionHtml = input.descriptionHtml;
  if (input.vendor != null) draft.vendor = checkLength(input.vendor, 'vendor', field);
  if (input.productType != null) draft.productType = checkLength(input.productType, 'productType', field);
  if (input.status != null) draft.status = input.status;
  if (input.tags != null) draft.tags = toTags(input.tags);
  if (input.category !== undefined) draft.categoryId = input.category;
  if (input.templateSuffix !== undefined) draft.templateSuffix = input.templateSuffix;
  if (input.seo != null) {
    draft.seo = {
      title: input.seo.title ?? draft.seo.title,
      description: input.seo.description ?? draft.seo.description,
    };
  }
}

function checkTitle(title: string, field: readonly string[]): string {
  if (title.trim() === '') throw refuse('INVALID_PRODUCT', [...field, 'title'], "Title can't be blank");
  return checkLength(title.trim(), 'title', field);
}

function checkLength(value: string, name: string, field: readonly string[]): string {
  if (value.length <= 255) return value;
  throw refuse('INVALID_PRODUCT', [...field, name], `${name} is too long (maximum is 255 characters)`);
}

/** Tags are trimmed, unique regardless of case, and come back in alphabetical order. */
export function toTags(tags: readonly string[]): string[] {
  const byLower = new Map<string, string>();
  for (const tag of tags.flatMap((given) => given.split(',')).map((given) => given.trim())) {
    if (tag !== '' && !byLower.has(tag.toLowerCase())) byLower.set(tag.toLowerCase(), tag);
  }
  return [...byLower.values()].toSorted((a, b) => a.localeCompare(b));
}

/** A handle that is given must be free; one made from the title gets a number where it is taken (schema description). */
function toHandle(
  store: ShopStore,
  draft: ProductRecord,
  given: string | null | undefined,
  field: readonly string[],
): string {
  const isFree = (handle: string) => (store.handles.get(handle) ?? draft.id) === draft.id;
  if (given != null && given !== '') {
    const handle = slug(given);
    if (!isFree(handle))
      throw refuse(
        'HANDLE_NOT_UNIQUE',
        [...field, 'handle'],
        `Handle '${handle}' already in use. Please provide a new handle.`,
      );
    return handle;
  }
  if (draft.handle !== '') return draft.handle;
  const base = slug(draft.title) || 'product';
  for (let number = 0; ; number += 1) {
    const handle = number === 0 ? base : `${base}-${number}`;
    if (isFree(handle)) return handle;
  }
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
