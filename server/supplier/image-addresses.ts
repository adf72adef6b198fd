// Decides which image addresses of the catalogue are used. Shopify and the merchant's browser fetch them, so IP addresses in any notation,
// and names of private networks, are refused. Names are not looked up.
import type {DroppedImage} from '#domain/catalogue/article.ts';
import {trimEndWhile} from '#domain/text.ts';

export type ImagePolicy = {
  /** Whether images may be on this machine, also over plain http; only for stand-ins, never in production. */
  readonly allowLoopbackImages: boolean;
};

/** The addresses that are used, and those that are not. */
export type ImageAddresses = {readonly images: readonly string[]; readonly dropped: readonly DroppedImage[]};

/** At most this many images of an article are used. */
const maxImagesRead = 50;
/** A longer address is not used. */
const maxAddressLength = 2_048;
/** An address is cut to this length before the merchant sees it. */
const maxShownLength = 200;
/** At most this many dropped images are listed, because the supplier may send any number. */
const maxDroppedListed = 20;

/** Reads an article's `images`, a list of addresses (interface document, Product object). Drops duplicates without a note. */
export function readImageAddresses(value: unknown, policy: ImagePolicy): ImageAddresses {
  if (value === undefined || value === null) return {images: [], dropped: []};
  if (!Array.isArray(value)) return {images: [], dropped: [{url: '', reason: 'The images are not a list.'}]};
  const images = new Set<string>();
  const dropped: DroppedImage[] = [];
  for (const entry of value) {
    const read = readAddress(entry, policy);
    if ('reason' in read) dropped.push(read);
    else if (images.size < maxImagesRead || images.has(read.url)) images.add(read.url);
    else dropped.push({url: toShownAddress(read.url), reason: `Only the first ${maxImagesRead} images are read.`});
  }
  return {images: [...images], dropped: limitDropped(dropped)};
}

/** Lists the first dropped images, and how many more there are. */
function limitDropped(dropped: readonly DroppedImage[]): readonly DroppedImage[] {
  const rest = dropped.length - maxDroppedListed;
  if (rest <= 0) return dropped;
  return [...dropped.slice(0, maxDroppedListed), {url: '', reason: `${rest} more images cannot be used either.`}];
}

/** The address, or why it is not used. */
function readAddress(value: unknown, policy: ImagePolicy): {readonly url: string} | DroppedImage {
  if (typeof value !== 'string') return {url: '', reason: 'The address is not text.'};
  const drop = (reason: string): DroppedImage => ({url: toShownAddress(value), reason});
  if (value.length > maxAddressLength) return drop(`The address is longer than ${maxAddressLength} characters.`);
  const url = URL.parse(value);
  if (url === null) return drop('This is not a web address.');
  const isStandIn = policy.allowLoopbackImages && url.protocol === 'http:' && loopbackHost.test(url.hostname);
  if (url.protocol !== 'https:' && !isStandIn) return drop('The address does not begin with https://.');
  if (url.username || url.password) return drop('The address carries a user name or a password.');
  const reason = whyPrivate(url.hostname, policy);
  return reason === null ? {url: url.href} : drop(reason);
}

/** Matches the names and addresses of this machine. */
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** The URL parser has already converted decimal, octal and hexadecimal forms to dotted decimals. */
const ipLiteral = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;
/** Matches names of private networks: https://www.rfc-editor.org/rfc/rfc6761, rfc6762, rfc8375, and usual home and company names. */
const localNames =
  /(^|\.)(localhost|local|internal|localdomain|lan|home|corp|intranet|private|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

/** Why a host may not be used, as a sentence; null: it may. */
function whyPrivate(hostname: string, {allowLoopbackImages}: ImagePolicy): string | null {
  const host = trimEndWhile(hostname, (character) => character === '.');
  if (allowLoopbackImages && loopbackHost.test(host)) return null;
  if (ipLiteral.test(host)) return 'The address names a machine by its IP address.';
  if (localNames.test(host) || !host.includes('.')) return 'The address names a machine of a private network.';
  return null;
}

/** The beginning of an address, safe to show. */
const toShownAddress = (address: string): string =>
  address
    .slice(0, maxShownLength)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '');
