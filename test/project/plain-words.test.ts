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

/** Names of earlier versions, and short names that say nothing of what they name. */
const retiredNames = [
  /\b(?:releaseRepeat|nextMoney|keepNight|orderMoveRoutes|word: MerchantOverrides)\b/,
  /\b(?:type|interface) (?:Row|Facts|Known|Work|Costs|Kept|Hand)\b/,
  /\b(?:function|const) (?:toText|wordsOf)\b/,
];

/** Taking off sale is to draft, to retire or to withdraw. A hold is only ever a dropship order that waits for the merchant. */
const offSaleVerbs = /\b(?:lower(?:ed|ing|s)?(?! case)|removals?|leav(?:e|es|ing)|hold(?:s|ing)?|held)\b/i;
const aboutListings =
  /^(?:server\/domain\/catalogue\/|server\/preview\/|server\/shopify\/products\/|server\/db\/listings\/|jobs\/sync\/(?!run-lease))/;
/** Stored names and fields of the API, a condition that holds, and what the product or the list has nothing to do with. */
const otherSenses =
  /'[^'\n]*'|`[^`\n]*`|\b(?:held|hold|lowered)(?::|\?:)|\blowered = |\.(?:held|hold|lowered)\b|\bheld[,)}]|, held\b|\+ held\b|\$\{?held\b|(?:must|all) hold\b|the lease is held|leaves memory|would leave the same gaps/g;

const retiredIn = (file: string, text: string): readonly string[] =>
  text.split('\n').flatMap((line) => {
    const isRetired =
      retiredNames.some((name) => name.test(line)) ||
      (aboutListings.test(file) && offSaleVerbs.test(line.replaceAll(otherSenses, '')));
    return isRetired ? [`${file}: ${line.trim()}`] : [];
  });

test('retired names and verbs are not used again', () => {
  const files = filesOf('server', 'jobs', 'web').filter((file) => !file.includes('/migrations/'));
  expect(files.flatMap((file) => retiredIn(file, `${file}\n${readFileSync(file, 'utf8')}`))).toEqual([]);
});

test.each([
  ['server/db/x.ts', 'type Row = {readonly id: string};'],
  ['web/x.ts', 'const wordsOf = (text: string) => text;'],
  ['jobs/x.ts', 'await releaseRepeat(db);'],
  ['server/domain/orders/x.ts', 'function plan(word: MerchantOverrides) {'],
  ['jobs/sync/x.ts', '// The product was lowered by the sync.'],
  ['server/domain/catalogue/x.ts', "import {hold} from './hold.ts';"],
  ['server/preview/x.ts', 'const leaving = plan(removals);'],
])('a retired word is refused in %s: %s', (file, line) => {
  expect(retiredIn(file, line)).toHaveLength(1);
});

test('the same words are free where they mean something else', () => {
  expect(retiredIn('server/db/runs/x.ts', '// The lease is held; a lower price leaves the list.')).toEqual([]);
  expect(retiredIn('jobs/sync/x.ts', "report.count('held', held); // in lower case")).toEqual([]);
});
