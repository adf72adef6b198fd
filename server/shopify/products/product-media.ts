// Images of products. Shopify fetches them after the write that named them; a failed image never stops a product.

import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import type {KnownMedia} from '#domain/catalogue/operation.ts';
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';
import {isProductMissing, type Refused, toSentence} from '../client/user-errors.ts';
import {fetchProductForListing, type StoredMedia, type StoreProduct} from './own-products.ts';
import {MediaAnswer} from './product-answers.ts';
import {maxFiles, type ProductSetInput, toFile} from './product-input.ts';
import {type ProductIdentity, type SetOutcome, type StoreMedia, setProduct} from './products.ts';

export type File = NonNullable<ProductSetInput['files']>[number];

/**
 * Finds our images among a product's: known ones, and, after a lost record (a reinstall), images recognised by their file name, which
 * Shopify keeps. So an existing image is never uploaded twice.
 */
export function recogniseMedia(
  images: readonly string[],
  known: readonly KnownMedia[],
  stored: readonly StoredMedia[],
): KnownMedia[] {
  const lost = images.filter((url) => !known.some((image) => isSameImage(image.url, url)));
  const strangers = stored.filter(({id}) => !known.some(({gid}) => gid === id));
  const found = lost.flatMap((url): KnownMedia[] => {
    const media = strangers.find((stranger) => stranger.url !== null && isCopyOf(stranger.url, url));
    return media === undefined ? [] : [{url, gid: media.id, state: 'ready', reason: null}];
  });
  return [...known, ...found];
}

export const isSameImage = (one: string, other: string): boolean => imageIdentity(one) === imageIdentity(other);

/** Shopify keeps a file's name, and appends a UUID if the store already has one of that name. */
function isCopyOf(copy: string, source: string): boolean {
  const name = fileName(copy)?.replace(/_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.|$)/, '');
  return name !== undefined && name !== '' && name === fileName(source);
}

const fileName = (address: string) => URL.parse(address)?.pathname.split('/').at(-1)?.toLowerCase();

/** The files a product should have: the merchant's and our wanted ones in their current order, then new sources. */
export function planFiles(
  images: readonly string[],
  known: readonly KnownMedia[],
  stored: readonly StoreMedia[],
): File[] {
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
      .filter(({gid, state}) => gid !== null && (keptIds.has(gid) || (state === 'ready' && !status.has(gid))))
      .map(({url}) => imageIdentity(url)),
  );
  const fresh = images.filter((url) => !settled.has(imageIdentity(url))).map(toFile);
  return [...kept, ...fresh].slice(0, maxFiles);
}

export type ImagesOutcome = {
  readonly outcome: SetOutcome;
  /** The result for each new source. */
  readonly media: readonly KnownMedia[];
  readonly writes: number;
};

/** Sends the write. If Shopify refuses some of its images, sends it again without those and reports them; the product is done. */
export async function setProductWithImages(
  admin: Admin,
  shop: ShopDomain,
  {identity, input}: {readonly identity: ProductIdentity; readonly input: ProductSetInput},
  signal?: AbortSignal,
): Promise<ImagesOutcome> {
  const failed: KnownMedia[] = [];
  let files = input.files ?? [];
  for (let writes = 1; ; writes += 1) {
    const sent = input.files === undefined ? input : {...input, files};
    const outcome = await setProduct(admin, shop, {identity, input: sent}, signal);
    if (outcome.kind === 'set') return {outcome, media: [...toMedia(files, outcome.media), ...failed], writes};
    const blamed = blamedFiles(outcome, files);
    if (blamed.size === 0) return {outcome, media: failed, writes};
    failed.push(...[...blamed].map(([url, reason]) => ({url, gid: null, state: 'failed' as const, reason})));
    files = files.filter((file) => 'id' in file || !blamed.has(file.originalSource));
  }
}

/** New sources that caused the refusal, with Shopify's message; empty if the refusal has any other cause too. */
function blamedFiles({errors}: Refused, files: readonly File[]): ReadonlyMap<string, string> {
  const blamed = new Map<string, string>();
  for (const {field, message} of errors) {
    const file = files[Number(/(?:^|\.)files\.(\d+)(?:\.|$)/.exec(field ?? '')?.[1] ?? -1)];
    if (file === undefined || 'id' in file) return new Map();
    blamed.set(file.originalSource, message);
  }
  return blamed;
}

/** The answer lists the product's files in the order they were sent. */
function toMedia(files: readonly File[], answered: readonly StoreMedia[]): KnownMedia[] {
  return files.flatMap((file, index): KnownMedia[] => {
    if ('id' in file) return [];
    const media = answered[index];
    return [{url: file.originalSource, gid: media?.id ?? null, ...toState(media?.status ?? 'UPLOADED', null)}];
  });
}

function toState(status: string, reason: string | null): Pick<KnownMedia, 'state' | 'reason'> {
  if (status === 'READY') return {state: 'ready', reason: null};
  if (status === 'FAILED') return {state: 'failed', reason: reason ?? 'Shopify could not use the image.'};
  return {state: 'pending', reason: null};
}

const mediaPerLookup = 100;

/** Shopify fetches images after the write that named them; this reads their progress. */
export const mediaStates: Operation<{readonly ids: readonly string[]}, typeof MediaAnswer> = {
  document: `query MediaStates($ids: [ID!]!) {
    nodes(ids: $ids) { ... on MediaImage { id status mediaErrors { message } } }
  }`,
  cost: mediaPerLookup,
  answer: MediaAnswer,
  write: false,
};

/** The state of many images at a time; an image missing from the map is no longer in the store. */
export async function fetchMedia(
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
      found.set(node.id, toState(node.status ?? 'UPLOADED', errorText || null));
    }
  }
  return found;
}

export type ImageRetry =
  | {readonly kind: 'done'; readonly media: KnownMedia}
  | {readonly kind: 'refused'; readonly reason: string}
  | {readonly kind: 'missing'};

/** Adds one image again, at the failed one's position; everything else of the product stays as it is. */
export async function retryImage(
  admin: Admin,
  shop: ShopDomain,
  productGid: ProductGid,
  {url, gid}: Pick<KnownMedia, 'url' | 'gid'>,
): Promise<ImageRetry> {
  const product = await fetchProductForListing(admin, shop, productGid);
  if (product === null) return {kind: 'missing'};
  const files = inPlaceOf(product, gid, toFile(url));
  const {outcome, media} = await setProductWithImages(admin, shop, {identity: {productGid}, input: {files}});
  const own = media.find((image) => image.url === url);
  if (outcome.kind === 'set' && own !== undefined) return {kind: 'done', media: own};
  if (outcome.kind === 'set') return {kind: 'refused', reason: 'Shopify gave no answer about the image.'};
  return isProductMissing(outcome) ? {kind: 'missing'} : {kind: 'refused', reason: toSentence(outcome)};
}

function inPlaceOf({media}: StoreProduct, gid: string | null, file: File): File[] {
  const files = media.map(({id}): File => (id === gid ? file : {id}));
  return files.includes(file) ? files : [...files, file].slice(-maxFiles);
}
