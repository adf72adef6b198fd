// How the requests that may be at the supplier at once are shared between the processes of the app.

export type PlacesHeld = {
  /** Requests this process may have at the supplier. */
  readonly held: number;
  /** Requests it would have there if nothing limited it. */
  readonly wanted: number;
};

/**
 * How many places a process may use from now on: what it wants while no other process lacks any, then an equal share, and never more than
 * the others leave. With more processes than places they take turns. Requests that are under way keep their places until they end.
 */
export function sharePlaces(mine: PlacesHeld, others: readonly PlacesHeld[], limit: number): number {
  const taken = others.reduce((sum, {held}) => sum + held, 0);
  const isScarce = others.some(({held, wanted}) => wanted > held);
  const share = Math.floor(limit / (others.filter(({wanted}) => wanted > 0).length + 1));
  const turn = mine.held > 0 ? 0 : 1;
  const target = Math.min(mine.wanted, isScarce ? share || turn : limit);
  return Math.min(target, Math.max(0, limit - taken));
}
