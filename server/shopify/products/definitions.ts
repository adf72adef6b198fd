// The definitions of our product metafields in a store.

import type {ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {mutate} from '../client/mutate.ts';
import {shopifyFailure} from '../client/transport.ts';
import {type Refused, toMerchantSentence, toRefused} from '../client/user-errors.ts';
import {articleIdDefinition, listingKeyDefinition} from './product-identity.ts';
import * as operations from './product-operations.ts';

/**
 * Makes sure that the store has the definitions of our metafields; returns the number of writes. Throws if a definition conflicts or cannot
 * be made: without them no product may be written.
 */
export async function ensureListingDefinitions(admin: Admin, shop: ShopDomain): Promise<number> {
  const outcome = await ensureListingKeyDefinition(admin, shop);
  if (outcome.kind === 'done') return outcome.writes;
  const remoteMessage = toMerchantSentence(outcome);
  const facts = {kind: 'refused', sent: true, status: 200, remoteMessage} as const;
  throw shopifyFailure('metafield definitions', remoteMessage, facts);
}

/**
 * The definitions normally come with shopify.app.toml; missing ones are created here. Without its type `id` the listing key is not
 * unique and productSet cannot find products by it.
 */
async function ensureListingKeyDefinition(
  admin: Admin,
  shop: ShopDomain,
): Promise<{readonly kind: 'done'; readonly writes: number} | Refused> {
  let writes = 0;
  const found = await admin.call(shop, operations.productDefinitions, {});
  const types = new Map(found.metafieldDefinitions.nodes.map(({key, type}) => [key, type.name]));
  for (const definition of [listingKeyDefinition, articleIdDefinition]) {
    const type = types.get(definition.key);
    if (type === definition.type) continue;
    if (type !== undefined) {
      const message = `The metafield ${definition.key} is of type ${type}, not ${definition.type}.`;
      return toRefused([{code: 'WRONG_TYPE', field: definition.key, message}]);
    }
    const made = await mutate(admin, shop, operations.definitionCreate, {definition});
    writes += 1;
    // TAKEN: another process created it first.
    if (made.kind === 'refused' && made.errors.some(({code}) => code !== 'TAKEN')) return made;
  }
  return {kind: 'done', writes};
}
