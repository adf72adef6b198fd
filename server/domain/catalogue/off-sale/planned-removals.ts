// Collects a shop's planned removals from products on sale, then decides on all of them. A run applies the decision, a preview
// shows it.

import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {HoldCode} from '#domain/catalogue/off-sale/hold.ts';
import {
  planRemovalBrake,
  type Removal,
  type RemovalKind,
  removalOf,
} from '#domain/catalogue/off-sale/plan-removal-brake.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {PlannedFor, SettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId} from '#domain/ids.ts';

/** Holds ids and reasons, no plans or listings, because there may be a hundred thousand. */
export type PlannedRemovals = {
  /** How many active or held products were sampled (`PlannedRemoval.sampled`). */
  sampled: number;
  /** Removals the merchant did not request; only these count towards the brake. */
  readonly counted: {readonly [kind in RemovalKind]: Removal[]};
  /** Removals the merchant requested or caused by a setting; always applied. */
  readonly wanted: ArticleId[];
  /** Products the merchant wants to keep unchanged. */
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
  /** Only `a=stock` was read again since the last plan, mostly in the nightly rotation; list and catalogue did not change. */
  readonly sampled: boolean;
  /** The merchant's decision about the removal. */
  readonly loss: 'accept' | 'keep' | null;
  /** The inputs of the last plan; null if there was none, or it was cleared. */
  readonly lastPlannedFor: PlannedFor | null;
  readonly listing: KnownListing | null;
  readonly plan: ListingPlan;
};

/**
 * False if the plan removes nothing from a product on sale. Otherwise adds the removal to `removals` and returns true.
 * @param settingsPrint called only when needed: digesting settings with large maps is slow.
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

/** The merchant changed the setting that takes the product off sale after its last plan, and saw the effect in the preview. */
function isSetSo(settingsPrint: () => SettingsPrint, code: HoldCode | null, last: PlannedFor | null): boolean {
  const part = code === 'on_request' ? 'onRequest' : code === 'below_floor' || code === 'below_cost' ? 'pricing' : null;
  return part !== null && last !== null && last.settings[part] !== settingsPrint()[part];
}

export type DecidedRemoval = {
  /** Applied completely. */
  readonly go: readonly ArticleId[];
  /** Wait for the merchant. */
  readonly held: readonly ArticleId[];
  /** Why they wait; null if there is no brake, or if an earlier one continues. */
  readonly reason: string | null;
};

/**
 * @param inHeld what an earlier brake holds; a run over named articles leaves it held. Empty in a run over all articles.
 * @param isPartial only named articles were read, and they are no sample of the shop.
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
