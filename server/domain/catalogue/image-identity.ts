// Identifies the image an address names. A signed address differs in every answer of the supplier but names the same image, so
// images are compared by this identity and sent by their newest address.

/** The address without its signature, its other parameters in the order of their names: a server may reorder them when it signs again. */
export function imageIdentity(address: string): string {
  // Most addresses have no query. Parsing all of them would take a second in a large catalogue.
  if (!address.includes('?') && !address.includes('#')) return address;
  const url = URL.parse(address);
  if (url === null) return address;
  const isSignature = signatureOf(url.searchParams);
  const kept = [...url.searchParams].filter(([name, value]) => !isSignature(name, value));
  const inOrder = kept.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const query = inOrder.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
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

const splitWords = (text: string): readonly string[] => text.split(/\s+/);

const ofVendors =
  splitWords(`algorithm credential date expires signedheaders security-token content-sha256 signature-version
  additional-headers access-key-id`);

/**
 * Parameters of signed addresses, in lower case. Where all of `has` are there, they and `with` belong to the signature. Every other
 * parameter tells images apart: many shops show all their images by one path. So a name that only may be a signature is not here.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
 * https://cloud.google.com/storage/docs/authentication/signatures and https://cloud.google.com/cdn/docs/using-signed-urls
 * https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 * https://www.alibabacloud.com/help/en/oss/developer-reference/add-signatures-to-urls and https://www.tencentcloud.com/document/product/436/7778
 * https://techdocs.akamai.com/property-mgr/docs/auth-token-2-0-ver and https://docs.bunny.net/docs/cdn-token-authentication
 */
const signatures: readonly {readonly has: readonly string[]; readonly with: readonly string[]}[] = [
  ...['x-amz', 'x-goog', 'x-oss'].map((vendor) => ({
    has: [`${vendor}-signature`],
    with: ofVendors.map((name) => `${vendor}-${name}`),
  })),
  // Amazon S3 and Google before version 4, Alibaba, Huawei, CloudFront, Google Cloud CDN.
  {
    has: ['signature'],
    with: splitWords(`expires awsaccesskeyid googleaccessid ossaccesskeyid accesskeyid security-token x-amz-security-token policy key-pair-id
      hash-algorithm keyname urlprefix`),
  },
  // Azure, and Cloudflare's images.
  {
    has: ['sig'],
    with: splitWords(
      'se st sp sv sr spr sip si ss srt sdd saoid suoid scid ses skoid sktid skt ske sks skv skdutid exp',
    ),
  },
  {
    has: ['q-signature'],
    with: splitWords(
      'q-sign-algorithm q-ak q-sign-time q-key-time q-header-list q-url-param-list x-cos-security-token',
    ),
  },
  ...['hdnts', 'hdnea', '__token__', 'auth_key'].map((name) => ({has: [name], with: []})),
  // Bunny and KeyCDN.
  {has: ['token', 'expires'], with: ['token_path']},
  {has: ['token', 'expire'], with: []},
];

/** A JSON web token, by which for example Supabase signs. https://www.rfc-editor.org/rfc/rfc7519 */
const webToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

function signatureOf(parameters: URLSearchParams): (name: string, value: string) => boolean {
  const names = new Set([...parameters.keys()].map((name) => name.toLowerCase()));
  const found = signatures.filter(({has}) => has.every((name) => names.has(name)));
  const belonging = new Set(found.flatMap((signature) => [...signature.has, ...signature.with]));
  return (name, value) => belonging.has(name.toLowerCase()) || (name.toLowerCase() === 'token' && webToken.test(value));
}
