// Images of productSet. The list replaces the product's media: a file named by id is kept, an `originalSource` always
// makes a new file, what is not named is taken off (schema descriptions of ProductSetInput.files and FileSetInput).

import {z} from 'zod';
import {idOf} from '../store/gid.ts';
import type {MediaRecord, ProductRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {refuse} from './user-error.ts';

export const FileInput = z.strictObject({
  id: z.string().nullish(),
  originalSource: z.string().nullish(),
  alt: z.string().nullish(),
  contentType: z.literal('IMAGE').nullish(),
  filename: z.string().nullish(),
});

type FileInput = z.infer<typeof FileInput>;

/** https://help.shopify.com/manual/products/product-media: up to 250 images a product. */
const maxFiles = 250;

export function setFiles(
  store: ShopStore,
  draft: ProductRecord,
  files: readonly FileInput[],
  refusesImage: (source: string) => boolean,
): void {
  if (files.length > maxFiles)
    throw refuse('INVALID_INPUT', ['input', 'files'], `Exceeds the limit of ${maxFiles} files.`);
  draft.media = files.map((file, index) =>
    toMedia(store, draft, file, ['input', 'files', String(index)], refusesImage),
  );
}

function toMedia(
  store: ShopStore,
  draft: ProductRecord,
  file: FileInput,
  field: readonly string[],
  refusesImage: (source: string) => boolean,
): MediaRecord {
  if ((file.id == null) === (file.originalSource == null)) {
    throw refuse('INVALID_INPUT', field, 'Exactly one of id and originalSource is required.');
  }
  if (file.id != null) {
    const id = idOf('MediaImage', file.id);
    const known = draft.media.find((media) => media.id === id);
    if (known === undefined) throw refuse('INVALID_INPUT', [...field, 'id'], `File id ${file.id} does not exist.`);
    return {...known, alt: file.alt === undefined ? known.alt : file.alt};
  }
  const source = file.originalSource ?? '';
  if (!isWebAddress(source)) throw refuse('INVALID_INPUT', [...field, 'originalSource'], 'Invalid URL.');
  return {id: store.newId(), createdAt: store.now(), source, refused: refusesImage(source), alt: file.alt ?? null};
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
