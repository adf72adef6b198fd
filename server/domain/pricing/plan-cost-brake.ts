// The second brake: if more than a fifth of the supplier's prices move far in one run, a mistake is more likely than a market change.
import type {ArticleId} from '#domain/ids.ts';

export type CostChange = {
  readonly articleId: ArticleId;
  /** Euro cents: the cost of the last pricing, and the supplier's cost now. */
  readonly previous: number;
  readonly next: number;
  /** Only `a=stock` was read again since the last plan, mostly in the nightly rotation; list and catalogue did not change. */
  readonly sampled: boolean;
};

export type CostBrake =
  | {readonly kind: 'go'}
  /** The prices of these articles are not written until the merchant releases them; the run continues otherwise. */
  | {
      readonly kind: 'brake';
      readonly articleIds: readonly ArticleId[];
      /** The new cost of each of these articles, which the merchant approves or refuses, euro cents. */
      readonly costs: Readonly<Record<ArticleId, number>>;
      readonly reason: string;
    };

const movedPercent = 30;
const sharePercent = 20;

/**
 * Each night reads again only a seventh of the shop, so that seventh is a sample of its own: a mistake in all prices is obvious
 * in it, but would be a small share of the whole shop. One moved cost in the sample is not enough.
 * @param moves the chosen articles on sale or drafted for their cost, unchanged ones included; not costs the merchant has decided on.
 */
export function planCostBrake(moves: readonly CostChange[]): CostBrake {
  // A price of 0 counts as a move: it would take the product off sale.
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
    costs: Object.fromEntries(moved.map(({articleId, next}) => [articleId, next])),
    reason: `${found} moved by more than 30 %. That is unusual, so these products keep their prices until you release them.`,
  };
}

/** Whether the cost moved so far that many such moves at once wait for the merchant. */
export const hasMoved = ({previous, next}: Pick<CostChange, 'previous' | 'next'>): boolean =>
  100 * Math.abs(next - previous) > movedPercent * previous;

const isTooMany = (moved: readonly CostChange[], compared: readonly CostChange[]): boolean =>
  100 * moved.length > sharePercent * compared.length;
