// Writing metafields on a record's draft: type by definition, value by type, unique values.

import {readValue} from '../store/metafield-values.ts';
import type {OwnerType} from '../store/metafields.ts';
import {type MetafieldRecord, type Metafields, metafieldKey, toNamespace} from '../store/metafields.ts';
import {findDefinition, type ShopStore} from '../store/shop-store.ts';
import {Refusal, refuse, type UserError} from './user-error.ts';

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
  /** Something that has to be there is missing. */
  readonly blank: string;
  readonly tooShort: string;
  readonly tooLong: string;
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
  const given = write.value ?? '';
  if (key === '') throw refuse(codes.invalid, [...field, 'key'], "Key can't be blank");
  checkAccess(namespace, field);
  const wrong = lengthErrors({namespace, key}, field, codes);
  if (wrong.length > 0) throw new Refusal(wrong);
  if (given === '') throw refuse(codes.invalid, [...field, 'value'], "Value can't be blank.");
  const before = target.metafields.get(metafieldKey(namespace, key));
  const definition = findDefinition(store, target.ownerType, namespace, key);
  const type = definition?.type ?? write.type ?? before?.type;
  if (type === undefined) throw refuse(codes.blank, [...field, 'type'], "Type can't be blank");
  if (write.type != null && write.type !== type) {
    throw refuse(codes.invalidType, [...field, 'type'], `Type must be consistent with the definition's type: ${type}.`);
  }
  const read = readValue(type, given);
  if ('fault' in read) throw refuse(codes.invalid, [...field, 'value'], `Value ${read.fault}.`);
  const {value} = read;
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

/** Recorded. Another app's reserved namespace is closed to this one, and so are some of Shopify's own. */
function checkAccess(namespace: string, field: readonly string[]): void {
  const own = toNamespace('$app');
  if (/^app--\d+/.test(namespace) && namespace !== own && !namespace.startsWith(`${own}--`)) {
    throw refuse(
      'APP_NOT_AUTHORIZED',
      field,
      'Access to this namespace and key on Metafields for this resource type is not allowed.',
    );
  }
  if (reservedNamespaces.has(namespace)) {
    throw refuse(null, [...field, 'namespace'], `Namespace ${namespace} is a reserved namespace`);
  }
}

const reservedNamespaces = new Set(['shopify_standard', 'protected', 'shopify-l10n-fields']);

/** Recorded, for metafields and for their definitions: every part that is too short or too long. */
export function lengthErrors(
  {namespace, key}: {readonly namespace: string; readonly key: string},
  field: readonly string[],
  codes: Pick<MetafieldCodes, 'tooLong' | 'tooShort'>,
): readonly UserError[] {
  const parts = [
    {name: 'namespace', label: 'Namespace', value: namespace, least: 3, most: 255},
    {name: 'key', label: 'Key', value: key, least: 2, most: 64},
  ];
  return parts.flatMap(({name, label, value, least, most}) => {
    const at = [...field, name];
    if (value.length < least) {
      const message = `${label} is too short (minimum is ${least} characters)`;
      return [{code: codes.tooShort, field: at, message}];
    }
    if (value.length <= most) return [];
    return [{code: codes.tooLong, field: at, message: `${label} is too long (maximum is ${most} characters)`}];
  });
}
