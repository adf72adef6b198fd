// The digest by which an item is recognised depends on its bytes and on all that decides what is read from them.
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {createItemDigest, currentBasis, digestFiles, type ReadingBasis} from '../../server/supplier/item-digest.ts';

const item = new TextEncoder().encode('{"id":"1"}');
const basis: ReadingBasis = {
  policy: {allowLoopbackImages: false},
  program: 'one',
  library: {major: 4, minor: 1, patch: 0},
  node: 'v24.0.0',
  timeZone: 'Europe/Rome',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'item-digest-'));
});
afterAll(() => rm(folder, {recursive: true}));

test('is the same for the same bytes on the same basis, and 32 digits long', () => {
  expect(createItemDigest(basis)(item)).toBe(createItemDigest({...basis})(Uint8Array.from(item)));
  expect(createItemDigest(basis)(item)).toMatch(/^[0-9a-f]{32}$/);
});

test.each<[string, Partial<ReadingBasis>]>([
  ['the image policy', {policy: {allowLoopbackImages: true}}],
  ['the program', {program: 'other'}],
  ['the library that checks the fields', {library: {major: 4, minor: 1, patch: 1}}],
  ['Node', {node: 'v24.0.1'}],
  ['the time zone', {timeZone: 'UTC'}],
])('is another one with another version of %s', (_, change) => {
  expect(createItemDigest({...basis, ...change})(item)).not.toBe(createItemDigest(basis)(item));
});

test('is another one for other bytes, also of the same value', () => {
  const digestOf = createItemDigest(basis);
  const digests = ['{"id":"1"}', '{"id": "1"}', '{"id":1}', '{"id":"1","a":1}', '{"a":1,"id":"1"}', '{}'].map((text) =>
    digestOf(new TextEncoder().encode(text)),
  );
  expect(new Set(digests).size).toBe(digests.length);
});

test('the program’s digest changes with the text and with the name of each of its files', async () => {
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('one.ts', 'one');
  await write('two.ts', 'two');
  const before = digestFiles([folder]);
  expect(digestFiles([folder])).toBe(before);
  await write('notes.txt', 'no part of the program');
  expect(digestFiles([folder])).toBe(before);
  await write('two.ts', 'too');
  const changed = digestFiles([folder]);
  await rm(join(folder, 'two.ts'));
  await write('three.ts', 'too');
  expect(new Set([before, changed, digestFiles([folder])]).size).toBe(3);
});

test('the basis of this process has this program’s files, this policy, Node and the time zone', () => {
  const policy = {allowLoopbackImages: true};
  expect(currentBasis(policy)).toMatchObject({policy, node: process.version, program: digestFiles(['server', 'jobs'])});
  expect(currentBasis(policy).library).toMatchObject({major: 4});
  expect(currentBasis(policy).timeZone).not.toBe('');
});
