// Which listings leave the shelves, decided from `a=list` alone, and only from a complete one.

/** A listing on the shelf whose article is not listed, or not chosen, any more. */
export type OffShelf = {
  readonly articleId: string;
  /** Whether the current `a=list` holds the article. */
  readonly listed: boolean;
  /** What the merchant said when it left the list with many others: take it off sale, or leave it alone. */
  readonly absence: 'retire' | 'keep' | null;
};

export type Shelf = {
  /** Listings that are active or held. */
  readonly size: number;
  readonly off: readonly OffShelf[];
};

export type Retirement = {readonly articleId: string; readonly reason: string};

export type RetirementPlan = {
  readonly retire: readonly Retirement[];
  /** What waits for the merchant's word; null where nothing does. */
  readonly brake: {readonly articleIds: readonly string[]; readonly reason: string} | null;
};

const notListed = 'The supplier no longer offers it for single-piece purchase.';
const notChosen = 'It is no longer among the chosen articles.';

/**
 * Brake: a run that would retire more than max(20, 5 %) of the shop's listings, or more than half of a shop with at
 * least four, leaves those on sale until the merchant says so. A change of choice is the merchant's own word and does not brake.
 */
export function planRetirement({size, off}: Shelf): RetirementPlan {
  const unchosen = off.filter(({listed}) => listed);
  const unlisted = off.filter(({listed, absence}) => !listed && absence !== 'keep');
  const asked = unlisted.filter(({absence}) => absence === 'retire');
  const unasked = unlisted.filter(({absence}) => absence === null);
  const because = (reason: string) => (listing: OffShelf) => ({articleId: listing.articleId, reason});
  const retire = [...asked.map(because(notListed)), ...unchosen.map(because(notChosen))];
  const limit = Math.max(20, Math.floor(size * 0.05));
  const overHalf = size >= 4 && unasked.length > size / 2;
  if (unasked.length <= limit && !overHalf) return {retire: [...retire, ...unasked.map(because(notListed))], brake: null};
  const reason = `${unasked.length} of ${size} products are no longer in the supplier's list. That is unusual, so they stay on sale until you release them.`;
  return {retire, brake: {articleIds: unasked.map(({articleId}) => articleId), reason}};
}
