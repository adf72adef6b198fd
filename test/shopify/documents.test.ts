// Everything the app may say to Shopify, checked against the real schema of the API version it speaks.

import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {NoDeprecatedCustomRule, parse, specifiedRules, validate} from 'graphql';
import {describe, expect, test} from 'vitest';
import {apiVersion} from '../../server/shopify/app.ts';
import {adminSchema, apiVersion as schemaVersion} from '../sandbox/shopify/schema.ts';
import {ownOperations} from './own-operations.ts';

const folder = path.resolve(import.meta.dirname, '../../server/shopify');
const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((name) => name.endsWith('.ts'));
const startOfDocument = /\b(?:query|mutation)\s+[A-Z]\w*\s*[({]/g;

const {schema} = adminSchema();
const nameIn = (document: string) => /\b(?:query|mutation)\s+(\w+)/.exec(document)?.[1] ?? '';
const documents = new Map((await ownOperations()).map(({document}) => [nameIn(document), document]));

function complaints(document: string): string[] {
  const rules = [...specifiedRules, NoDeprecatedCustomRule];
  return validate(schema, parse(document), rules).map(({message}) => message);
}

describe('every GraphQL document the app can send', () => {
  test('is exported with a name of its own, so that none escapes this test', () => {
    const written = files.flatMap((file) => readFileSync(path.join(folder, file), 'utf8').match(startOfDocument) ?? []);
    const names = written.map((start) => start.replace(/^\w+\s+/, '').replace(/\s*[({]$/, ''));
    expect([...documents.keys()].toSorted()).toEqual(names.toSorted());
    expect(documents.size).toBeGreaterThan(15);
  });

  test('is valid in the API version the app speaks and uses nothing deprecated', () => {
    expect(schemaVersion).toBe(apiVersion);
    const found = [...documents].flatMap(([name, document]) => complaints(document).map((said) => `${name}: ${said}`));
    expect(found).toEqual([]);
  });

  test('would be refused here if it asked for an unknown or a deprecated field', () => {
    expect(complaints('query A { shop { nothing } }')).toHaveLength(1);
    expect(complaints('query A { shop { plan { displayName } } }')).toHaveLength(1);
  });
});
