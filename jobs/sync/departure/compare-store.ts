// Compares the store with what the merchant chose at a departure: every product with our listing key and every product of a listing is read
// from the store. What is not as it should be, since someone put it back on sale meanwhile, is changed once more and read again.
import {isOnSale} from '#domain/catalogue/off-sale/retired-now.ts';
import type {DepartureChoice, DepartureFailure} from '#domain/departure/plan-departure.ts';
import {planProduct} from '#domain/departure/plan-departure.ts';
import type {ProductGid} from '#domain/ids.ts';
import {
  type DepartureComparison,
  loadDepartingListings,
  loadListingsOfProducts,
} from '../../../server/db/departures/departures.ts';
import {fetchOwnStatuses, type OwnStatus} from '../../../server/shopify/products/own-statuses.ts';
import {fetchProductStatus} from '../../../server/shopify/products/products.ts';
import type {Run} from '../run.ts';
import {changeProducts, type ProductToChange} from './change-products.ts';

/** How many failed products are stored with their reasons. */
const mostFailures = 50;
/** How many listings are looked at together. */
const batchSize = 200;

/** Compares all products, and changes what is not as chosen. Returns how the store is then. */
export async function compareStore(run: Run, choice: DepartureChoice): Promise<DepartureComparison> {
  const seen = new Set<ProductGid>();
  const result = {onSale: 0, failed: 0, failures: [] as DepartureFailure[]};
  for await (const page of fetchOwnStatuses(run.admin, run.shop, run.signal)) {
    for (const {productGid} of page) seen.add(productGid);
    await comparePage(run, choice, page, result);
    await run.beat();
  }
  // A product without the key, because someone removed the metafield, is known by its listing alone.
  for (let after = ''; ; ) {
    const batch = await loadDepartingListings(run.deps.db, run.shop, after, batchSize);
    const last = batch.at(-1);
    if (last === undefined) return result;
    const shown: OwnStatus[] = [];
    for (const {articleId, productGid} of batch.filter((listing) => !seen.has(listing.productGid))) {
      await run.beat();
      const status = await fetchProductStatus(run.admin, run.shop, productGid, run.signal);
      if (status !== null) shown.push({productGid, title: `Article ${articleId}`, status});
    }
    await comparePage(run, choice, shown, result);
    after = last.articleId;
  }
}

type Result = {-readonly [name in keyof DepartureComparison]: DepartureComparison[name]} & {
  readonly failures: DepartureFailure[];
};

/** Compares these products, and adds to the result what they are like in the end. */
async function comparePage(
  run: Run,
  choice: DepartureChoice,
  shown: readonly OwnStatus[],
  result: Result,
): Promise<void> {
  const listings = await loadListingsOfProducts(
    run.deps.db,
    run.shop,
    shown.map(({productGid}) => productGid),
  );
  const products = shown.map((product) => {
    const listing = listings.get(product.productGid);
    // A product that no listing has is perhaps not the app's: it is never deleted.
    const of: ProductToChange = {
      articleId: listing?.articleId ?? null,
      productGid: product.productGid,
      isMade: listing?.isMade ?? false,
    };
    return {...product, of};
  });
  const isWrong = ({status, of}: (typeof products)[number]) => !isAsChosen(choice, of, status);
  const wrong = products.filter(isWrong);
  result.onSale += products.filter((product) => !isWrong(product) && isOnSale(product.status)).length;
  if (wrong.length === 0) return;
  const refused = await changeProducts(
    run,
    choice,
    wrong.map(({of}) => of),
  );
  for (const {productGid, title, of} of wrong) {
    await run.beat();
    const status = await fetchProductStatus(run.admin, run.shop, productGid, run.signal);
    if (status !== null && isOnSale(status)) result.onSale += 1;
    if (isAsChosen(choice, of, status)) continue;
    result.failed += 1;
    const reason = refused.get(productGid) ?? 'Something in your store keeps putting it back.';
    if (result.failures.length < mostFailures) result.failures.push({productGid, title, reason});
  }
}

/** Whether nothing is left to do with the product. @param status null: it is no longer in the store. */
const isAsChosen = (choice: DepartureChoice, {isMade}: ProductToChange, status: OwnStatus['status'] | null): boolean =>
  status === null || planProduct(choice, {isOnSale: isOnSale(status), isMade}) === 'stay';
