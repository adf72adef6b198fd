// A store's markets in the stand-in of Shopify: names, status and regions, for apps with the permission.
import {expect, test} from 'vitest';
import {z} from 'zod';
import {markets} from '../../server/shopify/shop/markets.ts';
import {openShop} from './open-shop.ts';

const Markets = markets.answer;

async function openMarkets(isAllowed = true) {
  const open = await openShop();
  const {shop} = open;
  if (isAllowed) shop.setScopes([...shop.scopes(), 'read_markets']);
  return open;
}

test('are refused to an app without the permission', async () => {
  const {gql} = await openMarkets(false);
  const {errors} = await gql(markets.document, {after: null});
  expect(errors?.[0]?.message).toMatch(/^Access denied for markets field\. Required access: `read_markets`/);
  expect(errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED');
});

test('are one for the store’s own country and one for all others, until the merchant makes some', async () => {
  const {shop, done} = await openMarkets();
  shop.setShipsTo(['DE', 'NO', 'FR']);
  const regions = `{ markets(first: 5) { nodes { name status conditions { regionsCondition {
    applicationLevel regions(first: 5) { nodes { name } } } } } } }`;
  const first = {applicationLevel: 'SPECIFIED', regions: {nodes: [{name: 'Germany'}]}};
  const others = {applicationLevel: 'SPECIFIED', regions: {nodes: [{name: 'Norway'}, {name: 'France'}]}};
  expect(await done(z.unknown(), regions)).toEqual({
    markets: {
      nodes: [
        {name: 'Germany', status: 'ACTIVE', conditions: {regionsCondition: first}},
        {name: 'International', status: 'ACTIVE', conditions: {regionsCondition: others}},
      ],
    },
  });
});

test('cost what the app declares', async () => {
  const {gql} = await openMarkets();
  const {extensions} = await gql(markets.document, {after: null});
  expect(extensions?.cost.requestedQueryCost).toBe(markets.cost);
});

test('say which countries the store sells to, and come in pages', async () => {
  const {shop, done} = await openMarkets();
  const countries = ['DE', 'NO', 'CH', 'FR', 'IT', 'ES', 'PT', 'PL', 'SE', 'DK', 'FI', 'GB'];
  shop.setMarkets([
    ...countries.map((code) => ({name: code, countries: [code]})),
    {name: 'Draft', countries: ['US'], isActive: false},
    {name: 'Part', countries: [], subdivisions: [{country: 'CA', code: 'CA-QC'}]},
  ]);
  expect(shop.shipsTo()).toEqual([...countries, 'CA']);
  const {markets: first} = await done(Markets, markets.document, {after: null});
  expect([first.nodes.length, first.pageInfo.hasNextPage]).toEqual([10, true]);
  const {markets: second} = await done(Markets, markets.document, {after: first.pageInfo.endCursor});
  expect(second.nodes.map(({name, status}) => [name, status])).toEqual([
    ['FI', 'ACTIVE'],
    ['GB', 'ACTIVE'],
    ['Draft', 'DRAFT'],
    ['Part', 'ACTIVE'],
  ]);
  expect(second.nodes.at(-1)?.conditions?.regionsCondition?.regions.nodes).toEqual(['CA']);
});
