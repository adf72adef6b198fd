// What the products of one batch of articles need now: decided by pure functions, nothing is written.
import {type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import type {Candidate} from '../../server/db/catalogue/candidates.ts';
import {mapInSlices} from '../../server/db/catalogue/in-slices.ts';
import {loadListings, type StoredListing} from '../../server/db/listings/listings.ts';
import type {Run} from './run.ts';

export type Planned = {
  readonly chosen: Omit<Candidate, 'plannedFor'> & {readonly plannedFor: string | null};
  readonly listing: StoredListing | null;
  readonly plan: ListingPlan;
};

type Kept = {
  /** For a word about their cost. */
  readonly waiting: ReadonlySet<string>;
  readonly keepVariants?: ReadonlySet<string>;
};

/** What waits for a word about its cost keeps its price; off sale, it stays that way. */
export async function planBatch(
  run: Run,
  batch: readonly Candidate[],
  {waiting, keepVariants}: Kept,
): Promise<readonly Planned[]> {
  const {settings, store} = run;
  const {db, digest} = run.deps;
  const listings = await loadListings(
    db,
    run.shop,
    batch.map(({id}) => id),
  );
  const planned = await mapInSlices(batch, (chosen): Planned[] => {
    const listing = listings.get(chosen.id) ?? null;
    const {article, stock, unanswered, lastPlannedFor} = chosen;
    const facts = {article, stock, unanswered, listing, settings, store, digest};
    const keep = {cost: waiting.has(chosen.id), variants: keepVariants?.has(chosen.id) ?? false};
    if (!keep.cost && !keep.variants) return [{chosen, listing, plan: planListing(facts)}];
    if (listing?.state !== 'active') {
      run.counts.held += 1;
      return [];
    }
    // Not planned on what the supplier says now: the next run looks again.
    const again = {...chosen, plannedFor: lastPlannedFor};
    return [{chosen: again, listing, plan: planListing({...facts, keep})}];
  });
  return planned.flat();
}
