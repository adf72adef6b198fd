// Images of products. Shopify downloads them after the write that contains their addresses. A failed image never keeps a product from being
// saved.

import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import type {KnownMedia} from '#domain/catalogue/operation.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';
import {isProductMissing, type Refused, toMerchantSentence} from '../client/user-errors.ts';
import {isUnmatchedImage, matchBySentOrder, matchStoredFiles, toMediaState} from './match-files.ts';
import {fetchProductForListing, type StoreProduct} from './own-products.ts';
import {MediaStatesAnswer} from './product-answers.ts';
import {type FileInput, maxFiles, toFileInput} from './product-input.ts';
import {
  fetchProductFiles,
  type MediaStatus,
  type ProductWrite,
  type SetProductOutcome,
  setProduct,
} from './products.ts';

/** The files a product should have: the merchant's and our wanted ones in their current order, then new sources. */
export function planFiles(
  {images, imageAlt}: Pick<ProductDraft, 'images' | 'imageAlt'>,
  known: readonly KnownMedia[],
  stored: readonly MediaStatus[],
): FileInput[] {
  const status = new Map(stored.map(({id, status: state}) => [id, state]));
  const wanted = new Set(images.map(imageIdentity));
  const dropped = new Set(
    known
      .filter(({url, gid}) => gid !== null && (!wanted.has(imageIdentity(url)) || status.get(gid) === 'FAILED'))
      .map(({gid}) => gid),
  );
  const kept = stored.filter(({id}) => !dropped.has(id)).map(({id}) => ({id}));
  const keptIds = new Set(kept.map(({id}) => id));
  const settled = new Set(
    known
      .filter(
        (image) =>
          isUnmatchedImage(image) ||
          (image.gid !== null && (keptIds.has(image.gid) || (image.state === 'ready' && !status.has(image.gid)))),
      )
      .map(({url}) => imageIdentity(url)),
  );
  const fresh = images.filter((url) => !settled.has(imageIdentity(url))).map((url) => toFileInput(url, imageAlt));
  return [...kept, ...fresh].slice(0, maxFiles);
}

/** What became of a write with images. */
export type ImagesOutcome = {
  readonly outcome: SetProductOutcome;
  /** The outcome of each image whose address was sent. */
  readonly media: readonly KnownMedia[];
  /** How many mutations were sent. */
  readonly writes: number;
};

/** Sends the write. If Shopify refuses it only because of some images, sends it again without those and reports them as failed. */
export async function setProductWithImages(
  admin: Admin,
  shop: ShopDomain,
  write: ProductWrite,
  signal?: AbortSignal,
): Promise<ImagesOutcome> {
  const {input} = write;
  const failed: KnownMedia[] = [];
  let files = input.files ?? [];
  for (let writes = 1; ; writes += 1) {
    const sent = input.files === undefined ? input : {...input, files};
    const outcome = await setProduct(admin, shop, {...write, input: sent}, signal);
    if (outcome.kind === 'set') {
      const placed = await matchNewImages(admin, shop, files, outcome, signal);
      return {outcome, media: [...placed, ...failed], writes};
    }
    const blamed = findRefusedFiles(outcome, files);
    if (blamed.size === 0) return {outcome, media: failed, writes};
    failed.push(...[...blamed].map(([url, reason]) => ({url, gid: null, state: 'failed' as const, reason})));
    files = files.filter((file) => 'id' in file || !blamed.has(file.originalSource));
  }
}

/** New sources that caused the refusal, with Shopify's message; empty if the refusal has any other cause too. */
function findRefusedFiles({errors}: Refused, files: readonly FileInput[]): ReadonlyMap<string, string> {
  const blamed = new Map<string, string>();
  for (const {field, message} of errors) {
    const file = files[Number(/(?:^|\.)files\.(\d+)(?:\.|$)/.exec(field ?? '')?.[1] ?? -1)];
    if (file === undefined || 'id' in file) return new Map();
    blamed.set(file.originalSource, message);
  }
  return blamed;
}

