// Asks Shopify which store a token belongs to: the store's id and its present name.
import {z} from 'zod';
import {type ShopDomain, ShopGid} from '#domain/ids.ts';
import {type Admin, type AdminNeeds, createAdminWithToken} from '../client/admin.ts';
import type {NoVariables, Operation} from '../client/operation.ts';
import {shopifyFailure} from '../client/transport.ts';

const IdentityAnswer = z.object({shop: z.object({id: ShopGid, myshopifyDomain: z.string()})});

/** Reads the store's id and present name; needs no scope. https://shopify.dev/docs/api/admin-graphql/latest/objects/Shop */
export const storeIdentity: Operation<NoVariables, typeof IdentityAnswer> = {
  document: 'query StoreIdentity { shop { id myshopifyDomain } }',
  cost: 1,
  answer: IdentityAnswer,
  isWrite: false,
};

/** The store of a token: its id and its present name. */
export type FetchedIdentity = {readonly gid: ShopGid; readonly presentName: string};

/** Asks with the shop's stored token. */
export async function fetchStoreIdentity(
  admin: Admin,
  shop: ShopDomain,
  signal?: AbortSignal,
): Promise<FetchedIdentity> {
  const {id, myshopifyDomain} = (await admin.call(shop, storeIdentity, {}, signal)).shop;
  return {gid: id, presentName: myshopifyDomain};
}

/** Asks with a token that was just granted and is not stored yet: the answer decides for which shop it may be stored. */
export async function fetchIdentityOfToken(
  needs: Omit<AdminNeeds, 'tokens' | 'onAccepted'>,
  shop: ShopDomain,
  token: string,
): Promise<FetchedIdentity> {
  const signal = AbortSignal.timeout(identityTimeoutMs);
  try {
    return await fetchStoreIdentity(createAdminWithToken(needs, token), shop, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw shopifyFailure('StoreIdentity', 'Shopify does not say which store this is', {kind: 'timeout', sent: true});
  }
}

/** Milliseconds of real time for the question; the lease of the shop's token (token.ts) lasts longer. */
const identityTimeoutMs = 15_000;
