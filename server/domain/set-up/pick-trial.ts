// Which articles the trial puts into the store: those of an earlier trial, then those whose colours and sizes the supplier states, spread
// over the brands. The choice is the same each time while the catalogue, the merchant's rules and the prices stay as they are.
import type {ArticleId} from '#domain/ids.ts';
import {wordKey} from '#domain/words/same-word.ts';

export const trialSize = 10;

export type TrialCandidate = {
  readonly id: ArticleId;
  readonly brand: string;
  /** An earlier trial made its product, so it is brought up to date instead of another one being made. */
  readonly isTried: boolean;
  /** Whether `a=stock` states colours and sizes. Where it does not, an order may need the merchant to name them. */
  readonly stated: Stated;
};

/** `expected`: `a=stock` has not been read yet, and the catalogue has words for both. The best comes first. */
export const statedWords = ['both', 'expected', 'not_read', 'lacking'] as const;
export type Stated = (typeof statedWords)[number];

/** @returns at most ten: the products of an earlier trial, then the best stated; among equally stated ones, one of each brand in turn. */
export function pickTrial<T extends TrialCandidate>(
  candidates: readonly T[],
  canBePriced: (candidate: T) => boolean,
): readonly ArticleId[] {
  const [tried, others] = [candidates.filter(({isTried}) => isTried), candidates.filter(({isTried}) => !isTried)];
  const priced = others.filter(canBePriced);
  const bestFirst = statedWords.flatMap((word) => inTurn(priced.filter(({stated}) => stated === word)));
  return [...sorted(tried), ...bestFirst].slice(0, trialSize).map(({id}) => id);
}

/** One of each brand in turn. */
function inTurn<T extends TrialCandidate>(candidates: readonly T[]): readonly T[] {
  const brands = Map.groupBy(candidates, ({brand}) => wordKey(brand));
  const byBrand = [...brands].toSorted(([one], [other]) => compare(one, other)).map(([, ofBrand]) => sorted(ofBrand));
  const rounds = Math.max(0, ...byBrand.map(({length}) => length));
  return Array.from({length: rounds}, (_, round) => byBrand.flatMap((ofBrand) => ofBrand[round] ?? [])).flat();
}

const sorted = <T extends TrialCandidate>(candidates: readonly T[]): readonly T[] =>
  candidates.toSorted((one, other) => compare(one.id, other.id));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
