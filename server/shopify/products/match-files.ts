// Finds which image of the article each of a product's files is. Pure.

import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import type {KnownMedia} from '#domain/catalogue/operation.ts';
import type {FileInput} from './product-input.ts';
import type {MediaFile, MediaStatus} from './products.ts';

/**
 * Finds our images among a product's: known ones, and, after a lost record (a reinstall), images recognised by their file name, which
 * Shopify keeps. So an existing image is not uploaded twice, unless its name was changed.
 */
export function recogniseMedia(
  images: readonly string[],
  known: readonly KnownMedia[],
  stored: readonly MediaFile[],
): KnownMedia[] {
  const placed = known.filter((image) => !isUnmatchedImage(image));
  const lost = images.filter((url) => !placed.some((image) => isSameImage(image.url, url)));
  const strangers = stored.filter(({id}) => !placed.some(({gid}) => gid === id));
  const found = matchByName(lost, strangers);
  const left = known.filter((image) => isUnmatchedImage(image) && !found.some(({url}) => isSameImage(url, image.url)));
  return [...placed, ...found, ...left];
}

/** Whether two addresses name the same image, whatever their signatures. */
export const isSameImage = (one: string, other: string): boolean => imageIdentity(one) === imageIdentity(other);

/** Whether the image was sent to the store, but is not matched to one of the product's files yet. */
export const isUnmatchedImage = ({gid, state}: KnownMedia): boolean => gid === null && state !== 'failed';

/** An image gets the first matching file in the product's order; a file is given to one image only. */
function matchByName(images: readonly string[], stored: readonly MediaFile[]): KnownMedia[] {
  const free = [...stored];
  return images.flatMap((url): KnownMedia[] => {
    const at = free.findIndex((file) => file.url !== null && isCopyOf(file.url, url));
    const [file] = at < 0 ? [] : free.splice(at, 1);
    return file === undefined ? [] : [{url, gid: file.id, state: 'ready', reason: null}];
  });
}

/**
 * Whether the store's file is a copy of the image, by its name. Shopify keeps a file's name, and appends a UUID if the store already has
 * one of that name.
 */
function isCopyOf(copy: string, source: string): boolean {
  const name = fileName(copy)?.replace(/_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.|$)/, '');
  return name !== undefined && name !== '' && name === fileName(source);
}

/** The last part of an address, in small letters; undefined if it is no address. */
const fileName = (address: string) => URL.parse(address)?.pathname.split('/').at(-1)?.toLowerCase();

/** Matches the new images to the answer's files by their order, if it has as many files as were sent; null if it has not. */
export function matchBySentOrder(files: readonly FileInput[], answered: readonly MediaStatus[]): KnownMedia[] | null {
  if (answered.length !== files.length) return null;
  return files.flatMap((file, index): KnownMedia[] => {
    if ('id' in file) return [];
    const media = answered[index];
    return [{url: file.originalSource, gid: media?.id ?? null, ...toMediaState(media?.status ?? 'UPLOADED', null)}];
  });
}

/**
 * Matches the new images to the product's files as read back: by name, and by order where as many files as images are left. Images without
 * a file stay pending; `matchLateImages` looks for them again later.
 */
export function matchStoredFiles(images: readonly string[], strangers: readonly MediaFile[]): KnownMedia[] {
  const named = matchByName(images, strangers);
  const taken = new Set(named.map(({gid}) => gid));
  const files = strangers.filter(({id}) => !taken.has(id));
  const unnamed = images.filter((url) => !named.some((image) => image.url === url));
  const isWhole = files.length === unnamed.length;
  return images.map((url): KnownMedia => {
    const image = named.find((candidate) => candidate.url === url);
    if (image !== undefined) return image;
    const file = isWhole ? files[unnamed.indexOf(url)] : undefined;
    if (file === undefined) return {url, gid: null, state: 'pending', reason: null};
    return {url, gid: file.id, ...toMediaState(file.status, null)};
  });
}

/**
 * Finds images that were not in the answer of their write, by name only: by now the merchant may have added files. Once the store has
 * fetched all files, images without a match have failed if there are fewer unknown files than images; otherwise they count as ready.
 */
export function matchLateImages(known: readonly KnownMedia[], stored: readonly MediaFile[]): KnownMedia[] {
  const strangers = stored.filter(({id}) => !known.some(({gid}) => gid === id));
  const late = known.filter(isUnmatchedImage).map(({url}) => url);
  const found = matchByName(late, strangers);
  const isFetched = stored.every(({status}) => status === 'READY' || status === 'FAILED');
  const isMissing = strangers.length < late.length;
  return known.map((image): KnownMedia => {
    if (!isUnmatchedImage(image)) return image;
    const file = found.find(({url}) => url === image.url);
    if (file !== undefined) return file;
    if (!isFetched) return image;
    return isMissing
      ? {...image, state: 'failed', reason: 'The image did not arrive in the store.'}
      : {...image, state: 'ready', reason: 'The store has it under another name.'};
  });
}

/** The state of an image by Shopify's status. @param reason Shopify's own words about a failed image. */
export function toMediaState(status: string, reason: string | null): Pick<KnownMedia, 'state' | 'reason'> {
  if (status === 'READY') return {state: 'ready', reason: null};
  if (status === 'FAILED') return {state: 'failed', reason: reason ?? 'Shopify could not use the image.'};
  return {state: 'pending', reason: null};
}
