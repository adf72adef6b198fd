// Metafields as the API shows them.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {gid} from '../store/gid.ts';
import {jsonValueOf} from '../store/metafield-values.ts';
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
      const found = Array.isArray(args['keys'])
        ? byKeys(metafields, args['keys'].map(String))
        : [...metafields.values()].map((record) => ({record, position: record.id, key: record.key}));
      const items = found.filter(({record}) => namespace === null || record.namespace === namespace);
      const view = ({record, key}: Found) => ({...metafieldView(record, ownerType), key});
      return connection({items, position: ({position, record}) => [position, record.id], view}, args);
    }),
  };
}

type Found = {readonly record: MetafieldRecord; readonly position: number; readonly key: string};

/**
 * "List of keys of metafields in the format `namespace.key`, will be returned in the same format" (schema description): a key without
 * its namespace finds nothing. They come in the order of the keys (recorded). That `$app` comes back as the namespace it stands
 * for, and a repeated key once, is invented.
 */
function byKeys(metafields: Metafields, keys: readonly string[]): readonly Found[] {
  const full = keys.map((key) => {
    const end = key.lastIndexOf('.');
    return end < 0 ? key : metafieldKey(toNamespace(key.slice(0, end)), key.slice(end + 1));
  });
  return [...new Set(full)].flatMap((key, position) => {
    const record = metafields.get(key);
    return record === undefined ? [] : [{record, position, key}];
  });
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
      return jsonValueOf(record.type, record.value);
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
