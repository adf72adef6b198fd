// How much happens within one turn of the event loop: what blocks it shows as one turn with everything in it.
export function countPerTurn() {
  const perTurn = new Map<number, number>();
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return {
    count: () => void perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1),
    /** Stops counting. */
    end() {
      isOver = true;
      const counts = [...perTurn.values()];
      return {total: counts.reduce((sum, count) => sum + count, 0), most: Math.max(0, ...counts)};
    },
  };
}
