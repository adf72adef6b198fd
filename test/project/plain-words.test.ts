// Names, titles, comments and messages use the field's own words, not metaphors of ours.
import {readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {expect, test} from 'vitest';

const privateWords =
  /\b(?:nobody|anew|heed\w*|is well(?!-)|word of|told of|rims?|house|stages?|hands|story|stories)\b/i;

const filesOf = (...folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) => readdirSync(folder, {recursive: true, encoding: 'utf8'}).map((file) => join(folder, file)))
    .filter((file) => /\.(ts|tsx|mjs|js|jsx)$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file));

const linesWith = (file: string, text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (privateWords.test(line) ? `${file}: ${line.trim()}` : []));

test('what is shipped is written in plain words', () => {
  const shipped = filesOf('server', 'jobs', 'web');
  expect(shipped.length).toBeGreaterThan(150);
  expect(shipped.flatMap((file) => linesWith(file, `${file}\n${readFileSync(file, 'utf8')}`))).toEqual([]);
});

test('tests and stand-ins are named, titled and commented in plain words', () => {
  // Strings of a single word are data, and `word of` is a loop over words.
  const withoutData = (text: string) => text.replaceAll(/'[^' \n]*'/g, '').replaceAll('const word of', '');
  const files = filesOf('test').filter((file) => basename(file) !== 'plain-words.test.ts');
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) => linesWith(file, `${file}\n${withoutData(readFileSync(file, 'utf8'))}`));
  expect(found).toEqual([]);
});
