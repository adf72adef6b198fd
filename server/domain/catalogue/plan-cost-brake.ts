// The second brake: a run in which the supplier's prices move as a whole is more likely a mistake than a market.

export type CostMove = {
  readonly articleId: string;
  /** Euro cents: what the product is priced on now, and what the supplier asks. */
  readonly previous: number;
  readonly next: number;
};

export type CostBrake =
  | {readonly kind: 'go'}
  /** Nothing of these articles is written until the merchant releases it; the rest of the run goes on. */
  | {readonly kind: 'brake'; readonly articleIds: readonly string[]; readonly reason: string};

const movedPercent = 30;
const sharePercent = 20;

/** @param moves every chosen article that was priced before, unchanged ones included. */
export function planCostBrake(moves: readonly CostMove[]): CostBrake {
  // A price of nothing is a move like another: it would take the product off sale.
  const compared = moves.filter(({previous}) => previous > 0);
  const moved = compared.filter(({previous, next}) => 100 * Math.abs(next - previous) > movedPercent * previous);
  if (100 * moved.length <= sharePercent * compared.length) return {kind: 'go'};
  return {
    kind: 'brake',
    articleIds: moved.map(({articleId}) => articleId),
    reason: `${moved.length} of ${compared.length} supplier prices moved by more than 30 %. That is unusual, so these products stay as they are until you release them.`,
  };
}
