// What the release of braked articles would do to their products, planned with the functions of a run. Writes nothing.
import type {Kysely} from 'kysely';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import {planRetirement} from '#domain/catalogue/off-sale/plan-retirement.ts';
import {planListing} from '#domain/catalogue/plan-listing.ts';
import {toSettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId} from '#domain/ids.ts';
import {parseMinor} from '#domain/money.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {type Candidate, loadCandidates} from '../db/catalogue/candidates.ts';
import {loadListings} from '../db/listings/listings.ts';
import {loadAvailability} from '../db/listings/listings-to-retire.ts';
import type {Brake} from '../db/runs/brakes.ts';
import type {Tables} from '../db/tables/tables.ts';

/** What one product would lose or become. */
export type BrakedEffect = {
  /** Why it would go off sale, as a sentence; null: it would not. */
  readonly offSale: string | null;
  /** Minor units of the store's currency: its price as it was written last (null: not known), and as it would be; null: it stays. */
  readonly price: {readonly from: number | null; readonly to: number} | null;
  /** The variants that it would lose, such as "Blue, M". */
  readonly loses: readonly string[];
};

export const noEffect: BrakedEffect = {offSale: null, price: null, loses: []};

type EffectBasis = {
  readonly settings: Settings;
  readonly store: PriceStore;
  readonly digest: (text: string) => string;
};

/** The effects of releasing these articles of the brake; one that cannot be planned now is missing from the map. At most 200 articles. */
export async function planBrakedEffects(
  db: Kysely<Tables>,
  brake: Brake,
  ids: readonly ArticleId[],
  basis: EffectBasis,
): Promise<ReadonlyMap<ArticleId, BrakedEffect>> {
  const {shop, kind} = brake;
  if (kind === 'retire') {
    const all = {choiceConfirmed: true, liveListings: Number.POSITIVE_INFINITY};
    const {retire} = planRetirement(await loadAvailability(db, shop, ids), all);
    return new Map(retire.map(({articleId, reason}) => [articleId, {...noEffect, offSale: reason}]));
  }
  const settingsPrint = toSettingsFingerprint(basis);
  const listings = await loadListings(db, shop, ids);
  const effects = new Map<ArticleId, BrakedEffect>();
  for await (const batch of loadCandidates(db, {shop, settingsPrint, only: ids})) {
    for (const candidate of batch) {
      const listing = listings.get(candidate.id);
      if (listing !== undefined) effects.set(candidate.id, planEffect(brake, candidate, listing, basis));
    }
  }
  return effects;
}

/** Plans one article as if it had been released. */
function planEffect(
  {kind, costs}: Brake,
  {id, article, stock, defined, ownPrice, unanswered}: Candidate,
  listing: KnownListing,
  basis: EffectBasis,
): BrakedEffect {
  const cost = kind === 'cost' ? (costs?.[id] ?? stock?.price ?? null) : null;
  const released =
    cost === null ? {stock, listing} : {stock: atCost(stock, cost), listing: {...listing, approvedCost: cost}};
  const plan = planListing({article, defined, ownPrice, unanswered, ...basis, ...released});
  if (plan.kind === 'draft') return {...noEffect, offSale: plan.reason};
  if (plan.kind !== 'update') return noEffect;
  const before = listing.written.price ?? null;
  const price = {from: before === null ? null : parseMinor(before, basis.store.currency), to: plan.price};
  return {
    offSale: null,
    price: plan.write.includes('price') && price.from !== price.to ? price : null,
    loses: plan.gone.map(({colour, size}) => [colour, size].filter((word) => word !== null).join(', ')),
  };
}

const atCost = (stock: Candidate['stock'], price: number): Candidate['stock'] =>
  stock === null ? null : {...stock, price};
