// Removes a variant from the store that the supplier could not deliver. A product's last variant cannot be deleted, so the product becomes
// a draft instead.
import type {ShopDomain} from '#domain/ids.ts';
import {changeOffSale} from '../../server/actions/audited-changes.ts';
import {saveProductOffSale} from '../../server/db/listings/off-sale.ts';
import {type loadNextOffSaleVariant, saveProductDrafted, settleOffSale} from '../../server/db/orders/store-writes.ts';
import type {Deps} from '../../server/deps.ts';
import {
  isProductMissing,
  isVariantMissing,
  type Refused,
  toMerchantSentence,
} from '../../server/shopify/client/user-errors.ts';
import {fetchProductForListing} from '../../server/shopify/products/own-products.ts';
import {deleteVariants, updateProduct} from '../../server/shopify/products/products.ts';

/** A variant that is still to be taken off sale after the supplier refunded its order, as the merchant asked. */
export type VariantToTakeOff = NonNullable<Awaited<ReturnType<typeof loadNextOffSaleVariant>>>;

/**
 * Deletes the variant in the store, or makes a draft of a product that has no other, and saves the outcome. Throws a Failure if Shopify
 * could not be asked.
 */
export async function takeOffSale(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  owed: VariantToTakeOff,
): Promise<void> {
  const {product_gid: product, variant_gid: variant} = owed;
  // The mark comes first, so that no run restores the variant, which the supplier may still state.
  const by = {shop, actor: 'app', now: now()};
  await changeOffSale(db, by, {gid: variant, articleId: owed.article_id, offSale: true});
  const found = await fetchProductForListing(admin, shop, product);
  const others = found?.variants.filter(({gid}) => gid !== variant) ?? [];
  if (found === null || others.length === found.variants.length) {
    return settleOffSale(db, owed, {offSale: 'done', reason: 'It is not in the store any more.'}, now());
  }
  // A product that the merchant took off sale stays as it is, and the sync may not put it back on sale.
  const from = found.status === 'ACTIVE' || found.status === 'UNLISTED' ? found.status : null;
  const toDraft = async () => {
    if (from === null) return null;
    // Saved before the request: if its answer is lost, the next attempt finds a draft and must know that the sync made it one.
    await saveProductOffSale(db, shop, product, {from, to: 'DRAFT'});
    return updateProduct(admin, shop, product, {status: 'DRAFT'});
  };
  const done = others.length > 0 ? await deleteVariants(admin, shop, product, [variant]) : await toDraft();
  if (done?.kind === 'refused' && !isAlreadyGone(done)) {
    return settleOffSale(db, owed, {offSale: 'failed', reason: toMerchantSentence(done)}, now());
  }
  if (others.length === 0) {
    const reason = 'The supplier could not supply the last variant that was on sale.';
    await saveProductDrafted(db, shop, owed, reason, now());
  }
  await settleOffSale(db, owed, {offSale: 'done', reason: null}, now());
}

/** Whether Shopify refused because the variant or the product does not exist any more. */
const isAlreadyGone = (refusal: Refused): boolean => isVariantMissing(refusal) || isProductMissing(refusal);
