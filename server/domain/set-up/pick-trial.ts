// Picks the articles of a trial: those of an earlier trial, then those whose colours and sizes the supplier states, spread over the brands.
// Picks the same ones each time while the catalogue, the merchant's rules and the prices stay as they are.
import type {ArticleId} from '#domain/ids.ts';
import {wordKey} from '#domain/words/same-word.ts';

/** The most articles of a trial. */
export const trialSize = 10;

export type TrialCandidate = {
  readonly id: ArticleId;
  readonly brand: string;
  /** Whether an earlier trial made its product. Then the trial updates that product and makes no other. */
  readonly isTried: boolean;
  /** How much is known of its colours and sizes. If the supplier states none, the merchant may have to name them for every order. */
  readonly stated: DetailLevel;
};

/**
 * How much is known of an article's colours and sizes, the best first. `both`: `a=stock` states both. `expected`: `a=stock` has not been
 * read yet, but the catalogue has words for colours and sizes. `not_read`: neither. `lacking`: `a=stock` lacks some.
 */
export const detailLevels = ['both', 'expected', 'not_read', 'lacking'] as const;
export type DetailLevel = (typeof detailLevels)[number];

/** Picks at most ten articles: those of an earlier trial, then by `detailLevels`; within a level, one of each brand in turn. */
export function pickTrial<T extends TrialCandidate>(
  candidates: readonly T[],
  canBePriced: (candidate: T) => boolean,
): readonly ArticleId[] {
  const [tried, others] = [candidates.filter(({isTried}) => isTried), candidates.filter(({isTried}) => !isTried)];
  const priced = others.filter(canBePriced);
  const bestFirst = detailLevels.flatMap((word) => interleaveBrands(priced.filter(({stated}) => stated === word)));
  return [...sortedById(tried), ...bestFirst].slice(0, trialSize).map(({id}) => id);
}

/** Orders the articles so that each brand has its turn. */
function interleaveBrands<T extends TrialCandidate>(candidates: readonly T[]): readonly T[] {
  const brands = Map.groupBy(candidates, ({brand}) => wordKey(brand));
  const byBrand = [...brands]
    .toSorted(([one], [other]) => compareTexts(one, other))
    .map(([, ofBrand]) => sortedById(ofBrand));
  const rounds = Math.max(0, ...byBrand.map(({length}) => length));
  return Array.from({length: rounds}, (_, round) => byBrand.flatMap((ofBrand) => ofBrand[round] ?? [])).flat();
}

const sortedById = <T extends TrialCandidate>(candidates: readonly T[]): readonly T[] =>
  candidates.toSorted((one, other) => compareTexts(one.id, other.id));

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