/**
 * Finds the files of a write's new images. Shopify promises neither the order nor the completeness of the files right after it: where the
 * answer has not as many files as were sent, the product is read back.
 */
async function matchNewImages(
  admin: Admin,
  shop: ShopDomain,
  files: readonly FileInput[],
  written: {readonly productGid: ProductGid; readonly media: readonly MediaStatus[]},
  signal: AbortSignal | undefined,
): Promise<readonly KnownMedia[]> {
  const placed = matchBySentOrder(files, written.media);
  if (placed !== null || files.length === 0) return placed ?? [];
  const kept = new Set(files.map((file) => ('id' in file ? file.id : null)));
  const images = files.flatMap((file) => ('id' in file ? [] : [file.originalSource]));
  const stored = (await fetchProductFiles(admin, shop, written.productGid, signal)) ?? [];
  return matchStoredFiles(
    images,
    stored.filter(({id}) => !kept.has(id)),
  );
}

/** Images that one request asks for. */
const mediaPerLookup = 100;

/** Reads the states of images by their ids. Shopify fetches images after the write that named them. */
export const mediaStates: Operation<{readonly ids: readonly string[]}, typeof MediaStatesAnswer> = {
  document: `query MediaStates($ids: [ID!]!) {
    nodes(ids: $ids) { ... on MediaImage { id status mediaErrors { message } } }
  }`,
  cost: mediaPerLookup,
  answer: MediaStatesAnswer,
  isWrite: false,
};

/** The state of many images at a time; an image missing from the map is no longer in the store. */
export async function fetchMediaStates(
  admin: Admin,
  shop: ShopDomain,
  gids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, Pick<KnownMedia, 'state' | 'reason'>>> {
  const found = new Map<string, Pick<KnownMedia, 'state' | 'reason'>>();
  for (let at = 0; at < gids.length; at += mediaPerLookup) {
    const ids = gids.slice(at, at + mediaPerLookup);
    const {nodes} = await admin.call(shop, mediaStates, {ids}, signal);
    for (const node of nodes) {
      if (node?.id === undefined) continue;
      const errorText = node.mediaErrors?.map(({message}) => message).join(' ') ?? '';
      found.set(node.id, toMediaState(node.status ?? 'UPLOADED', errorText || null));
    }
  }
  return found;
}

/** What became of an image that was sent again. `missing`: the product no longer exists. */
export type ImageRetryOutcome =
  | {readonly kind: 'done'; readonly media: KnownMedia}
  | {readonly kind: 'refused'; readonly reason: string}
  | {readonly kind: 'missing'};

/** Adds one image again, at the failed image's position or at the end. At the end, a product that has 250 files loses its first one. */
export async function retryImage(
  admin: Admin,
  shop: ShopDomain,
  productGid: ProductGid,
  {url, gid}: Pick<KnownMedia, 'url' | 'gid'>,
  alt: string,
): Promise<ImageRetryOutcome> {
  const product = await fetchProductForListing(admin, shop, productGid);
  if (product === null) return {kind: 'missing'};
  const files = replaceFile(product, gid, toFileInput(url, alt));
  const {outcome, media} = await setProductWithImages(admin, shop, {identity: {productGid}, input: {files}});
  const own = media.find((image) => image.url === url);
  if (outcome.kind === 'set' && own !== undefined) return {kind: 'done', media: own};
  if (outcome.kind === 'set') return {kind: 'refused', reason: 'Shopify gave no answer about the image.'};
  return isProductMissing(outcome) ? {kind: 'missing'} : {kind: 'refused', reason: toMerchantSentence(outcome)};
}

/** The product's files with `file` in place of the file `gid`, or at the end. */
function replaceFile({media}: StoreProduct, gid: string | null, file: FileInput): FileInput[] {
  const files = media.map(({id}): FileInput => (id === gid ? file : {id}));
  return files.includes(file) ? files : [...files, file].slice(-maxFiles);
}
