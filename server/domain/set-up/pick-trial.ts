// Which articles the trial puts into the store: spread over the brands, and the same ones each time while the catalogue, the choice and
// the prices stay as they are.
import type {ArticleId} from '#domain/ids.ts';

export const trialSize = 10;

export type TrialCandidate = {
  readonly id: ArticleId;
  readonly brand: string;
  /** An earlier trial made its product, so it is brought up to date instead of another one being made. */
  readonly isTried: boolean;
};

/** @returns at most ten, the products of an earlier trial first, then one of each brand in turn. */
export function pickTrial<T extends TrialCandidate>(
  candidates: readonly T[],
  canBePriced: (candidate: T) => boolean,
): readonly ArticleId[] {
  const [tried, others] = [candidates.filter(({isTried}) => isTried), candidates.filter(({isTried}) => !isTried)];
  const brands = Map.groupBy(others.filter(canBePriced), ({brand}) => brand.toLowerCase());
  const byBrand = [...brands].toSorted(([one], [other]) => compare(one, other)).map(([, ofBrand]) => sorted(ofBrand));
  const rounds = Math.max(0, ...byBrand.map(({length}) => length));
  const inTurn = Array.from({length: rounds}, (_, round) => byBrand.flatMap((ofBrand) => ofBrand[round] ?? [])).flat();
  return [...sorted(tried), ...inTurn].slice(0, trialSize).map(({id}) => id);
}

const sorted = <T extends TrialCandidate>(candidates: readonly T[]): readonly T[] =>
  candidates.toSorted((one, other) => compare(one.id, other.id));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
