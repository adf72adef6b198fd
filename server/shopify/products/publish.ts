// Publishes products to the Online Store. A product made by the API is on no sales channel, whatever its status.

import {Failure} from '#domain/failure.ts';
import type {ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {catchRefusal, type Refused, toMerchantSentence, toRefused} from '../client/user-errors.ts';
import {fetchOnlineStorePublication} from '../shop/shop.ts';
import * as operations from './product-operations.ts';
import {fetchProductStatus, orNoReasonError} from './products.ts';

/** Finds the gid of the Online Store's publication; null: the store has no Online Store. */
export type FindPublication = () => Promise<string | null>;

/** What became of publishing one product. */
export type PublishResult = {
  /** Why the product is not in the Online Store, as a sentence for the merchant; null: it is there. */
  readonly unpublished: string | null;
  /** The product's `updatedAt` after the write; null: not known. */
  readonly updatedAt: Date | null;
  /** How many mutations were sent. */
  readonly writes: number;
};

/**
 * Creates the function that finds the publication. It asks the store once, when it is first called. After a failure the next call asks
 * again.
 */
export function createPublicationFinder(admin: Admin, shop: ShopDomain, signal?: AbortSignal): FindPublication {
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

/** For the merchant: the store has no Online Store. */
const noOnlineStoreSentence =
  'This store has no Online Store sales channel. Add it in Shopify under Settings, Apps and sales channels.';
/** For the merchant: the product was published, and the Online Store does not show it. */
const notShownSentence = 'Shopify accepted it, but does not show it in the Online Store.';

/** Publishes an active product. A failure becomes a sentence in the result and is not thrown, because the product itself was written. */
export async function publishProduct(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  onlineStore: FindPublication,
): Promise<PublishResult> {
  try {
    const publication = await onlineStore();
    if (publication === null) return {unpublished: noOnlineStoreSentence, updatedAt: null, writes: 0};
    const outcome = await publishToChannel(admin, shop, product, publication);
    if (outcome.kind === 'refused') return {unpublished: toMerchantSentence(outcome), updatedAt: null, writes: 1};
    return {unpublished: outcome.isShown ? null : notShownSentence, updatedAt: outcome.updatedAt, writes: 1};
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {unpublished: error.message, updatedAt: null, writes: 0};
  }
}

/**
 * Publishes products that could not be published when they were made. A product that is off sale by now is skipped without a result.
 * Returns why none of them can be published, without a request for each; null: those on sale were tried.
 */
export async function publishPending(
  admin: Admin,
  shop: ShopDomain,
  products: readonly ProductGid[],
  onResult: (product: ProductGid, result: PublishResult) => Promise<void>,
  signal?: AbortSignal,
): Promise<string | null> {
  if (products.length === 0) return null;
  const onlineStore = createPublicationFinder(admin, shop, signal);
  if ((await onlineStore().catch(failureAsUndefined)) === null) return noOnlineStoreSentence;
  for (const product of products) {
    const status = await fetchProductStatus(admin, shop, product);
    if (status !== 'ACTIVE' && status !== 'UNLISTED') continue;
    await onResult(product, await publishProduct(admin, shop, product, onlineStore));
  }
  return null;
}

/** Returns undefined for a Failure: then each product asks again, and its own result says what went wrong. */
function failureAsUndefined(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
  return undefined;
}

/** Makes a product visible in one channel. Not to be repeated after a success: the merchant may have hidden the product since. */
async function publishToChannel(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  publication: string,
): Promise<{readonly kind: 'published'; readonly isShown: boolean; readonly updatedAt: Date | null} | Refused> {
  const variables = {id: product, publication, input: [{publicationId: publication}]};
  const answer = await catchRefusal(admin.call(shop, operations.productPublish, variables));
  if ('kind' in answer) return answer;
  const {publishable, userErrors} = answer.publishablePublish;
  if (publishable === null || userErrors.length > 0) return toRefused(orNoReasonError(userErrors));
  return {kind: 'published', isShown: publishable.publishedOnPublication, updatedAt: publishable.updatedAt ?? null};
}
