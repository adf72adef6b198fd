// Limits concurrent work, per key and over all keys. Further callers wait for a limited time: of one key first in, first out; between keys
// in turn, so that many callers of some keys do not delay the few of another.

export type GateLimits = {
  /** Concurrent work per key. */
  readonly atWork: number;
  /** Waiting callers per key; more are refused at once. */
  readonly waiting: number;
  /** Concurrent work over all keys. Default: no limit. */
  readonly inAll?: number;
  /** Waiting callers over all keys. One more takes the place of the last of the key with the most, or is refused. Default: no limit. */
  readonly waitingInAll?: number;
  /** True: between two that enter, everything else that is ready runs first. So work that computes for long is not begun all at once. */
  readonly paced?: boolean;
};

/** Call it when the work has ended, also after an error. Calling it twice does no harm. */
export type Leave = () => void;

/** Null: the queue is full, or `giveUpSignal` was aborted before there was room. */
export type Gate = (key: string, giveUpSignal: AbortSignal) => Promise<Leave | null>;

type Line = {atWork: number; lastTurn: number; readonly waiting: Set<(leave: Leave | null) => void>};

export function createGate(limits: GateLimits): Gate {
  const {inAll = Number.POSITIVE_INFINITY, waitingInAll = Number.POSITIVE_INFINITY, paced = false} = limits;
  const lines = new Map<string, Line>();
  let atWork = 0;
  let waiting = 0;
  let turn = 0;
  let isPausing = false;

  function end(key: string, line: Line): void {
    if (line.atWork === 0 && line.waiting.size === 0 && lines.get(key) === line) lines.delete(key);
  }

  /** Of the keys with a caller that may enter: the one with the least work, then the one whose last turn was longest ago. */
  function next(): [string, Line] | null {
    let best: [string, Line] | null = null;
    for (const [key, line] of lines) {
      if (line.waiting.size === 0 || line.atWork >= limits.atWork) continue;
      const least = best?.[1];
      const isFirst =
        least === undefined ||
        line.atWork < least.atWork ||
        (line.atWork === least.atWork && line.lastTurn < least.lastTurn);
      if (isFirst) best = [key, line];
    }
    return best;
  }

  function letIn(): void {
    while (atWork < inAll && !isPausing) {
      const [key, line] = next() ?? [];
      const [enter] = line?.waiting ?? [];
      if (key === undefined || line === undefined || enter === undefined) return;
      line.waiting.delete(enter);
      waiting -= 1;
      line.atWork += 1;
      atWork += 1;
      turn += 1;
      line.lastTurn = turn;
      let isIn = true;
      enter(() => {
        if (!isIn) return;
        isIn = false;
        line.atWork -= 1;
        atWork -= 1;
        end(key, line);
        letIn();
      });
      if (paced) pause();
    }
  }

  function pause(): void {
    isPausing = true;
    setImmediate(() => {
      isPausing = false;
      letIn();
    });
  }

  /** Makes room for a caller of this line, if another line has more. */
  function sendOneAway(line: Line): boolean {
    const longest = [...lines.values()].reduce(
      (most, other) => (other.waiting.size > most.waiting.size ? other : most),
      line,
    );
    const last = [...longest.waiting].at(-1);
    if (last === undefined || longest.waiting.size <= line.waiting.size + 1) return false;
    last(null);
    return true;
  }

  return async (key, giveUpSignal) => {
    if (giveUpSignal.aborted) return null;
    const line: Line = lines.get(key) ?? {atWork: 0, lastTurn: 0, waiting: new Set()};
    if (line.atWork + line.waiting.size >= limits.atWork + limits.waiting) return null;
    if (waiting >= waitingInAll && !sendOneAway(line)) return null;
    lines.set(key, line);
    const entered = Promise.withResolvers<Leave | null>();
    const enter = (leave: Leave | null) => {
      giveUpSignal.removeEventListener('abort', giveUp);
      // Not let in: it gave up, or was sent away.
      if (leave === null && line.waiting.delete(enter)) {
        waiting -= 1;
        end(key, line);
      }
      entered.resolve(leave);
    };
    const giveUp = () => enter(null);
    giveUpSignal.addEventListener('abort', giveUp, {once: true});
    line.waiting.add(enter);
    waiting += 1;
    letIn();
    return entered.promise;
  };
}
