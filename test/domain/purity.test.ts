// The domain decides and does nothing: no clock, no chance, no outside world.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';

const folder = 'server/domain';
const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.ts'));

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');

const impure: readonly [string, RegExp][] = [
  ['the clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\)|\bperformance\b|\bhrtime\b/],
  ['chance', /\bMath\.random\b|\bcrypto\b|\brandomUUID\b/],
  ['the process', /\bprocess\b|\bglobalThis\b|\brequire\b|\bimport\(/],
  ['timers', /\bsetTimeout\b|\bsetInterval\b|\bqueueMicrotask\b|\bawait\b|\basync\b/],
  ['the network or the console', /\bfetch\(|\bconsole\b|\bXMLHttpRequest\b/],
];

test('the domain has its files', () => {
  expect(files.length).toBeGreaterThan(15);
});

test.each(impure)('no domain file uses %s', (_what, pattern) => {
  const found = files.filter((file) => pattern.test(withoutComments(readFileSync(join(folder, file), 'utf8'))));
  expect(found).toEqual([]);
});

test.each(files)('%s imports the domain and zod alone', (file) => {
  const text = withoutComments(readFileSync(join(folder, file), 'utf8'));
  const sources = [...text.matchAll(/\b(?:from|import)\s+'([^']+)'/g)].map(([, source]) => source ?? '');
  expect(sources.filter((source) => source !== 'zod' && !source.startsWith('#domain/'))).toEqual([]);
});

test.each([
  ['const now = Date.now();', true],
  ['const now = new Date();', true],
  ['const at = new Date(now.getTime());', false],
  ['// not new Date(), but the given one', false],
  ['const url = "https://example.com";', false],
])('the search itself works: %s', (code, found) => {
  expect(impure.some(([, pattern]) => pattern.test(withoutComments(code)))).toBe(found);
});
