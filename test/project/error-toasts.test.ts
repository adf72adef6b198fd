// No page says an error in a toast: it vanishes before it is read. https://shopify.dev/docs/apps/launch/built-for-shopify/requirements
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const errorToast = /toast\.show\([^;]*isError/;

test('an error stays on the page where it happened', () => {
  const sources = readdirSync('web', {recursive: true, encoding: 'utf8'}).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('dist'),
  );
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.filter((file) => errorToast.test(readFileSync(`web/${file}`, 'utf8')))).toEqual([]);
});

test('the search finds one over several lines', () => {
  expect(errorToast.test('shopify.toast.show(\n  sentenceOf(failed),\n  {isError: true},\n)')).toBe(true);
});
