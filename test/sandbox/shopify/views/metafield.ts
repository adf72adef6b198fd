// Metafields as the API shows them.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {gid} from '../store/gid.ts';
import {
  digestOf,
  type MetafieldDefinition,
  type MetafieldRecord,
  type Metafields,
  metafieldKey,
  type OwnerType,
  toNamespace,
} from '../store/metafields.ts';
import {toDateTime} from './date-time.ts';

/** The two metafield fields every owner has. */
export function metafieldFields(metafields: Metafields, ownerType: OwnerType): View {
  return {
    metafield: withArgs(['namespace', 'key'], ({namespace, key}) => {
      const found = metafields.get(metafieldKey(toNamespace(text(namespace)), String(key)));
      return found === undefined ? null : metafieldView(found, ownerType);
    }),
    metafields: withArgs([...pageArgs, 'namespace', 'keys'], (args) => {
      const namespace = args['namespace'] == null ? null : toNamespace(text(args['namespace']));
      const keys = Array.isArray(args['keys']) ? args['keys'].map(String) : null;
      const items = [...metafields.values()].filter(
        (record) =>
          (namespace === null || record.namespace === namespace) &&
          (keys === null ||
            keys.some((key) => key === record.key || key === metafieldKey(record.namespace, record.key))),
      );
      return connection(
        {items, position: ({id}) => [id, id], view: (record) => metafieldView(record, ownerType)},
        args,
      );
    }),
  };
}

export function metafieldView(record: MetafieldRecord, ownerType: OwnerType): View {
  return {
    __typename: 'Metafield',
    id: gid('Metafield', record.id),
    legacyResourceId: String(record.id),
    namespace: record.namespace,
    key: record.key,
    type: record.type,
    value: record.value,
    ownerType,
    createdAt: toDateTime(record.createdAt),
    updatedAt: toDateTime(record.updatedAt),
    sizeInBytes: Buffer.byteLength(record.value),
    get jsonValue() {
      return record.type === 'json' || record.type === 'number_integer' || record.type === 'boolean'
        ? JSON.parse(record.value)
        : record.value;
    },
    get compareDigest() {
      return digestOf(record);
    },
  };
}

export function definitionView(definition: MetafieldDefinition): View {
  return {
    __typename: 'MetafieldDefinition',
    id: gid('MetafieldDefinition', definition.id),
    name: definition.name,
    namespace: definition.namespace,
    key: definition.key,
    ownerType: definition.ownerType,
    description: definition.description,
    type: {name: definition.type},
    access: {admin: definition.adminAccess},
    capabilities: {
      adminFilterable: {enabled: definition.adminFilterable},
      uniqueValues: {enabled: definition.type === 'id'},
    },
    validations: [],
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
