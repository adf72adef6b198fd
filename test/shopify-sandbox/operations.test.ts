// The README of the stand-in lists what it serves: the list is held to the code.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {z} from 'zod';
import {mutationNames} from '../sandbox/shopify/mutations.ts';
import {createQueries} from '../sandbox/shopify/queries.ts';
import type {ShopStore} from '../sandbox/shopify/store/shop-store.ts';

const readme = readFileSync(new URL('../sandbox/shopify/README.md', import.meta.url), 'utf8');

/** The operations in the first cells of a table under this heading. */
function listed(heading: string): readonly string[] {
  const [, rest = ''] = readme.split(`\n## ${heading}\n`);
  const [section = ''] = rest.split('\n## ');
  const cells = section.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []));
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)).toSorted();
}

test('every query that the stand-in answers is in its README, and none that it does not', () => {
  // Each field looks at the shop only when it is asked.
  const store = z.custom<ShopStore>(() => true).parse({});
  expect(listed('Queries')).toEqual(Object.keys(createQueries(store)).toSorted());
});

test('every mutation that the stand-in performs is in its README, and none that it does not', () => {
  expect(listed('Mutations')).toEqual(mutationNames.toSorted());
});
