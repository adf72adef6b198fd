// Which articles the trial puts into the store: those whose colours and sizes the supplier states come first, spread over the brands, and
// they are the same ones each time while the catalogue, the choice and the prices stay as they are.
import type {ArticleId} from '#domain/ids.ts';

export const trialSize = 10;

export type TrialCandidate = {
  readonly id: ArticleId;
  readonly brand: string;
  /** An earlier trial made its product, so it is brought up to date instead of another one being made. */
  readonly isTried: boolean;
  /** Whether `a=stock` states colours and sizes. An order of an article that states none asks the merchant for them. */
  readonly stated: Stated;
};

/** `expected`: it has not been read yet, and the catalogue has words for both. */
export const statedWords = ['both', 'expected', 'not_read', 'lacking'] as const;
export type Stated = (typeof statedWords)[number];

/** @returns at most ten, the products of an earlier trial first, then one of each brand in turn, the best stated first. */
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
  const brands = Map.groupBy(candidates, ({brand}) => brand.toLowerCase());
  const byBrand = [...brands].toSorted(([one], [other]) => compare(one, other)).map(([, ofBrand]) => sorted(ofBrand));
  const rounds = Math.max(0, ...byBrand.map(({length}) => length));
  return Array.from({length: rounds}, (_, round) => byBrand.flatMap((ofBrand) => ofBrand[round] ?? [])).flat();
}

const sorted = <T extends TrialCandidate>(candidates: readonly T[]): readonly T[] =>
  candidates.toSorted((one, other) => compare(one.id, other.id));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
