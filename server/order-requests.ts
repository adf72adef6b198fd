// Counts the dropship orders that this process is claiming, sending or settling. If the process ended now, they might become unconfirmed.

/** The count of this process's orders, and whether more may begin. */
export type OrderRequests = {
  /** Call it before a claim, and the returned function after the settlement. Null: the process is stopping, so nothing may be claimed. */
  readonly begin: () => (() => void) | null;
  /** Makes `begin` return null from now on. */
  readonly refuseNew: () => void;
  /** How many orders are under way. */
  readonly underWay: () => number;
  /** Resolves as soon as no order is under way. */
  readonly settled: () => Promise<void>;
};

/** Creates the count of this process, which begins at zero. */
export function createOrderRequests(): OrderRequests {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let isStopping = false;
  return {
    begin() {
      if (isStopping) return null;
      underWay += 1;
      return () => {
        underWay -= 1;
        if (underWay === 0) for (const resolve of waiting.splice(0)) resolve();
      };
    },
    refuseNew() {
      isStopping = true;
    },
    underWay: () => underWay,
    settled: () => (underWay === 0 ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve))),
  };
}
