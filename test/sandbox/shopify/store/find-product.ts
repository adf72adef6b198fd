// A product by id, handle or custom id. https://shopify.dev/docs/apps/build/metafields/working-with-custom-ids

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import {idOf} from './gid.ts';
import {toNamespace} from './metafields.ts';
import type {ProductRecord} from './records.ts';
import {findDefinition, type ShopStore} from './shop-store.ts';

export const CustomId = z.strictObject({namespace: z.string().nullish(), key: z.string(), value: z.string()});

export const Identifier = z.strictObject({
  id: z.string().nullish(),
  handle: z.string().nullish(),
  customId: CustomId.nullish(),
});

export type Identifier = z.infer<typeof Identifier>;

export function productByGid(store: ShopStore, id: string): ProductRecord | null {
  const number = idOf('Product', id);
  return (number === null ? undefined : store.products.get(number)) ?? null;
}

export function productByIdentifier(store: ShopStore, identifier: Identifier): ProductRecord | null {
  const given = [identifier.id, identifier.handle, identifier.customId].filter((part) => part != null);
  if (given.length !== 1) {
    throw new GraphQLError('Exactly one of id, handle and customId must identify the product.', {
      extensions: {code: 'BAD_REQUEST'},
    });
  }
  if (identifier.id != null) return productByGid(store, identifier.id);
  if (identifier.handle != null) {
    const id = store.handles.get(identifier.handle);
    return (id === undefined ? undefined : store.products.get(id)) ?? null;
  }
  return identifier.customId == null ? null : productByCustomId(store, identifier.customId);
}

function productByCustomId(store: ShopStore, customId: z.infer<typeof CustomId>): ProductRecord | null {
  const namespace = toNamespace(customId.namespace);
  if (findDefinition(store, 'PRODUCT', namespace, customId.key)?.type !== 'id') {
    throw new GraphQLError("Metafield definition of type 'id' is required when using custom ids.", {
      extensions: {code: 'NOT_FOUND'},
    });
  }
  const owner = store.unique.ownerOf('PRODUCT', namespace, customId.key, customId.value);
  return (owner === null ? undefined : store.products.get(owner)) ?? null;
}
