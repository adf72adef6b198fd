// Step four: what each chosen article's listing needs now, and the store's answer written down.

import type {ProductOperation} from '#domain/catalogue/operation.ts';
import {type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import type {PriceRules} from '#domain/catalogue/price.ts';
import {ProductGid, VariantGid} from '#domain/ids.ts';
import {type ChosenArticle, loadChosenArticles} from '../../server/db/articles.ts';
import {loadListings, type StoredListing} from '../../server/db/listings.ts';
import {loadRefusedInputs} from '../../server/db/quarantine.ts';
import {applyOperations, ensureListingDefinitions} from '../../server/shopify/apply.ts';
import {rememberLowering} from './lowering.ts';
import type {Run} from './open-run.ts';
import {saveOutcome} from './save-outcome.ts';

export type Planned = {
  readonly chosen: ChosenArticle;
  readonly listing: StoredListing | null;
  readonly plan: ListingPlan;
  /** What the store is asked for; null where nothing is. */
  readonly operation: ProductOperation | null;
  /** Fingerprint of what the store is sent, so that it is not asked again for what it refused. */
  readonly input: string | null;
};

export async function applyListings(run: Run): Promise<void> {
  const {admin, deps, shop} = run;
  if (run.counts.chosen > 0) run.counts.writes += await ensureListingDefinitions(admin, shop);
  for await (const batch of loadChosenArticles(deps.db, shop, run.settings.choice)) {
    await run.beat();
    const planned = await planBatch(run, batch);
    const byKey = new Map(planned.map((entry) => [entry.chosen.id as string, entry]));
    for (const entry of planned) if (entry.operation === null) await saveOutcome(run, entry, null);
    const operations = planned.flatMap(({operation}) => operation ?? []);
    await rememberLowering(run, operations);
    await applyOperations(
      admin,
      shop,
      operations,
      async (key, result) => {
        deps.checkpoint('operation-answered');
        const entry = byKey.get(key);
        if (entry) await saveOutcome(run, entry, result);
        deps.checkpoint('outcome-saved');
        await run.beat();
      },
      run.signal,
    );
  }
}

async function planBatch(run: Run, batch: readonly ChosenArticle[]): Promise<readonly Planned[]> {
  const {db} = run.deps;
  const ids = batch.map(({id}) => id);
  const listings = await loadListings(db, run.shop, ids);
  const refused = await loadRefusedInputs(db, run.shop, ids);
  const rules = priceRules(run);
  return batch.map((chosen) => {
    const listing = listings.get(chosen.id) ?? null;
    const plan = planOne(run, chosen, listing, rules);
    const input = plan.kind === 'create' || plan.kind === 'update' ? run.deps.digest(JSON.stringify(plan.draft)) : null;
    const before = refused.get(chosen.id);
    if (input !== null && before?.inputHash === input) {
      return {chosen, listing, plan: {kind: 'quarantine', reason: before.reason}, operation: null, input};
    }
    return {chosen, listing, plan, operation: toOperation(run, chosen, listing, plan), input};
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
