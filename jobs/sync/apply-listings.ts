// Step four: what each chosen article's listing needs now, and the store's answer written down.

import type {ProductOperation} from '#domain/catalogue/operation.ts';
import {type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import type {PriceRules} from '#domain/catalogue/price.ts';
import {ProductGid, VariantGid} from '#domain/ids.ts';
import {type ChosenArticle, loadChosenArticles} from '../../server/db/articles.ts';
import {loadListings, type StoredListing} from '../../server/db/listings.ts';
import {applyOperations, ensureListingDefinitions} from '../../server/shopify/apply.ts';
import type {Run} from './open-run.ts';
import {saveOutcome} from './save-outcome.ts';

export type Planned = {
  readonly chosen: ChosenArticle;
  readonly listing: StoredListing | null;
  readonly plan: ListingPlan;
};

export async function applyListings(run: Run): Promise<void> {
  const {admin, db} = run.deps;
  if (run.counts.chosen > 0) run.counts.writes += await ensureListingDefinitions(admin, run.shop);
  for await (const batch of loadChosenArticles(db, run.shop, run.settings.choice)) {
    await run.beat();
    const planned = await planBatch(run, batch);
    const byKey = new Map(planned.map((entry) => [entry.chosen.id as string, entry]));
    const operations = planned.flatMap(({chosen, listing, plan}) => toOperation(run, chosen, listing, plan) ?? []);
    for (const entry of planned) {
      if (!operations.some(({key}) => key === entry.chosen.id)) await saveOutcome(run, entry, null);
    }
    await applyOperations(admin, run.shop, operations, async (key, result) => {
      run.deps.checkpoint('operation-answered');
      const entry = byKey.get(key);
      if (entry) await saveOutcome(run, entry, result);
      await run.beat();
    });
  }
}

async function planBatch(run: Run, batch: readonly ChosenArticle[]): Promise<readonly Planned[]> {
  const ids = batch.map(({id}) => id);
  const listings = await loadListings(run.deps.db, run.shop, ids);
  const rules = priceRules(run);
  return batch.map((chosen) => {
    const listing = listings.get(chosen.id) ?? null;
    return {chosen, listing, plan: planOne(run, chosen, listing, rules)};
  });
}

function planOne(run: Run, chosen: ChosenArticle, listing: StoredListing | null, rules: PriceRules): ListingPlan {
  if (chosen.stock === null) {
    return {
      kind: 'hold',
      reason: 'The supplier lists it but answers nothing about its price, colours and sizes.',
      productGid: null,
    };
  }
  return planListing({
    article: chosen.article,
    stock: chosen.stock,
    listing,
    rules,
    onRequest: run.settings.onRequest,
    digest: run.deps.digest,
  });
}

function priceRules(run: Run): PriceRules {
  return {
    markupPercent: run.settings.markupPercent,
    vatPercent: run.settings.vatPercent,
    taxesIncluded: run.facts.taxesIncluded ?? true,
    currency: run.facts.currency ?? 'unknown',
  };
}

function toOperation(
  run: Run,
  chosen: ChosenArticle,
  listing: StoredListing | null,
  plan: ListingPlan,
): ProductOperation | null {
  const key = chosen.id;
  switch (plan.kind) {
    case 'create':
      return {kind: 'create', key, draft: plan.draft, publish: run.settings.newProducts === 'active'};
    case 'update': {
      if (listing?.productGid == null) throw new Error('an update needs a product');
      const live = listing.variants
        .filter(({state}) => state === 'live')
        .map(({gid, colour, size}) => ({gid: VariantGid.parse(gid), colour, size}));
      return {
        kind: 'update',
        key,
        productGid: listing.productGid,
        draft: plan.draft,
        live,
        variantsChange: plan.variantsChange,
        raise: plan.restore && listing.lowered,
      };
    }
    case 'hold':
      return plan.productGid !== null && listing?.state === 'active'
        ? {kind: 'lower', key, productGid: ProductGid.parse(plan.productGid)}
        : null;
    case 'unchanged':
    case 'leave':
    case 'quarantine':
      return null;
  }
}
