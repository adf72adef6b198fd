// Checks whether a run read the whole catalogue. Interface document, "Catalogue page envelope": `total` is the number of matching
// articles, and a client reads pages until `next_page` is null.

export type CatalogueWalk = {
  /** Whether the whole catalogue was requested, not only articles added since a date. */
  readonly isWhole: boolean;
  /** The lowest `total` that a page stated; it changes if articles are added or removed while the pages are read. */
  readonly total: number;
  /** How many entries arrived on all pages, readable or not. */
  readonly came: number;
  /** Numbers of the pages without any entry. */
  readonly emptyPages: readonly number[];
};

/** So many entries, or this share of `total` if that is more, may be missing, because articles may come and go during the reading. */
const toleratedGap = {count: 5, share: 0.01};

/**
 * The sentence for the merchant if too many entries are missing or a page was empty; null if the reading counts as complete. A reading
 * since a date that finds nothing is complete.
 */
export function describeWalkGap({isWhole, total, came, emptyPages}: CatalogueWalk): string | null {
  if (total <= 0 && came === 0) return isWhole ? `The supplier's catalogue is empty. ${unchangedText}` : null;
  const missing = total - came;
  if (emptyPages.length === 0 && missing <= Math.max(toleratedGap.count, toleratedGap.share * total)) return null;
  const [first] = emptyPages;
  const where = first === undefined ? '' : ` Page ${first} was empty.`;
  return `The supplier's catalogue was not whole: it says it has ${total} articles, and ${came} came.${where} ${unchangedText}`;
}

const unchangedText = 'Texts and images of articles that did not come stay as they were.';
