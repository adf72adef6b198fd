// The second brake: a run in which the supplier's prices move as a whole is more likely a mistake than a market.
import type {ArticleId} from '#domain/ids.ts';

export type CostMove = {
  readonly articleId: ArticleId;
  /** Euro cents: what the product is priced on now, and what the supplier asks. */
  readonly previous: number;
  readonly next: number;
  /** Read again although neither list nor catalogue changed: one of those that had their turn. */
  readonly sampled: boolean;
};

export type CostBrake =
  | {readonly kind: 'go'}
  /** The prices of these articles are not written until the merchant releases them; the rest of the run goes on. */
  | {readonly kind: 'brake'; readonly articleIds: readonly ArticleId[]; readonly reason: string};

const movedPercent = 30;
const sharePercent = 20;

/**
 * Of the whole shop only a seventh is read again each night, so that seventh is a sample of its own: what is wrong with all
 * prices shows in it at once, where it would be a small share of the shop. One article alone is no sample.
 * @param moves every chosen article that was priced before, unchanged ones and those held for their cost included.
 */
export function planCostBrake(moves: readonly CostMove[]): CostBrake {
  // A price of nothing is a move like another: it would take the product off sale.
  const compared = moves.filter(({previous}) => previous > 0);
  const moved = compared.filter(hasMoved);
  const [sample, movedInSample] = [compared.filter(({sampled}) => sampled), moved.filter(({sampled}) => sampled)];
  const ofSample = movedInSample.length > 1 && isTooMany(movedInSample, sample);
  if (!ofSample && !isTooMany(moved, compared)) return {kind: 'go'};
  const found = ofSample
    ? `${movedInSample.length} of ${sample.length} supplier prices that were read again`
    : `${moved.length} of ${compared.length} supplier prices`;
  return {
    kind: 'brake',
    articleIds: moved.map(({articleId}) => articleId),
    reason: `${found} moved by more than 30 %. That is unusual, so these products keep their prices until you release them.`,
  };
}

const hasMoved = ({previous, next}: CostMove): boolean => 100 * Math.abs(next - previous) > movedPercent * previous;

const isTooMany = (moved: readonly CostMove[], compared: readonly CostMove[]): boolean =>
  100 * moved.length > sharePercent * compared.length;
