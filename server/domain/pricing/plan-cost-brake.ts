// The brake on costs: if more than a fifth of the supplier's prices move by over 30 % in one run, the supplier probably made a mistake.
import {restReason} from '#domain/catalogue/off-sale/divide-brake.ts';
import type {ArticleId} from '#domain/ids.ts';

/** One article's cost then and now. */
export type CostChange = {
  readonly articleId: ArticleId;
  /** Euro cents: the cost of the last pricing. */
  readonly previous: number;
  /** Euro cents: the supplier's cost now. */
  readonly next: number;
  /** Whether only `a=stock` was read again since the last plan, mostly by the nightly rotation, while list and catalogue did not change. */
  readonly sampled: boolean;
};

/** `go`: all prices may be written. */
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

/** A cost that moves by more than this counts as moved. */
const moveLimitPercent = 30;
/** The brake is set if more than this share of the costs moved. */
const shareLimitPercent = 20;

/**
 * Brakes if too many costs moved, of all or of the sample. The sample is the seventh of the shop that a night reads again: a mistake in all
 * prices is obvious there, but is a small share of the whole shop. One moved cost in the sample is not enough.
 * @param moves costs of chosen articles on sale or drafted for their cost, unchanged ones too, without those the merchant decided on.
 * @param keptBraked articles that wait however few they are (`articlesKeptBraked`); they do not count towards a new brake. Left out: none.
 */
export function planCostBrake(moves: readonly CostChange[], keptBraked: ReadonlySet<ArticleId> = new Set()): CostBrake {
  const brake = brakeTogether(moves.filter(({articleId}) => !keptBraked.has(articleId)));
  const rest = moves.filter((move) => keptBraked.has(move.articleId) && move.previous > 0 && hasCostMoved(move));
  if (rest.length === 0) return brake;
  const reason = brake.kind === 'go' ? restReason(rest.length) : brake.reason;
  const articleIds = [...(brake.kind === 'go' ? [] : brake.articleIds), ...rest.map(({articleId}) => articleId)];
  return {
    kind: 'brake',
    articleIds: articleIds.toSorted((one, other) => (one < other ? -1 : 1)),
    costs: {...(brake.kind === 'go' ? {} : brake.costs), ...newCostsOf(rest)},
    reason,
  };
}

/** The new cost of each article, euro cents. */
const newCostsOf = (moves: readonly CostChange[]): Readonly<Record<ArticleId, number>> =>
  Object.fromEntries(moves.map(({articleId, next}) => [articleId, next]));

/** Brakes all moved costs if they are too many. */
function brakeTogether(moves: readonly CostChange[]): CostBrake {
  // A next price of 0 counts as a move, because it would take the product off sale.
  const compared = moves.filter(({previous}) => previous > 0);
  const moved = compared.filter(hasCostMoved);
  const [sample, movedInSample] = [compared.filter(({sampled}) => sampled), moved.filter(({sampled}) => sampled)];
  const ofSample = movedInSample.length > 1 && exceedsShareLimit(movedInSample, sample);
  if (!ofSample && !exceedsShareLimit(moved, compared)) return {kind: 'go'};
  const found = ofSample
    ? `${movedInSample.length} of ${sample.length} supplier prices that were read again`
    : `${moved.length} of ${compared.length} supplier prices`;
  return {
    kind: 'brake',
    articleIds: moved.map(({articleId}) => articleId),
    costs: newCostsOf(moved),
    reason: `${found} moved by more than 30 %. That is unusual, so these products keep their prices until you release them.`,
  };
}

/** Whether the cost moved by more than 30 %, so that it counts for the brake. */
export const hasCostMoved = ({previous, next}: Pick<CostChange, 'previous' | 'next'>): boolean =>
  100 * Math.abs(next - previous) > moveLimitPercent * previous;

/** Whether too large a share of the compared costs moved. */
const exceedsShareLimit = (moved: readonly CostChange[], compared: readonly CostChange[]): boolean =>
  100 * moved.length > shareLimitPercent * compared.length;
