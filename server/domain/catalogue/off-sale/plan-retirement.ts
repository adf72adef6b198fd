// Which listings are taken off sale now, of those that `a=list` no longer names or that are no longer chosen, and which wait because they
// are too many. Call it only with a complete list.
import type {RetirementCode} from '#domain/catalogue/off-sale/listing-reason.ts';
import type {ArticleId} from '#domain/ids.ts';

export type ListedState = {
  readonly articleId: ArticleId;
  readonly state: 'active' | 'held' | 'retired' | 'deleted_in_store';
  /** Whether the current `a=list` names the article. */
  readonly listed: boolean;
  /** Whether the merchant's choice still includes it. */
  readonly chosen: boolean;
  /** Not chosen because the merchant left out this article by hand. */
  readonly leftOut: boolean;
};

export type Retirement = {
  readonly articleId: ArticleId;
  readonly code: RetirementCode;
  readonly reason: string;
};

export type RetirementPlan =
  | {readonly kind: 'retire'; readonly retire: readonly Retirement[]}
  | {
      readonly kind: 'brake';
      /** Retired despite the brake: the merchant decided it, or this brake does not stop it. */
      readonly retire: readonly Retirement[];
      /** Waits until the merchant releases it. */
      readonly waiting: readonly Retirement[];
      readonly reason: string;
    };

const reasons = {
  not_listed: 'The supplier no longer offers it for single-piece purchase.',
  not_chosen: 'It is no longer among the chosen articles.',
  left_out: 'You left it out.',
} as const;

export type RetirementFacts = {
  readonly choiceConfirmed: boolean;
  /**
   * Since these products became listings, no run has retired products by a choice and the merchant has confirmed no choice. Every
   * product that the rules do not choose waits for the merchant, however few there are.
   */
  readonly isFirstChoice?: boolean;
  /** Number of active or drafted listings, if `listings` has only those that may be retired; otherwise `listings` is counted. */
  readonly liveListings?: number;
};

/**
 * Whether a run would take more off sale than it may unasked: more than max(20, 5 %) of the shop's active and drafted listings, or more than
 * half if there are at least four.
 */
export const isTooMany = (count: number, live: number): boolean =>
  count > Math.max(20, Math.floor(live * 0.05)) || (live >= 4 && count > live / 2);

/**
 * Brake: if a run would retire too many listings, these wait until the merchant agrees. Two kinds do not count and are retired anyway: articles the merchant left out
 * by hand, and articles the rules no longer choose after a change of rules confirmed in its preview. Without that confirmation, the
 * cause may be that the supplier renamed a brand or a category.
 */
export function planRetirement(
  listings: readonly ListedState[],
  {choiceConfirmed, isFirstChoice = false, liveListings}: RetirementFacts,
): RetirementPlan {
  const live = listings.filter(({state}) => state === 'active' || state === 'held');
  const size = liveListings ?? live.length;
  const retiring = live.flatMap((listing) => toRetirement(listing) ?? []);
  const isWanted = ({code}: Retirement) => code === 'left_out' || (code === 'not_chosen' && choiceConfirmed);
  const counted = retiring.filter((retirement) => !isWanted(retirement));
  if (isTooMany(counted.length, size)) {
    return {kind: 'brake', retire: retiring.filter(isWanted), waiting: counted, reason: toReason(counted, size)};
  }
  const waiting = isFirstChoice ? counted.filter(({code}) => code === 'not_chosen') : [];
  if (waiting.length === 0) return {kind: 'retire', retire: retiring};
  const retire = retiring.filter((retirement) => !waiting.includes(retirement));
  return {kind: 'brake', retire, waiting, reason: toFirstChoiceReason(waiting.length, size)};
}

function toRetirement({articleId, listed, chosen, leftOut}: ListedState): Retirement | null {
  if (listed && chosen) return null;
  // First: what the merchant left out by hand is never braked, whatever else became of it.
  const code = leftOut ? 'left_out' : listed ? 'not_chosen' : 'not_listed';
  return {articleId, code, reason: reasons[code]};
}

const toFirstChoiceReason = (waiting: number, total: number): string =>
  `${waiting} of ${total} products were in the store before you chose articles and are not among the chosen ones. They stay on sale until you release them.`;

function toReason(waiting: readonly Retirement[], total: number): string {
  const unlisted = waiting.filter(({code}) => code === 'not_listed').length;
  const unchosen = waiting.length - unlisted;
  const parts = [
    ...(unlisted > 0 ? [`${unlisted} of ${total} products are no longer in the supplier's list`] : []),
    ...(unchosen > 0 ? [`${unchosen} of ${total} products are no longer among the chosen articles`] : []),
  ];
  return `${parts.join(' and ')}. That is unusual, so none of them was taken off sale.`;
}
