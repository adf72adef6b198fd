// Tells whether two addresses name the same image. A signed address differs in every answer of the supplier but names the same image, so
// images are compared by this identity and sent by their newest address.

/** The address without its signature, with its parameters sorted by name because a server may reorder them when it signs again. */
export function imageIdentity(address: string): string {
  // Most addresses have no query. Parsing all of them would take a second in a large catalogue.
  if (!address.includes('?') && !address.includes('#')) return address;
  const url = URL.parse(address);
  if (url === null) return address;
  const isSignature = createSignatureTest(url.searchParams);
  const kept = [...url.searchParams].filter(([name, value]) => !isSignature(name, value));
  const inOrder = kept.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const query = inOrder.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return `${url.origin}${url.pathname}${query === '' ? '' : `?${query}`}`;
}

/** Removes addresses of the same image, keeping the first one of each, in the original order. */
export function distinctImages(addresses: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const address of addresses) {
    const identity = imageIdentity(address);
    if (!seen.has(identity)) seen.set(identity, address);
  }
  return [...seen.values()];
}

/** Whether both lists name the same images in the same order. */
export const areSameImages = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((address, at) => imageIdentity(address) === imageIdentity(other[at] ?? ''));

const splitWords = (text: string): readonly string[] => text.split(/\s+/);

/** Parameters of signed addresses whose names begin with the vendor's prefix. */
const vendorParameterNames =
  splitWords(`algorithm credential date expires signedheaders security-token content-sha256 signature-version
  additional-headers access-key-id`);

/**
 * Parameters of signed addresses, in lower case. If an address has all of `has`, then `has` and `with` are its signature. Every other
 * parameter tells images apart, because many shops serve all images from one path. So a name that is not always a signature is not here.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
 * https://cloud.google.com/storage/docs/authentication/signatures and https://cloud.google.com/cdn/docs/using-signed-urls
 * https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 * https://www.alibabacloud.com/help/en/oss/developer-reference/add-signatures-to-urls and https://www.tencentcloud.com/document/product/436/7778
 * https://techdocs.akamai.com/property-mgr/docs/auth-token-2-0-ver and https://docs.bunny.net/docs/cdn-token-authentication
 */
const addressSignatures: readonly {readonly has: readonly string[]; readonly with: readonly string[]}[] = [
  ...['x-amz', 'x-goog', 'x-oss'].map((vendor) => ({
    has: [`${vendor}-signature`],
    with: vendorParameterNames.map((name) => `${vendor}-${name}`),
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

/** Matches a JSON web token; Supabase, for example, signs with one. https://www.rfc-editor.org/rfc/rfc7519 */
const jsonWebToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** Returns a test for one parameter of the address: whether it belongs to the signature. */
function createSignatureTest(parameters: URLSearchParams): (name: string, value: string) => boolean {
  const names = new Set([...parameters.keys()].map((name) => name.toLowerCase()));
  const found = addressSignatures.filter(({has}) => has.every((name) => names.has(name)));
  const belonging = new Set(found.flatMap((signature) => [...signature.has, ...signature.with]));
  return (name, value) =>
    belonging.has(name.toLowerCase()) || (name.toLowerCase() === 'token' && jsonWebToken.test(value));
}
