// Which image an address names: only the parameters of known signatures do not count.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {areSameImages, distinctImages, imageIdentity} from '#domain/catalogue/image-identity.ts';

const file = 'https://img.example/100001/1.jpg';
const page = 'https://img.example/show';

/** One value of each parameter that a signature has, other ones for another `stamp`. */
const schemes: readonly (readonly [string, (stamp: string) => string])[] = [
  [
    'Amazon S3, version 4',
    (stamp) =>
      `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AK%2F${stamp}&X-Amz-Date=${stamp}&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Security-Token=t${stamp}&X-Amz-Signature=ab${stamp}`,
  ],
  ['Amazon S3, version 2', (stamp) => `AWSAccessKeyId=AK&Expires=${stamp}&Signature=ab${stamp}%3D`],
  ['CloudFront', (stamp) => `Expires=${stamp}&Signature=abc${stamp}~&Key-Pair-Id=K2`],
  [
    'CloudFront with a policy',
    (stamp) => `Policy=ey${stamp}&Signature=abc${stamp}~&Key-Pair-Id=K2&Hash-Algorithm=SHA256`,
  ],
  ['Azure', (stamp) => `sv=2024-11-04&st=${stamp}&se=${stamp}&sr=b&sp=r&spr=https&sig=abc${stamp}%3D`],
  [
    'Google',
    (stamp) => `X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=${stamp}&X-Goog-Expires=900&X-Goog-Signature=ab${stamp}`,
  ],
  ['Google, version 2', (stamp) => `GoogleAccessId=a%40b&Expires=${stamp}&Signature=ab${stamp}`],
  ['Google Cloud CDN', (stamp) => `Expires=${stamp}&KeyName=key&Signature=ab${stamp}`],
  ['Alibaba OSS', (stamp) => `OSSAccessKeyId=a&Expires=${stamp}&Signature=ab${stamp}`],
  [
    'Alibaba OSS, version 4',
    (stamp) =>
      `x-oss-date=${stamp}&x-oss-expires=60&x-oss-signature-version=OSS4&x-oss-credential=c&x-oss-signature=ab${stamp}`,
  ],
  ['Alibaba CDN', (stamp) => `auth_key=${stamp}-0-0-abc`],
  [
    'Tencent',
    (stamp) =>
      `q-sign-algorithm=sha1&q-ak=a&q-sign-time=${stamp}&q-key-time=${stamp}&q-header-list=host&q-url-param-list=&q-signature=ab${stamp}`,
  ],
  ['Akamai', (stamp) => `hdnts=exp=${stamp}~acl=/*~hmac=abc`],
  ['Bunny and KeyCDN', (stamp) => `token=ab${stamp}&expires=${stamp}`],
  ['a JSON web token', (stamp) => `token=eyJhbGciOiJIUzI1NiJ9.eyJ1cmwiOi${stamp}.c2lnbmF0dXJl`],
];

describe.each(schemes)('an address signed as %s', (_who, sign) => {
  test.each([file, page])('names the same image after each signing: %s', (address) => {
    expect(imageIdentity(`${address}?${sign('1795300000')}`)).toBe(address);
    expect(imageIdentity(`${address}?id=7&${sign('1')}`)).toBe(imageIdentity(`${address}?${sign('2')}&id=7`));
  });

  test('names other images for other parameters', () => {
    expect(imageIdentity(`${file}?id=7&${sign('1')}`)).toBe(`${file}?id=7`);
    expect(imageIdentity(`${file}?id=7&${sign('1')}`)).not.toBe(imageIdentity(`${file}?id=8&${sign('1')}`));
  });
});

const names = [
  'id',
  'v',
  'size',
  'format',
  'stamp',
  'check',
  'token',
  'expires',
  'policy',
  'se',
  'st',
  'sp',
  'x-oss-process',
  'sign',
  'auth',
];

test.each(names)('a parameter %j that belongs to no signature tells images apart, whatever the path', (name) => {
  for (const address of [file, page]) {
    const [one, two, three] = [1, 2, 3].map((value) => `${address}?${name}=${value}`);
    expect(distinctImages([one ?? '', two ?? '', three ?? '', one ?? ''])).toEqual([one, two, three]);
  }
});

test('the order of parameters does not count, and signing again names no other image', () => {
  const parameter = fc.tuple(fc.constantFrom(...names), fc.constantFrom('1', '2', 'a b', 'é'));
  const given = fc.uniqueArray(parameter, {selector: ([name]) => name, maxLength: 5});
  const query = (some: readonly (readonly [string, string])[]) =>
    new URLSearchParams(some.map(([name, value]): [string, string] => [name, value])).toString();
  const inOrder = (some: readonly (readonly [string, string])[]) =>
    query(some.toSorted(([first], [second]) => first.localeCompare(second)));
  fc.assert(
    fc.property(given, given, fc.constantFrom(file, page), (one, other, address) => {
      const identity = imageIdentity(`${address}?${query(one)}`);
      expect(imageIdentity(`${address}?${query(one.toReversed())}`)).toBe(identity);
      expect(imageIdentity(identity)).toBe(identity);
      const isSame = inOrder(one) === inOrder(other);
      const hasToken = [...one, ...other].some(([name]) => name === 'token' || name === 'expires');
      if (!hasToken) expect(imageIdentity(`${address}?${query(other)}`) === identity).toBe(isSame);
    }),
  );
});

test('a part after the number sign is not sent to a server and names nothing', () => {
  expect(imageIdentity(`${file}#1`)).toBe(file);
});

test('an address without a query is compared as it is', () => {
  expect(imageIdentity(file)).toBe(file);
  expect(imageIdentity('https://img.example/a%20b/c')).toBe('https://img.example/a%20b/c');
});

test.each([
  ['another path', file, 'https://img.example/100001/2.jpg'],
  ['another host', file, 'https://cdn.example/100001/1.jpg'],
])('%s is another image', (_what, one, other) => {
  expect(imageIdentity(one)).not.toBe(imageIdentity(other));
});

test('images are the same in the same order only, and one that comes twice is one', () => {
  const [one, two] = ['https://img.example/1.jpg', 'https://img.example/2.jpg'];
  expect(areSameImages([`${one}?sig=1`, two], [`${one}?sig=2`, two])).toBe(true);
  expect(areSameImages([one, two], [two, one])).toBe(false);
  expect(areSameImages([one, two], [one])).toBe(false);
  expect(areSameImages([one], [one, two])).toBe(false);
  expect(distinctImages([`${one}?sig=1`, two, `${one}?sig=2`])).toEqual([`${one}?sig=1`, two]);
});
