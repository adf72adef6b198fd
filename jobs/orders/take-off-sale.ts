// The supplier could not deliver the variant, so it is removed from the store. A product's last variant cannot be deleted; the
// product becomes a draft instead.
import type {ShopDomain} from '#domain/ids.ts';
import {changeOffSale} from '../../server/actions/audited-changes.ts';
import {saveOffSale} from '../../server/db/listings/listings.ts';
import {type loadOffSaleOwed, saveProductDrafted, settleOffSale} from '../../server/db/orders/store-writes.ts';
import type {Deps} from '../../server/deps.ts';
import {isProductMissing, isVariantMissing, type Refused, toSentence} from '../../server/shopify/client/user-errors.ts';
import {fetchProductForListing} from '../../server/shopify/products/own-products.ts';
import {deleteVariants, updateProduct} from '../../server/shopify/products/products.ts';

export type OffSale = NonNullable<Awaited<ReturnType<typeof loadOffSaleOwed>>>;

export async function takeOffSale(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
  owed: OffSale,
): Promise<void> {
  const {product_gid: product, variant_gid: variant} = owed;
  // First prevent the next run from restoring the variant: the supplier may still offer it.
  const by = {shop, actor: 'app', now: now()};
  await changeOffSale(db, by, {gid: variant, articleId: owed.article_id, offSale: true});
  const found = await fetchProductForListing(admin, shop, product);
  const others = found?.variants.filter(({gid}) => gid !== variant) ?? [];
  if (found === null || others.length === found.variants.length) {
    return settleOffSale(db, owed, {offSale: 'done', reason: 'It is not in the store any more.'}, now());
  }
  // What the merchant took off sale stays as it is, and the sync may not put it back.
  const from = found.status === 'ACTIVE' || found.status === 'UNLISTED' ? found.status : null;
  const toDraft = async () => {
    if (from === null) return null;
    // Before the request: if its answer is lost, the next attempt finds a draft and must still know whose it is.
    await saveOffSale(db, shop, product, {from, to: 'DRAFT'});
    return updateProduct(admin, shop, product, {status: 'DRAFT'});
  };
  const done = others.length > 0 ? await deleteVariants(admin, shop, product, [variant]) : await toDraft();
  if (done?.kind === 'refused' && !isGone(done)) {
    return settleOffSale(db, owed, {offSale: 'failed', reason: toSentence(done)}, now());
  }
  if (others.length === 0) {
    const reason = 'The supplier could not supply the last variant that was on sale.';
    await saveProductDrafted(db, shop, owed, reason, now());
  }
  await settleOffSale(db, owed, {offSale: 'done', reason: null}, now());
}

const isGone = (refusal: Refused): boolean => isVariantMissing(refusal) || isProductMissing(refusal);
