// Publishes products to the Online Store. A product made by the API is on no sales channel, whatever its status.

import {Failure} from '#domain/failure.ts';
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {type Refused, refusalAsValue, refused, toSentence} from '../client/user-errors.ts';
import {fetchOnlineStorePublication} from '../shop/shop.ts';
import * as operations from './product-operations.ts';
import {fetchStatus, orSilence} from './products.ts';

/** The gid of the Online Store's publication; null: the store has no Online Store. */
export type OnlineStore = () => Promise<string | null>;

export type Published = {
  /** A sentence for the merchant; null: the product is in the Online Store. */
  readonly unpublished: string | null;
  /** The product's `updatedAt` after the write; null: not known. */
  readonly updatedAt: Date | null;
  readonly writes: number;
};

/** Asks the store once, when the first product is published. After a failure the next product asks again. */
export function findOnlineStore(admin: Admin, shop: ShopDomain, signal?: AbortSignal): OnlineStore {
  let asked: Promise<string | null> | null = null;
  return async () => {
    asked ??= fetchOnlineStorePublication(admin, shop, signal);
    try {
      return await asked;
    } catch (error) {
      asked = null;
      throw error;
    }
  };
}

const noOnlineStore =
  'This store has no Online Store sales channel. Add it in Shopify under Settings, Apps and sales channels.';
const notShown = 'Shopify accepted it, but does not show it in the Online Store.';

/** For an active product. The answer says whether the store shows it; a failure is a sentence, since the product itself is done. */
export async function publish(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  onlineStore: OnlineStore,
): Promise<Published> {
  try {
    const publication = await onlineStore();
    if (publication === null) return {unpublished: noOnlineStore, updatedAt: null, writes: 0};
    const outcome = await publishProduct(admin, shop, product, publication);
    if (outcome.kind === 'refused') return {unpublished: toSentence(outcome), updatedAt: null, writes: 1};
    return {unpublished: outcome.isShown ? null : notShown, updatedAt: outcome.updatedAt, writes: 1};
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {unpublished: error.message, updatedAt: null, writes: 0};
  }
}

/**
 * Publishes products that could not be published when they were made. A product that is off sale by now is skipped without a result.
 * Returns why none of them can be published, without a request for each; null: those on sale were tried.
 */
export async function publishLater(
  admin: Admin,
  shop: ShopDomain,
  products: readonly ProductGid[],
  onResult: (product: ProductGid, result: Published) => Promise<void>,
  signal?: AbortSignal,
): Promise<string | null> {
  if (products.length === 0) return null;
  const onlineStore = findOnlineStore(admin, shop, signal);
  if ((await onlineStore().catch(asUnknown)) === null) return noOnlineStore;
  for (const product of products) {
    const status = await fetchStatus(admin, shop, product);
    if (status !== 'ACTIVE' && status !== 'UNLISTED') continue;
    await onResult(product, await publish(admin, shop, product, onlineStore));
  }
  return null;
}

/** Undefined: not known. Each product then asks again, and its own result says what went wrong. */
function asUnknown(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
  return undefined;
}

/** Makes a product visible in one channel. Not to be repeated after a success: the merchant may have hidden the product since. */
async function publishProduct(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  publication: string,
): Promise<{readonly kind: 'published'; readonly isShown: boolean; readonly updatedAt: Date | null} | Refused> {
  const variables = {id: product, publication, input: [{publicationId: publication}]};
  const answer = await refusalAsValue(admin.call(shop, operations.publish, variables));
  if ('kind' in answer) return answer;
  const {publishable, userErrors} = answer.publishablePublish;
  if (publishable === null || userErrors.length > 0) return refused(orSilence(userErrors));
  return {kind: 'published', isShown: publishable.publishedOnPublication, updatedAt: publishable.updatedAt ?? null};
}
