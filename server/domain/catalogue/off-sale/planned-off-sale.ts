// Collects a shop's planned offSale from products on sale, then decides on all of them. A run applies the decision, a preview
// shows it.

import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {DraftCode} from '#domain/catalogue/off-sale/draft.ts';
import {
  type OffSaleItem,
  type OffSaleKind,
  offSaleOf,
  planOffSaleBrake,
} from '#domain/catalogue/off-sale/plan-off-sale-brake.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {PlannedFor, SettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId} from '#domain/ids.ts';

/** Ids and reasons, no plans or listings, because there may be a hundred thousand. */
export type PlannedOffSale = {
  /** How many active or drafted products were sampled (`OffSaleEntry.sampled`). */
  sampled: number;
  /** What the merchant did not request; only these count towards the brake. */
  readonly counted: {readonly [kind in OffSaleKind]: OffSaleItem[]};
  /** What the merchant requested or caused by a setting; always applied. */
  readonly wanted: ArticleId[];
  /** Products the merchant wants to keep unchanged. */
  readonly kept: {readonly [kind in OffSaleKind]: ArticleId[]};
};

export const nothingOffSale = (): PlannedOffSale => ({
  sampled: 0,
  counted: {variants: [], hold: []},
  wanted: [],
  kept: {variants: [], hold: []},
});

export type OffSaleEntry = {
  readonly id: ArticleId;
  /** Only `a=stock` was read again since the last plan, mostly in the nightly rotation; list and catalogue did not change. */
  readonly sampled: boolean;
  /** The merchant's decision about it. */
  readonly loss: 'accept' | 'keep' | null;
  /** The inputs of the last plan; null if there was none, or it was cleared. */
  readonly lastPlannedFor: PlannedFor | null;
  readonly listing: KnownListing | null;
  readonly plan: ListingPlan;
};

/**
 * False if the plan takes nothing off sale. Otherwise adds it to `offSale` and returns true.
 * @param settingsPrint called only when needed: digesting settings with large maps is slow.
 */
export function noteOffSale(offSale: PlannedOffSale, entry: OffSaleEntry, settingsPrint: () => SettingsPrint): boolean {
  const {id, listing, plan, sampled, loss} = entry;
  if (sampled && (listing?.state === 'active' || listing?.state === 'held')) offSale.sampled += 1;
  const kind = offSaleOf(listing, plan);
  if (kind === null) return false;
  const code = plan.kind === 'draft' ? plan.code : null;
  if (loss === 'accept' || isSetSo(settingsPrint, code, entry.lastPlannedFor)) offSale.wanted.push(id);
  else if (loss === 'keep') offSale.kept[kind].push(id);
  else {
    const reason = plan.kind === 'draft' ? plan.reason : null;
    offSale.counted[kind].push({articleId: id, code, reason, sampled});
  }
  return true;
}

/** The merchant changed the setting that takes the product off sale after its last plan, and saw the effect in the preview. */
function isSetSo(settingsPrint: () => SettingsPrint, code: DraftCode | null, last: PlannedFor | null): boolean {
  const part = code === 'on_request' ? 'onRequest' : code === 'below_floor' || code === 'below_cost' ? 'pricing' : null;
  return part !== null && last !== null && last.settings[part] !== settingsPrint()[part];
}

export type DecidedOffSale = {
  /** Applied completely. */
  readonly go: readonly ArticleId[];
  /** Wait for the merchant. */
  readonly waiting: readonly ArticleId[];
  /** Why they wait; null if there is no brake, or if an earlier one continues. */
  readonly reason: string | null;
};

/**
 * @param inBrake what waits for an earlier brake; in a run over named articles it waits on. Empty in a run over all articles.
 * @param isPartial only named articles were read, and they are no sample of the shop.
 */
export function decideOffSale(
  kind: OffSaleKind,
  {counted, sampled}: PlannedOffSale,
  {liveListings, inBrake, isPartial}: {liveListings: number; inBrake: ReadonlySet<ArticleId>; isPartial: boolean},
): DecidedOffSale {
  const losing = counted[kind];
  const free = losing.filter(({articleId}) => !inBrake.has(articleId));
  const found = planOffSaleBrake(kind, {losing: free, liveListings, sampled: isPartial ? 0 : sampled});
  const ids = losing.map(({articleId}) => articleId);
  if (found.kind === 'brake') return {go: [], waiting: ids, reason: found.reason};
  return {go: ids.filter((id) => !inBrake.has(id)), waiting: ids.filter((id) => inBrake.has(id)), reason: null};
}
