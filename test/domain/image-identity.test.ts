import {expect, test} from 'vitest';
import {areSameImages, distinctImages, imageIdentity} from '#domain/catalogue/image-identity.ts';

const base = 'https://img.example/100001/1.jpg';

test.each([
  [
    'Amazon S3',
    `${base}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20261122T030000Z&X-Amz-Expires=900&X-Amz-Signature=ab12`,
  ],
  ['CloudFront', `${base}?Expires=1795300000&Signature=abc~&Key-Pair-Id=K2`],
  ['Azure', `${base}?sv=2024-11-04&st=2026-11-22&se=2026-11-23&sr=b&sp=r&sig=abc%3D`],
  ['Akamai', `${base}?hdnts=exp=1795300000~acl=/*~hmac=abc`],
  ['a name of the supplier’s own', `${base}?stamp=1795300000&check=abc`],
  ['a fragment', `${base}#1`],
])('an address signed as %s names the image of its path', (_who, address) => {
  expect(imageIdentity(address)).toBe(base);
});

test('an address without a query is compared as it is, so that fingerprints of before stay what they were', () => {
  expect(imageIdentity(base)).toBe(base);
  expect(imageIdentity('https://img.example/a%20b/c')).toBe('https://img.example/a%20b/c');
});

test.each([
  ['another path', base, 'https://img.example/100001/2.jpg'],
  ['another host', base, 'https://cdn.example/100001/1.jpg'],
  ['another version of a file', `${base}?v=1`, `${base}?v=2`],
  [
    'another id where the path names no file',
    'https://img.example/show?id=1&sig=a',
    'https://img.example/show?id=2&sig=a',
  ],
  ['another size where the path names no file', 'https://img.example/show?st=1', 'https://img.example/show?st=2'],
])('%s is another image', (_what, one, other) => {
  expect(imageIdentity(one)).not.toBe(imageIdentity(other));
});

test('where the path names no file only the signature is left out', () => {
  const address = (signature: string) =>
    `https://img.example/show?id=7&size=big&Expires=${signature}&token=${signature}`;
  expect(imageIdentity(address('1'))).toBe('https://img.example/show?id=7&size=big');
  expect(imageIdentity(address('1'))).toBe(imageIdentity(address('2')));
});

test('images are the same in the same order only, and one that comes twice is one', () => {
  const [one, two] = ['https://img.example/1.jpg', 'https://img.example/2.jpg'];
  expect(areSameImages([`${one}?s=1`, two], [`${one}?s=2`, two])).toBe(true);
  expect(areSameImages([one, two], [two, one])).toBe(false);
  expect(areSameImages([one, two], [one])).toBe(false);
  expect(areSameImages([one], [one, two])).toBe(false);
  expect(distinctImages([`${one}?s=1`, two, `${one}?s=2`])).toEqual([`${one}?s=1`, two]);
});
