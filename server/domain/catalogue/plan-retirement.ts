// Which listings leave the shelves, decided from `a=list` alone, and only from a complete one.

export type ListedState = {
  readonly articleId: string;
  readonly state: 'active' | 'held' | 'retired' | 'deleted_in_store';
  /** Whether the current `a=list` holds the article. */
  readonly listed: boolean;
  /** Whether the merchant's choice still covers it. */
  readonly chosen: boolean;
};

export type Retirement = {readonly articleId: string; readonly reason: string};

export type RetirementPlan =
  | {readonly kind: 'retire'; readonly retire: readonly Retirement[]}
  | {readonly kind: 'brake'; readonly retire: readonly Retirement[]; readonly reason: string};

const notListed = 'The supplier no longer offers it for single-piece purchase.';
const notChosen = 'It is no longer among the chosen brands and categories.';

/**
 * Brake: a run that would retire more than max(20, 5 %) of the shop's listings, or more than half of a shop with at
 * least four, retires nothing until the merchant says so. A change of choice is the merchant's own word and does not brake.
 */
export function planRetirement(listings: readonly ListedState[]): RetirementPlan {
  const onShelf = listings.filter(({state}) => state === 'active' || state === 'held');
  const unlisted = onShelf.filter(({listed}) => !listed).map(({articleId}) => ({articleId, reason: notListed}));
  const unchosen = onShelf
    .filter(({listed, chosen}) => listed && !chosen)
    .map(({articleId}) => ({articleId, reason: notChosen}));
  const limit = Math.max(20, Math.floor(onShelf.length * 0.05));
  const overHalf = onShelf.length >= 4 && unlisted.length > onShelf.length / 2;
  if (unlisted.length > limit || overHalf) {
    const reason = `${unlisted.length} of ${onShelf.length} products are no longer in the supplier's list. That is unusual, so none of them was taken off sale.`;
    return {kind: 'brake', retire: unchosen, reason};
  }
  return {kind: 'retire', retire: [...unlisted, ...unchosen]};
}
