// Metafields with definitions, the app's reserved namespace, and the `id` type whose values are unique.
// https://shopify.dev/docs/apps/build/metafields/working-with-custom-ids
// https://shopify.dev/docs/apps/build/metafields/ownership (app-reserved namespaces: `$app` stands for `app--{app id}`)

import {createHash} from 'node:crypto';
import {notImplemented} from '../not-implemented.ts';

export type OwnerType = 'ORDER' | 'PRODUCT' | 'PRODUCTVARIANT';

export type MetafieldRecord = {
  readonly id: number;
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** By `namespace.key`. */
export type Metafields = Map<string, MetafieldRecord>;

export type MetafieldDefinition = {
  readonly id: number;
  readonly name: string;
  readonly ownerType: OwnerType;
  readonly namespace: string;
  readonly key: string;
  readonly description: string | null;
  readonly type: string;
  readonly adminAccess: string | null;
  readonly adminFilterable: boolean;
};

/** The invented id of the app, as it shows in the reserved namespace. */
export const appId = 71_204_551;

/** `$app`, `$app:x` and an omitted namespace become the app's reserved one. */
export function toNamespace(given: string | null | undefined): string {
  const namespace = given ?? '$app';
  if (namespace === '$app') return `app--${appId}`;
  return namespace.startsWith('$app:') ? `app--${appId}--${namespace.slice('$app:'.length)}` : namespace;
}

export function metafieldKey(namespace: string, key: string): string {
  return `${namespace}.${key}`;
}

/** What `compareDigest` compares: a digest of the value; how Shopify forms it is not documented. */
export function digestOf(record: MetafieldRecord): string {
  return createHash('sha256').update(`${record.type}\n${record.value}`).digest('hex');
}

/** https://shopify.dev/docs/apps/build/metafields/metafield-limits */
const maxJsonBytes = 128 * 1_024;

/** Why a value does not fit its type, or null. https://shopify.dev/docs/apps/build/metafields/list-of-data-types */
export function faultOf(type: string, value: string): string | null {
  switch (type) {
    case 'id':
      return value.trim() === '' || value.length > 255 ? 'must be 1 to 255 characters' : null;
    case 'single_line_text_field':
      if (value.trim() === '') return "can't be blank";
      return /[\r\n]/.test(value) ? 'must be a single line text string' : null;
    case 'multi_line_text_field':
      return value.trim() === '' ? "can't be blank" : null;
    case 'number_integer':
      return /^-?\d{1,16}$/.test(value) ? null : 'must be an integer';
    case 'boolean':
      return value === 'true' || value === 'false' ? null : 'must be true or false';
    case 'json':
      if (Buffer.byteLength(value) > maxJsonBytes) return 'is too large: JSON values may have 128 KB';
      return isJson(value) ? null : `is invalid JSON${expectedKey(value)}`;
    default:
      throw notImplemented(`metafields of type ${type}`);
  }
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Of Shopify's parser only this complaint was recorded: an object whose first key is no text. */
function expectedKey(value: string): string {
  const [, before = '', rest] = /^(\s*\{\s*)([^"\s}].*)/s.exec(value) ?? [];
  if (rest === undefined) return '';
  const lines = before.split('\n');
  const word = /^[\w-]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  return `: expected object key, got '${word}' at line ${lines.length} column ${(lines.at(-1) ?? '').length + 1}`;
}

/** Which owner holds a unique value; only definitions of type `id` are unique here. */
export type UniqueValues = {
  readonly ownerOf: (ownerType: OwnerType, namespace: string, key: string, value: string) => number | null;
  readonly replace: (ownerType: OwnerType, ownerId: number, before: Metafields, after: Metafields) => void;
};

export function createUniqueValues(): UniqueValues {
  const owners = new Map<string, number>();
  const keyOf = (ownerType: OwnerType, record: Pick<MetafieldRecord, 'namespace' | 'key' | 'value'>) =>
    JSON.stringify([ownerType, record.namespace, record.key, record.value]);
  return {
    ownerOf: (ownerType, namespace, key, value) => owners.get(keyOf(ownerType, {namespace, key, value})) ?? null,
    replace(ownerType, ownerId, before, after) {
      for (const record of before.values()) if (record.type === 'id') owners.delete(keyOf(ownerType, record));
      for (const record of after.values()) if (record.type === 'id') owners.set(keyOf(ownerType, record), ownerId);
    },
  };
}
