// Shares the limit on simultaneous requests to the supplier between the processes of the app. A place is the right to have one request.

/** One process's requests at the supplier. */
export type PlacesHeld = {
  /** How many requests this process may have at the supplier now. */
  readonly held: number;
  /** How many requests this process would have at the supplier now if there were no limit. */
  readonly wanted: number;
};

/**
 * How many places a process may use from now on: what it wants if no other process lacks any, else an equal share, and never more than the
 * others leave free. With more processes than places they take turns. Requests under way keep their places until they end.
 */
export function planPlaces(mine: PlacesHeld, others: readonly PlacesHeld[], limit: number): number {
  const taken = others.reduce((sum, {held}) => sum + held, 0);
  const isScarce = others.some(({held, wanted}) => wanted > held);
  const share = Math.floor(limit / (others.filter(({wanted}) => wanted > 0).length + 1));
  const turn = mine.held > 0 ? 0 : 1;
  const target = Math.min(mine.wanted, isScarce ? share || turn : limit);
  return Math.min(target, Math.max(0, limit - taken));
}
