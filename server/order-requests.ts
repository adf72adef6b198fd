// Dropship orders that this process is claiming, sending or settling. If the process ends now, they may become unconfirmed.

export type OrderRequests = {
  /** Call before a claim, and the returned function after its settlement. Null: the process is stopping and claims nothing more. */
  readonly begin: () => (() => void) | null;
  /** From now on `begin` returns null. */
  readonly refuseNew: () => void;
  readonly underWay: () => number;
  /** Resolves as soon as none is under way. */
  readonly settled: () => Promise<void>;
};

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
