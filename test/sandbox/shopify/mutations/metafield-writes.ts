// Writing metafields on a record's draft: type by definition, value by type, unique values.

import type {OwnerType} from '../store/metafields.ts';
import {faultOf, type MetafieldRecord, type Metafields, metafieldKey, toNamespace} from '../store/metafields.ts';
import {findDefinition, type ShopStore} from '../store/shop-store.ts';
import {refuse} from './user-error.ts';

export type MetafieldWrite = {
  readonly namespace?: string | null | undefined;
  readonly key?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly value?: string | null | undefined;
};

export type MetafieldTarget = {
  readonly ownerType: OwnerType;
  readonly ownerId: number;
  readonly metafields: Metafields;
};

/** Codes differ between productSet and metafieldsSet. */
export type MetafieldCodes = {
  readonly invalid: string;
  readonly invalidType: string;
  readonly notUnique: string;
};

export function writeMetafield(
  store: ShopStore,
  target: MetafieldTarget,
  write: MetafieldWrite,
  field: readonly string[],
  codes: MetafieldCodes,
): MetafieldRecord {
  const namespace = toNamespace(write.namespace);
  const key = write.key ?? '';
  const value = write.value ?? '';
  if (key === '') throw refuse(codes.invalid, [...field, 'key'], "Key can't be blank");
  if (value === '') throw refuse(codes.invalid, [...field, 'value'], "Value can't be blank");
  const before = target.metafields.get(metafieldKey(namespace, key));
  const definition = findDefinition(store, target.ownerType, namespace, key);
  const type = definition?.type ?? write.type ?? before?.type;
  if (type === undefined) throw refuse(codes.invalidType, [...field, 'type'], "Type can't be blank");
  if (write.type != null && write.type !== type) {
    throw refuse(codes.invalidType, [...field, 'type'], `Type must be consistent with the definition's type: ${type}.`);
  }
  const fault = faultOf(type, value);
  if (fault !== null) throw refuse(codes.invalid, [...field, 'value'], `Value ${fault}.`);
  const holder = type === 'id' ? store.unique.ownerOf(target.ownerType, namespace, key, value) : null;
  if (holder !== null && holder !== target.ownerId) {
    throw refuse(codes.notUnique, [...field, 'value'], 'Value has already been assigned to another resource.');
  }
  const now = store.now();
  const record = {
    id: before?.id ?? store.newId(),
    namespace,
    key,
    type,
    value,
    createdAt: before?.createdAt ?? now,
    updatedAt: before !== undefined && before.value === value ? before.updatedAt : now,
  };
  target.metafields.set(metafieldKey(namespace, key), record);
  return record;
}
