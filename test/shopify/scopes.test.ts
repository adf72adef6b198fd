// The scopes in shopify.app.toml are enough for everything the app says to Shopify, and none is asked for without need.

import {readFileSync} from 'node:fs';
import path from 'node:path';
import {getNamedType, parse, TypeInfo, visit, visitWithTypeInfo} from 'graphql';
import {describe, expect, test} from 'vitest';
import {marketsScope, serviceScopes} from '#domain/store-access.ts';
import {adminSchema} from '../sandbox/shopify/schema.ts';
import {ownOperations} from './own-operations.ts';

const root = path.resolve(import.meta.dirname, '../..');
const toml = readFileSync(path.join(root, 'shopify.app.toml'), 'utf8');
const asked = /^scopes = "([^"]+)"$/m.exec(toml)?.[1]?.split(',') ?? [];
const optional = /^optional_scopes = \["([^\]]+)"\]$/m.exec(toml)?.[1]?.split('", "') ?? [];
const {schema, scopes} = adminSchema();
const operations = await ownOperations();
const documents = operations.map(({document}) => document);

/** What would be denied with these scopes; a write scope contains its read scope. */
function denied(granted: readonly string[], asking = documents): string[] {
  const has = (scope: string) => granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_'));
  const missing = new Set<string>();
  for (const document of asking) {
    const info = new TypeInfo(schema);
    const Field = () => {
      const type = info.getType();
      const keys = [`${info.getParentType()?.name}.${info.getFieldDef()?.name}`, type ? getNamedType(type).name : ''];
      for (const key of keys) {
        const access = scopes.get(key);
        if (access && !access.anyOf.some(has)) missing.add(`${key}: ${access.text}`);
      }
    };
    visit(parse(document), visitWithTypeInfo(info, {Field}));
  }
  return [...missing];
}

describe('the scopes a merchant is asked for', () => {
  test('are enough for every document', () => {
    expect(documents.length).toBeGreaterThan(25);
    expect(denied([...asked, ...optional])).toEqual([]);
  });

  test('are enough without the optional ones for all but shipping rates, markets and the fulfilment service', () => {
    const ofShipping = ['read_shipping', 'write_shipping', 'read_locations'];
    expect(optional).toEqual([...ofShipping, marketsScope, ...serviceScopes.split(',')]);
    const lacking = operations.filter(({document}) => denied(asked, [document]).length > 0);
    expect(lacking.map(({name}) => name).toSorted()).toEqual([
      'acceptCancellation',
      'acceptRequest',
      'assignedOrders',
      'closeRequest',
      'deliveryProfiles',
      'deliveryRates',
      'fulfilmentServices',
      'markets',
      'profileCreate',
      'profileNames',
      'profileRead',
      'profileRemove',
      'profileUpdate',
      'profileVersion',
      'rejectCancellation',
      'rejectRequest',
      'serviceCreate',
      'serviceDelete',
      'serviceUpdate',
      'stockToggle',
      'submitRequest',
      'variantProfiles',
      'variantStock',
    ]);
  });

  test('are each needed by some document', () => {
    const contained = (scope: string) => asked.includes(scope.replace(/^read_/, 'write_')) && scope.startsWith('read_');
    const alone = asked.filter((scope) => !contained(scope));
    const idle = alone.filter(
      (scope) => denied(asked.filter((other) => other !== scope && !contained(other))).length === 0,
    );
    expect(idle).toEqual([]);
  });
});
