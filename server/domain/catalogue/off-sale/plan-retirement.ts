// Decides which listings are retired now, because `a=list` no longer names them or they are no longer chosen, and which wait for the
// merchant because they are too many. Needs a complete list.
import {restReason} from '#domain/catalogue/off-sale/divide-brake.ts';
import type {RetirementCode} from '#domain/catalogue/off-sale/listing-reason.ts';
import type {ArticleId} from '#domain/ids.ts';

/** What decides whether one listing is retired. */
export type ListingAvailability = {
  readonly articleId: ArticleId;
  /** `held` is the stored name of a draft. */
  readonly state: 'active' | 'held' | 'retired' | 'deleted_in_store';
  /** Whether the current `a=list` names the article. */
  readonly listed: boolean;
  /** Whether the merchant's choice still includes the article. */
  readonly chosen: boolean;
  /** Whether the merchant left out this article by hand. */
  readonly leftOut: boolean;
};

/** One listing to retire. `reason`: a sentence for the merchant. */
export type Retirement = {
  readonly articleId: ArticleId;
  readonly code: RetirementCode;
  readonly reason: string;
};

/** What to retire now, and what waits. `reason`: a sentence for the merchant about why it waits. */
export type RetirementPlan =
  | {readonly kind: 'retire'; readonly retire: readonly Retirement[]}
  | {
      readonly kind: 'brake';
      /** Listings to retire despite the brake, because the merchant decided on them or the brake does not apply to them. */
      readonly retire: readonly Retirement[];
      /** Listings that wait until the merchant releases them. */
      readonly waiting: readonly Retirement[];
      readonly reason: string;
    };

/** The sentence for the merchant for each code. */
export const retirementReasons = {
  not_listed: 'The supplier no longer offers it for single-piece purchase.',
  not_chosen: 'It is no longer among the chosen articles.',
  left_out: 'You left it out.',
} as const;

export type RetirementFacts = {
  /** Whether the merchant saw the effect of the current rules in the preview and saved them. */
  readonly choiceConfirmed: boolean;
  /**
   * Since these products became listings, no run has retired products by a choice and the merchant has confirmed no choice. Every
   * product that the rules do not choose waits for the merchant, however few there are.
   */
  readonly isFirstChoice?: boolean;
  /** Number of active or drafted listings, if `listings` has only those that may be retired; otherwise `listings` is counted. */
  readonly liveListings?: number;
  /** Articles that wait however few they are (`articlesKeptBraked`); they do not count towards a new brake. Left out: none. */
  readonly keptBraked?: ReadonlySet<ArticleId>;
};

/**
 * Whether `count` is too many to take off sale without asking the merchant: more than max(20, 5 %) of the `live` listings (active or
 * drafted), or more than half if there are at least four.
 */
export const exceedsOffSaleLimit = (count: number, live: number): boolean =>
  count > Math.max(20, Math.floor(live * 0.05)) || (live >= 4 && count > live / 2);

/**
 * If a run would retire too many listings, they wait until the merchant agrees. Two kinds do not count and are retired anyway: articles
 * that the merchant left out by hand, and articles that the rules no longer choose after a change that the merchant confirmed in the
 * preview. Without that confirmation, the cause may be that the supplier renamed a brand or a category. What the merchant kept back of a
 * brake waits however little it is.
 */
export function planRetirement(
  listings: readonly ListingAvailability[],
  {choiceConfirmed, isFirstChoice = false, liveListings, keptBraked = new Set()}: RetirementFacts,
): RetirementPlan {
  const live = listings.filter(({state}) => state === 'active' || state === 'held');
  const size = liveListings ?? live.length;
  const retiring = live.flatMap((listing) => toRetirement(listing) ?? []);
  const isWanted = ({code}: Retirement) => code === 'left_out' || (code === 'not_chosen' && choiceConfirmed);
  const counted = retiring.filter((retirement) => !isWanted(retirement));
  const free = counted.filter(({articleId}) => !keptBraked.has(articleId));
  if (exceedsOffSaleLimit(free.length, size)) {
    return {kind: 'brake', retire: retiring.filter(isWanted), waiting: counted, reason: brakeReason(counted, size)};
  }
  const ofFirstChoice = isFirstChoice ? counted.filter(({code}) => code === 'not_chosen') : [];
  const waiting = counted.filter((one) => ofFirstChoice.includes(one) || keptBraked.has(one.articleId));
  if (waiting.length === 0) return {kind: 'retire', retire: retiring};
  const retire = retiring.filter((retirement) => !waiting.includes(retirement));
  const isRest = waiting.every(({articleId}) => keptBraked.has(articleId));
  const reason = isRest ? restReason(waiting.length) : firstChoiceBrakeReason(ofFirstChoice.length, size);
  return {kind: 'brake', retire, waiting, reason};
}

/** The retirement of a listing; null: its article is still listed and chosen. */
function toRetirement({articleId, listed, chosen, leftOut}: ListingAvailability): Retirement | null {
  if (listed && chosen) return null;
  // `left_out` comes first because a brake never stops what the merchant left out by hand.
  const code = leftOut ? 'left_out' : listed ? 'not_chosen' : 'not_listed';
  return {articleId, code, reason: retirementReasons[code]};
}

/** Why the first retirements by a choice wait, as a sentence. */
const firstChoiceBrakeReason = (waiting: number, total: number): string =>
  `${waiting} of ${total} products were in the store before you chose articles and are not among the chosen ones. They stay on sale until you release them.`;

/** Why too many retirements wait, as sentences. */
function brakeReason(waiting: readonly Retirement[], total: number): string {
  const unlisted = waiting.filter(({code}) => code === 'not_listed').length;
  const unchosen = waiting.length - unlisted;
  const parts = [
    ...(unlisted > 0 ? [`${unlisted} of ${total} products are no longer in the supplier's list`] : []),
    ...(unchosen > 0 ? [`${unchosen} of ${total} products are no longer among the chosen articles`] : []),
  ];
  return `${parts.join(' and ')}. That is unusual, so none of them was taken off sale.`;
}
