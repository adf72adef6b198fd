// Collects what the plans of one run would take off sale, then decides on all of it together. A run applies the decision, a preview shows
// it.

import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import {restReason} from '#domain/catalogue/off-sale/divide-brake.ts';
import type {DraftCode} from '#domain/catalogue/off-sale/draft.ts';
import {
  findOffSaleKind,
  type OffSaleItem,
  type OffSaleKind,
  planOffSaleBrake,
} from '#domain/catalogue/off-sale/plan-off-sale-brake.ts';
import type {ListingPlan} from '#domain/catalogue/plan-listing.ts';
import type {PlanInputs, SettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId} from '#domain/ids.ts';

/** What the plans collected so far would take off sale: only ids and reasons, because there may be a hundred thousand products. */
export type PlannedOffSale = {
  /** How many active or drafted products are in the sample (`OffSaleEntry.sampled`). */
  sampled: number;
  /** Products that lose something which the merchant did not ask for; only these count towards the brake. */
  readonly counted: {readonly [kind in OffSaleKind]: OffSaleItem[]};
  /** Products whose loss the merchant accepted or caused by a setting; it is always applied. */
  readonly wanted: ArticleId[];
  /** Products that the merchant decided to keep as they are. */
  readonly kept: {readonly [kind in OffSaleKind]: ArticleId[]};
};

/** A new collection, to which `noteOffSale` adds. */
export const emptyPlannedOffSale = (): PlannedOffSale => ({
  sampled: 0,
  counted: {variants: [], hold: []},
  wanted: [],
  kept: {variants: [], hold: []},
});

/** The plan for one article, with what decides whether its loss counts. */
export type OffSaleEntry = {
  readonly id: ArticleId;
  /** Whether only `a=stock` was read again since the last plan, mostly by the nightly rotation, while list and catalogue did not change. */
  readonly sampled: boolean;
  /** What the merchant decided about the loss; null: nothing yet. */
  readonly loss: 'accept' | 'keep' | null;
  /** The inputs of the listing's last plan; null if there was none, or it was cleared. */
  readonly lastPlannedFor: PlanInputs | null;
  readonly listing: KnownListing | null;
  readonly plan: ListingPlan;
};

/**
 * Adds the plan to `offSale` if it takes something off sale. Returns whether it does.
 * @param settingsPrint called only when needed: digesting settings with large maps is slow.
 */
export function noteOffSale(
  offSale: PlannedOffSale,
  entry: OffSaleEntry,
  settingsPrint: () => SettingsFingerprint,
): boolean {
  const {id, listing, plan, sampled, loss} = entry;
  if (sampled && (listing?.state === 'active' || listing?.state === 'held')) offSale.sampled += 1;
  const kind = findOffSaleKind(listing, plan);
  if (kind === null) return false;
  const code = plan.kind === 'draft' ? plan.code : null;
  if (loss === 'accept' || isCausedBySetting(settingsPrint, code, entry.lastPlannedFor)) offSale.wanted.push(id);
  else if (loss === 'keep') offSale.kept[kind].push(id);
  else {
    const reason = plan.kind === 'draft' ? plan.reason : null;
    offSale.counted[kind].push({articleId: id, code, reason, sampled});
  }
  return true;
}

/** Whether a setting that the merchant changed since the last plan takes the product off sale. The preview showed that effect. */
function isCausedBySetting(
  settingsPrint: () => SettingsFingerprint,
  code: DraftCode | null,
  last: PlanInputs | null,
): boolean {
  const part = code === 'on_request' ? 'onRequest' : code === 'below_floor' || code === 'below_cost' ? 'pricing' : null;
  return part !== null && last !== null && last.settings[part] !== settingsPrint()[part];
}

export type DecidedOffSale = {
  /** Articles whose plans are applied completely. */
  readonly go: readonly ArticleId[];
  /** Articles that wait for the merchant. */
  readonly waiting: readonly ArticleId[];
  /** Why they wait; null if there is no brake, or if an earlier one continues. */
  readonly reason: string | null;
};

/**
 * Decides what of one kind is applied and what waits for the merchant.
 * @param inBrake articles of an earlier brake that keep waiting, and do not count towards another: in a run over named articles all of
 * it, in a run over all articles what the merchant kept back of it (`articlesKeptBraked`).
 * @param isPartial whether the run read only named articles, which are no sample of the shop.
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
  const waiting = ids.filter((id) => inBrake.has(id));
  const isRest = !isPartial && waiting.length > 0;
  return {go: ids.filter((id) => !inBrake.has(id)), waiting, reason: isRest ? restReason(waiting.length) : null};
}
