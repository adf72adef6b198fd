// The README of the stand-in lists what it serves: the list is held to the code. Which operation of a document is run.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {z} from 'zod';
import {mutationNames} from '../sandbox/shopify/mutations.ts';
import {createQueries} from '../sandbox/shopify/queries.ts';
import type {ShopStore} from '../sandbox/shopify/store/shop-store.ts';
import {openShop, Pair} from './open-shop.ts';

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

const two = 'query First { shop { name } } query Second { shop { id } }';
const named = [
  ['of two, the one that is named', two, 'First', {data: {shop: {name: expect.any(String)}}}],
  ['of two, none that is named', two, undefined, {errors: [{message: 'An operation name is required'}]}],
  ['of two, none with that name', two, 'Third', {errors: [{message: 'No operation named "Third"'}]}],
  ['an empty name is no name', two, '', {errors: [{message: 'An operation name is required'}]}],
  ['the only one, unnamed', '{ shop { name } }', undefined, {data: {shop: {name: expect.any(String)}}}],
  ['the only one, by an empty name', '{ shop { name } }', '', {data: {shop: {name: expect.any(String)}}}],
  ['the only one, by another name', 'query A { shop { name } }', 'B', {errors: [{message: 'No operation named "B"'}]}],
  ['an unnamed one by a name', '{ shop { name } }', 'B', {errors: [{message: 'No operation named "B"'}]}],
  [
    'the name is looked at before the fields',
    'query A { shop { nothing } }',
    'B',
    {errors: [{message: 'No operation named "B"'}]},
  ],
] as const;

test.each(named)('which operation runs: %s', async (_why, query, operationName, expected) => {
  const {exchange, post, shop} = await openShop();
  const {access_token} = Pair.parse((await exchange()).body);
  const headers = {'x-shopify-access-token': access_token};
  const {status, body} = await post('/admin/api/2026-10/graphql.json', {query, operationName}, headers);
  expect(status).toBe(200);
  const {extensions: _, ...answer} = z.record(z.string(), z.unknown()).parse(body);
  expect(answer).toEqual(expected);
  expect(shop.writes()).toBe(0);
});
