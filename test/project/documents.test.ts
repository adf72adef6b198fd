// What the documents name exists: tests that prove promises, decisions that are cited, figures. None of them becomes a diary.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {byItself} from '../bench/figure.ts';
import {withFigures} from '../bench/readme-table.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const filesIn = (ending: RegExp): readonly string[] =>
  ['server', 'jobs', 'web', 'test']
    .flatMap((folder) => readdirSync(folder, {recursive: true, encoding: 'utf8'}).map((file) => join(folder, file)))
    .filter((file) => ending.test(file) && !/(^|\/)(dist|node_modules)\//.test(file));
const documents = ['README.md', ...filesIn(/\.md$/)];
const linesOf = (text: string) => text.trimEnd().split('\n');

/** The items of the lists below a heading of a document, each as one line. */
const itemsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^- .*(?:\n {2}.*)*/gm)].map(([item]) => item.slice(2).replaceAll(/\n */g, ' '));

/** What is wrong with a promise: it is one sentence, followed by the names of the tests that prove it. */
function faultsOf(promise: string): readonly string[] {
  const [, sentence, names] = /^(.+\.) ((?:`[\w/-]+`(?:, |$))+)$/.exec(promise) ?? [];
  if (sentence === undefined || names === undefined) return [`no test: ${promise}`];
  const tests = [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `test/${name}.test.ts`);
  return [
    ...(/[.!?] [A-Z]/.test(sentence) ? [`more than one sentence: ${sentence}`] : []),
    ...tests.filter((file) => !existsSync(file)).map((file) => `there is no ${file}: ${sentence}`),
  ];
}

describe('promises', () => {
  test('are one sentence each, with tests that exist', () => {
    const promises = itemsOf(read('server/PROMISES.md'));
    expect(promises.length).toBeGreaterThan(100);
    expect(promises.flatMap(faultsOf)).toEqual([]);
  });

  test.each([
    ['without a test', 'Nothing is lost.', /^no test/],
    ['with a test that does not exist', 'Nothing is lost. `jobs/orders/never-found`', /^there is no/],
    ['of two sentences', 'Nothing is lost. It is found. `jobs/orders/never-lost`', /^more than one sentence/],
  ])('%s are noticed', (_, promise, fault) => {
    expect(faultsOf(promise)).toEqual([expect.stringMatching(fault)]);
    expect(faultsOf('Nothing is lost. `jobs/orders/never-lost`')).toEqual([]);
  });
});

describe('decisions', () => {
  const text = read('server/DECISIONS.md');
  const [, inForce = ''] = text.split('\n## Decisions in force\n');
  const numbers = itemsOf(inForce).map((item) => Number(/^(\d+)\. /.exec(item)?.[1]));

  test('have a number each, and three lines of 150 characters at most', () => {
    expect(numbers.filter((number) => Number.isNaN(number))).toEqual([]);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
    const items = [...inForce.matchAll(/^- .*(?:\n {2}.*)*/gm)].map(([item]) => item);
    expect(items.filter((item) => linesOf(item).length > 3 || linesOf(item).some((line) => line.length > 150))).toEqual(
      [],
    );
  });

  test('that are cited are in force', () => {
    const sources = [...filesIn(/\.(ts|tsx|mjs|js|jsx)$/), ...documents, 'shopify.app.toml'];
    const cited = sources.flatMap((file) => citedIn(read(file)).map((number) => ({file, number})));
    expect(cited.length).toBeGreaterThan(1);
    expect(cited.filter(({number}) => !numbers.includes(number))).toEqual([]);
  });

  test('are found wherever a text cites them', () => {
    expect(citedIn('see decision 12, and decisions 3, 45 and 6')).toEqual([12, 3, 45, 6]);
    expect(citedIn('a decision\n * 12 lines on')).toEqual([12]);
  });
});

function citedIn(text: string): readonly number[] {
  const lists = text.matchAll(/\bdecisions?[\s*/]+(\d+(?:(?:, | and | or )\d+)*)/gi);
  return [...lists].flatMap(([, list = '']) => [...list.matchAll(/\d+/g)].map(Number));
}

describe('documents', () => {
  test('name no day, but for what Shopify did and when figures were measured', () => {
    const dated = new Set(['server/OPERATING.md', 'test/bench/README.md']);
    const found = documents.filter((file) => !dated.has(file) && /\b20\d\d-\d\d-\d\d\b/.test(read(file)));
    expect(found).toEqual([]);
  });

  test.each([
    ['README.md', 150],
    ['jobs/README.md', 60],
    ['test/README.md', 120],
  ])('%s has %i lines at most', (file, most) => {
    expect(linesOf(read(file)).length).toBeLessThanOrEqual(most);
  });
});

describe('the table of figures', () => {
  const readme = read('test/bench/README.md');
  const figure = byItself('a | figure', 7, 'ms', {atMost: 5});

  test('is as the program writes it', () => {
    expect(withFigures(readme, new Map(), '')).toBe(readme);
  });

  test('has the rows of the parts that ran, with the machine, and keeps those of the others', () => {
    const written = withFigures(readme, new Map([['orders', [figure]]]), 'two cores');
    const [before = '', after = ''] = [readme, written].map((text) =>
      text.replace(/\| \*\*orders\*\*[^]*?(?=\| \*\*web)/, '(orders)'),
    );
    expect(after).toBe(before);
    expect(written).toContain(
      '| **orders** | two cores |  |  |  |  |\n| a \\| figure | 7.00 ms | – | – | ≤ 5 ms | MISSED |\n| **web** |',
    );
  });

  test('is not written where its marks are missing', () => {
    expect(() => withFigures('# Figures\n', new Map(), '')).toThrow('needs the line');
  });
});
