// Every route of the API is asked for by a page, or is named here with the page that will ask for it: an unused route is only a risk.
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {allRoutes} from '../support/all-routes.ts';

/** Routes without a page yet, and the page that gets them; and addresses that pages loaded before an update still ask. */
const withoutPage: Readonly<Record<string, string>> = {
  '/connection': 'Connection as a section of Settings',
};
const ofOlderPages = new Set(['/importing', '/order-settings', '/pricing', '/rules', '/settings', '/template']);

const root = new URL('../../', import.meta.url);
const web = readdirSync(new URL('web/', root), {recursive: true, encoding: 'utf8'})
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('dist'))
  .map((file) => readFileSync(new URL(`web/${file}`, root), 'utf8'))
  .join('\n');

/** The addresses in the text of the pages, with `*` for what is put in; functions that give the beginning of an address are followed. */
function askedBy(text: string): ReadonlySet<string> {
  const starts = [...text.matchAll(/const (\w+) = \([^)]*\)(?:: string)? =>\s*`(\/api\/[^`]*)`/g)];
  const whole = starts.reduce(
    (all, [, name = '', start = '']) => all.replaceAll(new RegExp(`\\$\\{${name}\\([^)]*\\)\\}`, 'g'), start),
    text,
  );
  const plain = whole.replaceAll(/\$\{[^}]*\}/g, '*');
  return new Set([...plain.matchAll(/\/api(\/[\w*/.-]*)/g)].map(([, path = '']) => path));
}

const fits = (path: string, asked: string): boolean => {
  const [words, given] = [path.split('/'), asked.split('/')];
  return words.length === given.length && words.every((word, index) => given[index] === word || given[index] === '*');
};

test('every route of the API has a page, or the name of the one that gets it', () => {
  const asked = [...askedBy(web)];
  const paths = new Set(allRoutes.map((route) => route.slice(route.indexOf(' ') + 1)));
  const unused = [...paths].filter((path) => !ofOlderPages.has(path) && !asked.some((one) => fits(path, one)));
  expect(unused.toSorted()).toEqual(Object.keys(withoutPage));
});

test('the search itself finds one that is not asked for', () => {
  const asked = [
    ...askedBy("const runPath = (id: string) => `/api/runs/${id}`;\nask('GET', `${runPath(one)}/summary`);"),
  ];
  expect(asked.some((one) => fits('/runs/:id/summary', one))).toBe(true);
  expect(asked.some((one) => fits('/runs/:id/changes', one))).toBe(false);
});
