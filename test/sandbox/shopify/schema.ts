// The real Admin schema of 2026-10, as Shopify ships it in @shopify/dev-mcp, and what it says about access scopes.
// Loaded once per process: unpacking and building takes about a quarter of a second.

import {readFileSync} from 'node:fs';
import {findPackageJSON} from 'node:module';
import {dirname, join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {buildClientSchema, type GraphQLSchema, type IntrospectionQuery} from 'graphql';
import {z} from 'zod';

export const apiVersion = '2026-10';

export type AdminSchema = {
  readonly schema: GraphQLSchema;
  /** Scopes of which one must be granted, by `Type` and by `Type.field`; absent means no scope is asked. */
  readonly scopes: ReadonlyMap<string, RequiredAccess>;
  /** `Type.field` of what is protected customer data, as the schema flags it. */
  readonly protectedFields: ReadonlySet<string>;
  readonly loadedInMs: number;
};

export type RequiredAccess = {readonly anyOf: readonly string[]; readonly text: string};

let loaded: AdminSchema | undefined;

export function adminSchema(): AdminSchema {
  loaded ??= load();
  return loaded;
}

/** Not in the file. https://shopify.dev/docs/api/admin-graphql/2024-01/mutations/deliveryProfileCreate */
const shippingText = 'Any of shipping access scopes or manage_delivery_settings user permission.';
const missingScopes = [
  ['QueryRoot.deliveryProfile', 'read_shipping'],
  ['QueryRoot.deliveryProfiles', 'read_shipping'],
  ['ProductVariant.deliveryProfile', 'read_shipping'],
  ['Mutation.deliveryProfileCreate', 'write_shipping'],
  ['Mutation.deliveryProfileRemove', 'write_shipping'],
  ['Mutation.deliveryProfileUpdate', 'write_shipping'],
] as const;

const File = z.object({
  data: z.custom<IntrospectionQuery>((value) => typeof value === 'object' && value !== null && '__schema' in value),
  offline_scopes: z.object({
    items: z.array(
      z.object({
        typeName: z.string(),
        fieldName: z.string().optional(),
        requiredAccess: z.string(),
        offlineScopes: z.array(z.string()),
      }),
    ),
  }),
});

function load(): AdminSchema {
  const started = performance.now();
  const manifest = findPackageJSON('@shopify/dev-mcp', import.meta.url);
  if (manifest === undefined) throw new Error('The package @shopify/dev-mcp is not installed; it carries the schema.');
  const packed = readFileSync(join(dirname(manifest), 'dist', 'data', `admin_${apiVersion}.json.gz`));
  const file = File.parse(JSON.parse(gunzipSync(packed).toString('utf8')));
  const scopes = new Map<string, RequiredAccess>();
  for (const item of file.offline_scopes.items) {
    if (item.offlineScopes.length === 0) continue;
    const key = item.fieldName === undefined ? item.typeName : `${item.typeName}.${item.fieldName}`;
    scopes.set(key, {anyOf: item.offlineScopes, text: item.requiredAccess});
  }
  for (const [field, scope] of missingScopes) scopes.set(field, {anyOf: [scope], text: shippingText});
  const schema = buildClientSchema(file.data);
  const protectedFields = findProtected(file.data);
  return {schema, scopes, protectedFields, loadedInMs: performance.now() - started};
}

/** https://shopify.dev/docs/apps/launch/protected-customer-data; the file flags such fields with `isProtected`. */
function findProtected({__schema}: IntrospectionQuery): ReadonlySet<string> {
  const found = new Set<string>();
  for (const type of __schema.types) {
    if (type.kind !== 'OBJECT') continue;
    for (const field of type.fields) {
      if ('isProtected' in field && field.isProtected === true) found.add(`${type.name}.${field.name}`);
    }
  }
  return found;
}
