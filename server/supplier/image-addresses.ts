// Which image addresses of the feed are used. Shopify and the merchant's browser fetch them, so an IP literal in any notation, and a name
// that only resolves locally, is refused. Names are not looked up.
import type {DroppedImage} from '#domain/catalogue/article.ts';
import {withoutEnd} from '#domain/text.ts';

export type ImagePolicy = {
  /** For stand-ins: images on this machine, over plain http as well. Never in production. */
  readonly allowLoopbackImages: boolean;
};

export type ImageAddresses = {readonly images: readonly string[]; readonly dropped: readonly DroppedImage[]};

const mostImages = 50;
const longestAddress = 2_048;
/** Length of an address shown to the merchant. */
const longestShown = 200;
/** The most dropped images that are listed; the feed decides how many there are. */
const mostNamed = 20;

/** Interface document, Product object: `images` is a list of addresses. Duplicates are dropped silently. */
export function readImageAddresses(value: unknown, policy: ImagePolicy): ImageAddresses {
  if (value === undefined || value === null) return {images: [], dropped: []};
  if (!Array.isArray(value)) return {images: [], dropped: [{url: '', reason: 'The images are not a list.'}]};
  const images = new Set<string>();
  const dropped: DroppedImage[] = [];
  for (const entry of value) {
    const read = readAddress(entry, policy);
    if ('reason' in read) dropped.push(read);
    else if (images.size < mostImages || images.has(read.url)) images.add(read.url);
    else dropped.push({url: shown(read.url), reason: `Only the first ${mostImages} images are read.`});
  }
  return {images: [...images], dropped: named(dropped)};
}

function named(dropped: readonly DroppedImage[]): readonly DroppedImage[] {
  const rest = dropped.length - mostNamed;
  if (rest <= 0) return dropped;
  return [...dropped.slice(0, mostNamed), {url: '', reason: `${rest} more images cannot be used either.`}];
}

function readAddress(value: unknown, policy: ImagePolicy): {readonly url: string} | DroppedImage {
  if (typeof value !== 'string') return {url: '', reason: 'The address is not text.'};
  const drop = (reason: string): DroppedImage => ({url: shown(value), reason});
  if (value.length > longestAddress) return drop(`The address is longer than ${longestAddress} characters.`);
  const url = URL.parse(value);
  if (url === null) return drop('This is not a web address.');
  const isStandIn = policy.allowLoopbackImages && url.protocol === 'http:' && loopback.test(url.hostname);
  if (url.protocol !== 'https:' && !isStandIn) return drop('The address does not begin with https://.');
  if (url.username || url.password) return drop('The address carries a user name or a password.');
  const reason = whyPrivate(url.hostname, policy);
  return reason === null ? {url: url.href} : drop(reason);
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** The URL parser has already converted decimal, octal and hexadecimal forms to dotted decimals. */
const ipLiteral = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;
/** https://www.rfc-editor.org/rfc/rfc6761, rfc6762, rfc8375, and names that home and company networks use. */
const localNames =
  /(^|\.)(localhost|local|internal|localdomain|lan|home|corp|intranet|private|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

function whyPrivate(hostname: string, {allowLoopbackImages}: ImagePolicy): string | null {
  const host = withoutEnd(hostname, (character) => character === '.');
  if (allowLoopbackImages && loopback.test(host)) return null;
  if (ipLiteral.test(host)) return 'The address names a machine by its IP address.';
  if (localNames.test(host) || !host.includes('.')) return 'The address names a machine of a private network.';
  return null;
}

const shown = (address: string): string =>
  address
    .slice(0, longestShown)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '');
