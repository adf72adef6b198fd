// Identifies the image an address names. A signed address differs in every answer of the supplier but names the same image, so
// images are compared by this identity and sent by their newest address.

/** The address without the parts that do not identify the image. */
export function imageIdentity(address: string): string {
  // Most addresses have no query. Parsing all of them would take a second in a large catalogue.
  if (!address.includes('?') && !address.includes('#')) return address;
  const url = URL.parse(address);
  if (url === null) return address;
  const kept = [...url.searchParams].filter(([name]) => tellsImages(name.toLowerCase(), url));
  const query = kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return `${url.origin}${url.pathname}${query === '' ? '' : `?${query}`}`;
}

/** Each image once, by its first address, in the original order. */
export function distinctImages(addresses: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const address of addresses) {
    const identity = imageIdentity(address);
    if (!seen.has(identity)) seen.set(identity, address);
  }
  return [...seen.values()];
}

/** Whether both name the same images in the same order. */
export const areSameImages = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((address, at) => imageIdentity(address) === imageIdentity(other[at] ?? ''));

const imageFile = /\.(?:jpe?g|png|webp|gif|avif|heic|heif|tiff?|bmp|svg)$/i;

/** If the path names a file, only a version parameter can make it a different image. */
const versions: ReadonlySet<string> = new Set(['v', 'ver', 'version', 'rev', 'revision']);

/**
 * Parameters of signed addresses: Amazon S3 and CloudFront, Google, Alibaba, Tencent, Akamai, and the usual names.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
 * https://cloud.google.com/storage/docs/authentication/signatures
 */
const signatures: ReadonlySet<string> = new Set(
  [
    ['signature', 'sig', 'sign', 'hmac', 'token', 'auth', 'auth_key', 'hdnts', 'hdnea', '__token__'],
    ['expires', 'expire', 'expiry', 'exp', 'policy', 'key-pair-id'],
    ['awsaccesskeyid', 'googleaccessid', 'ossaccesskeyid'],
  ].flat(),
);
const vendorSignature = /^(?:x-(?:amz|goog|oss)-|q-(?:sign|ak|key|header|url))/;

/**
 * Azure's names are short, so they count as a signature only together with `sig`.
 * https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 */
const azure: ReadonlySet<string> = new Set([
  'se',
  'st',
  'sp',
  'sv',
  'sr',
  'spr',
  'skoid',
  'sktid',
  'skt',
  'ske',
  'sks',
  'skv',
]);

function tellsImages(name: string, url: URL): boolean {
  if (imageFile.test(url.pathname)) return versions.has(name);
  if (signatures.has(name) || vendorSignature.test(name)) return false;
  return !(azure.has(name) && url.searchParams.has('sig'));
}
