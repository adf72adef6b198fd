// Which store answers to a token: Shopify's own id of it, and its present name.
import {z} from 'zod';
import {type ShopDomain, ShopGid} from '#domain/ids.ts';
import {type Admin, type AdminNeeds, createAdmin} from '../client/admin.ts';
import type {NoVariables, Operation} from '../client/operation.ts';
import {shopifyFailure} from '../client/transport.ts';

const Identity = z.object({shop: z.object({id: ShopGid, myshopifyDomain: z.string()})});

/** Needs no scope. https://shopify.dev/docs/api/admin-graphql/latest/objects/Shop */
export const storeIdentity: Operation<NoVariables, typeof Identity> = {
  document: 'query StoreIdentity { shop { id myshopifyDomain } }',
  cost: 1,
  answer: Identity,
  write: false,
};

export type IdentityAnswer = {readonly gid: ShopGid; readonly presentName: string};

/** With the stored token. */
export async function fetchIdentity(admin: Admin, shop: ShopDomain, signal?: AbortSignal): Promise<IdentityAnswer> {
  const {id, myshopifyDomain} = (await admin.call(shop, storeIdentity, {}, signal)).shop;
  return {gid: id, presentName: myshopifyDomain};
}

/** With a token that was just granted and is not stored yet: what it may be stored for is decided by the answer. */
export async function fetchIdentityOf(
  needs: Omit<AdminNeeds, 'tokens' | 'accepted'>,
  shop: ShopDomain,
  token: string,
): Promise<IdentityAnswer> {
  const tokens = {get: async () => token, forget: async () => 'gone' as const};
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await fetchIdentity(createAdmin({...needs, tokens, accepted: async () => {}}), shop, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw shopifyFailure('StoreIdentity', 'Shopify does not say which store this is', {kind: 'timeout', sent: true});
  }
}

/** Milliseconds of real time: the lease of the shop's token (token.ts) lasts longer. */
const timeoutMs = 15_000;
