// Saves what was withdrawn although the store refused a product's update: the remaining variants, or that the product is a draft now.
import type {Kysely} from 'kysely';
import {describeGoneVariants, describeStatusChange} from '#domain/catalogue/changes.ts';
import {withoutField} from '#domain/catalogue/fingerprint.ts';
import {draftFor} from '#domain/catalogue/off-sale/draft.ts';
import type {Withdrawn} from '#domain/catalogue/operation.ts';
import type {ArticleId, ProductGid} from '#domain/ids.ts';
import {saveLiveVariants} from '../../server/db/listings/listing-variants.ts';
import {type ListingChange, type StoredListing, saveListing} from '../../server/db/listings/listings.ts';
import {giveBackAgain} from '../../server/db/listings/ownership.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {correctByStatus} from './changes.ts';
import {isTakenOffSale, statusTakenFrom} from './off-sale.ts';
import type {PlannedListing} from './plan-listings.ts';
import type {Run} from './run.ts';
import {withUndo} from './undo/undo-values.ts';

const noVariantLeftDecision = draftFor(
  'variants_gone',
  'The supplier no longer states any colour or size this product has in the store, and the store refused the new ones.',
);

/**
 * Saves the remaining variants, or that the product is a draft now. The listing keeps its cost and price, because the product is still sold
 * at them.
 */
export async function saveWithdrawn(
  run: Run,
  db: Kysely<Tables>,
  {chosen, listing}: PlannedListing,
  withdrawn: Withdrawn,
): Promise<void> {
  const productGid = listing?.productGid ?? null;
  if (listing === null || productGid === null) return;
  const now = run.deps.now();
  const articleId = chosen.id;
  if (withdrawn.kind === 'variants') {
    await saveLiveVariants(db, run.shop, {articleId, productGid}, withdrawn.kept, now);
    await saveListing(db, run.shop, toReducedListing(articleId, productGid, listing), now);
    await giveBackAgain(db, run.shop, [{id: articleId, listing}]);
    await saveRunChanges(db, run, [{articleId, kind: 'update', ...describeGoneVariants(withdrawn.gone)}], now);
    return;
  }
  const takenOffSale = isTakenOffSale(listing, withdrawn);
  const {code: reasonCode, reason} = noVariantLeftDecision;
  const draft = {
    ...toReducedListing(articleId, productGid, listing),
    state: 'held',
    reason,
    reasonCode,
    takenOffSale,
  } as const;
  const written = withdrawn.takenFrom !== false ? {written: {...listing.written, status: 'DRAFT'}} : {};
  await saveListing(db, run.shop, {...draft, ...written}, now);
  await giveBackAgain(db, run.shop, [{id: articleId, listing}]);
  const change = {articleId, kind: 'hold', ...describeStatusChange('ACTIVE', 'DRAFT', reason)} as const;
  const found = {wasOnSale: statusTakenFrom(listing, withdrawn), isRaised: false};
  const changes = withUndo(correctByStatus([change], {listing}, found));
  await saveRunChanges(db, run, changes, now);
}

/** The listing without variants in its fingerprint. Otherwise a variant that the supplier offers again would count as written. */
function toReducedListing(articleId: ArticleId, productGid: ProductGid, listing: StoredListing): ListingChange {
  const {state, reason, reasonCode, takenOffSale} = listing;
  const fingerprint = listing.fingerprint === null ? null : withoutField(listing.fingerprint, 'variants');
  return {articleId, productGid, state, reason, reasonCode, takenOffSale, fingerprint, plannedFor: null};
}
