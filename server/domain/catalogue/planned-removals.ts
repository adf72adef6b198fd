// What plans would take from products on sale, gathered over a whole shop and then decided: a run carries it out, a preview shows it.

import type {HoldCode} from '#domain/catalogue/hold.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import {planRemovalBrake, type Removal, type RemovalKind, removalOf} from '#domain/catalogue/plan-removal-brake.ts';
import type {PlannedFor, SettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId} from '#domain/ids.ts';

/** Ids, for there may be a hundred thousand. */
export type PlannedRemovals = {
  /** Products active or held whose details were read again in their turn. */
  sampled: number;
  /** Removals that were not requested; only these count towards the brake. */
  readonly counted: {readonly [kind in RemovalKind]: Removal[]};
  /** As the merchant said of each, or set; carried out. */
  readonly wanted: ArticleId[];
  /** Products that the merchant wants kept as they are. */
  readonly kept: {readonly [kind in RemovalKind]: ArticleId[]};
};

export const noRemovals = (): PlannedRemovals => ({
  sampled: 0,
  counted: {variants: [], hold: []},
  wanted: [],
  kept: {variants: [], hold: []},
});

export type PlannedRemoval = {
  readonly id: ArticleId;
  /** Read again although neither list nor catalogue changed. */
  readonly sampled: boolean;
  /** What the merchant said about what it would lose. */
  readonly loss: 'accept' | 'keep' | null;
  /** The inputs of the last plan; null where there was none, or it was cleared. */
  readonly lastPlannedFor: PlannedFor | null;
  readonly listing: KnownListing | null;
  readonly plan: ListingPlan;
};

/**
 * False where the plan takes nothing from a product on sale. Otherwise adds the removal to `removals` and returns true.
 * @param settingsPrint called only when needed: a print of settings with large maps is costly.
 */
export function noteRemoval(
  removals: PlannedRemovals,
  entry: PlannedRemoval,
  settingsPrint: () => SettingsPrint,
): boolean {
  const {id, listing, plan, sampled, loss} = entry;
  if (sampled && (listing?.state === 'active' || listing?.state === 'held')) removals.sampled += 1;
  const kind = removalOf(listing, plan);
  if (kind === null) return false;
  const code = plan.kind === 'hold' ? plan.code : null;
  if (loss === 'accept' || isSetSo(settingsPrint, code, entry.lastPlannedFor)) removals.wanted.push(id);
  else if (loss === 'keep') removals.kept[kind].push(id);
  else {
    const reason = plan.kind === 'hold' ? plan.reason : null;
    removals.counted[kind].push({articleId: id, code, reason, sampled});
  }
  return true;
}

/** The merchant set what takes it off sale since the product was planned last, and saw in the preview what that does. */
function isSetSo(settingsPrint: () => SettingsPrint, code: HoldCode | null, last: PlannedFor | null): boolean {
  const part = code === 'on_request' ? 'onRequest' : code === 'below_floor' || code === 'below_cost' ? 'pricing' : null;
  return part !== null && last !== null && last.settings[part] !== settingsPrint()[part];
}

export type DecidedRemoval = {
  /** Carried out whole. */
  readonly go: readonly ArticleId[];
  /** Wait for the merchant. */
  readonly held: readonly ArticleId[];
  /** Why they wait; null where there is no brake, or where one of before goes on. */
  readonly reason: string | null;
};

/**
 * @param inHeld what a brake of before holds: a look at named articles finds nothing new about it and lets it be.
 * @param isPartial only named articles were looked at, which are no sample of the shop.
 */
export function decideRemoval(
  kind: RemovalKind,
  {counted, sampled}: PlannedRemovals,
  {liveListings, inHeld, isPartial}: {liveListings: number; inHeld: ReadonlySet<ArticleId>; isPartial: boolean},
): DecidedRemoval {
  const losing = counted[kind];
  const free = losing.filter(({articleId}) => !inHeld.has(articleId));
  const found = planRemovalBrake(kind, {losing: free, liveListings, sampled: isPartial ? 0 : sampled});
  const ids = losing.map(({articleId}) => articleId);
  if (found.kind === 'brake') return {go: [], held: ids, reason: found.reason};
  return {go: ids.filter((id) => !inHeld.has(id)), held: ids.filter((id) => inHeld.has(id)), reason: null};
}
