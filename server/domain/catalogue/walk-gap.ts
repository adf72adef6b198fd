// Whether a walk read the whole catalogue. Interface document, "Catalogue page envelope": `total` is the number of matching
// articles, and a client walks pages until `next_page` is null.

export type Walk = {
  /** The whole catalogue was requested, not only articles added since a date. */
  readonly isWhole: boolean;
  /** The lowest `total` of its pages: it changes if articles are added or removed during the walk. */
  readonly total: number;
  /** Entries of all pages, readable or not. */
  readonly came: number;
  /** Pages without any entry. */
  readonly emptyPages: readonly number[];
};

/** This count, or this share of `total` if that is more, may be missing: articles may be added or removed during the walk. */
const fewAtMost = {count: 5, share: 0.01};

/**
 * What the merchant is told if too much is missing or a page was empty; null if the walk counts as complete, as does one since a date that
 * finds nothing.
 */
export function describeWalkGap({isWhole, total, came, emptyPages}: Walk): string | null {
  if (total <= 0 && came === 0) return isWhole ? `The supplier's catalogue is empty. ${unchanged}` : null;
  const missing = total - came;
  if (emptyPages.length === 0 && missing <= Math.max(fewAtMost.count, fewAtMost.share * total)) return null;
  const [first] = emptyPages;
  const where = first === undefined ? '' : ` Page ${first} was empty.`;
  return `The supplier's catalogue was not whole: it says it has ${total} articles, and ${came} came.${where} ${unchanged}`;
}

const unchanged = 'Texts and images of articles that did not come stay as they were.';
