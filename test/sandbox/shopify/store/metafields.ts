// Metafields with definitions, the app's reserved namespace, and the `id` type whose values are unique.
// https://shopify.dev/docs/apps/build/metafields/working-with-custom-ids
// https://shopify.dev/docs/apps/build/metafields/ownership (app-reserved namespaces: `$app` stands for `app--{app id}`)

import {createHash} from 'node:crypto';

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
