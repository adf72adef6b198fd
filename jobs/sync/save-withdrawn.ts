// The store refused a product's update, but its withdrawn variants were removed. Saves the remaining variants, or that it is a draft.
import type {Kysely} from 'kysely';
import {toStatusChange, toVariantsGone} from '#domain/catalogue/changes.ts';
import {withoutField} from '#domain/catalogue/fingerprint.ts';
import {drafted} from '#domain/catalogue/off-sale/draft.ts';
import type {Withdrawn} from '#domain/catalogue/operation.ts';
import type {ArticleId, ProductGid} from '#domain/ids.ts';
import {saveLiveVariants} from '../../server/db/listings/listing-variants.ts';
import {type ListingChange, type StoredListing, saveListing} from '../../server/db/listings/listings.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {asFound} from './changes.ts';
import {isTakenOffSale, takenFrom} from './off-sale.ts';
import type {Planned} from './plan-listings.ts';
import type {Run} from './run.ts';
import {withUndo} from './undo/undo-values.ts';

const nothingLeft = drafted(
  'variants_gone',
  'The supplier no longer states any colour or size this product has in the store, and the store refused the new ones.',
);

/** Cost and price stay unchanged, because the product is still sold at them. */
export async function saveWithdrawn(
  run: Run,
  db: Kysely<Tables>,
  {chosen, listing}: Planned,
  withdrawn: Withdrawn,
): Promise<void> {
  const productGid = listing?.productGid ?? null;
  if (listing === null || productGid === null) return;
  const now = run.deps.now();
  const articleId = chosen.id;
  if (withdrawn.kind === 'variants') {
    await saveLiveVariants(db, run.shop, {articleId, productGid}, withdrawn.kept, now);
    await saveListing(db, run.shop, toShrunk(articleId, productGid, listing), now);
    await saveRunChanges(db, run, [{articleId, kind: 'update', ...toVariantsGone(withdrawn.gone)}], now);
    return;
  }
  const takenOffSale = isTakenOffSale(listing, withdrawn);
  const {code: reasonCode, reason} = nothingLeft;
  const draft = {...toShrunk(articleId, productGid, listing), state: 'held', reason, reasonCode, takenOffSale} as const;
  const written = withdrawn.takenFrom !== false ? {written: {...listing.written, status: 'DRAFT'}} : {};
  await saveListing(db, run.shop, {...draft, ...written}, now);
  const change = {articleId, kind: 'hold', ...toStatusChange('ACTIVE', 'DRAFT', reason)} as const;
  const found = {wasOnSale: takenFrom(listing, withdrawn), isRaised: false};
  const changes = withUndo(asFound([change], {listing}, found));
  await saveRunChanges(db, run, changes, now);
}

/** Takes the variants out of the fingerprint: without that, a variant that the supplier offers again would count as written. */
function toShrunk(articleId: ArticleId, productGid: ProductGid, listing: StoredListing): ListingChange {
  const {state, reason, reasonCode, takenOffSale} = listing;
  const fingerprint = listing.fingerprint === null ? null : withoutField(listing.fingerprint, 'variants');
  return {articleId, productGid, state, reason, reasonCode, takenOffSale, fingerprint, plannedFor: null};
}
