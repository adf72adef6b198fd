/** The same disorder for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return items
    .map((item) => ({item, rank: random()}))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({item}) => item);
}
