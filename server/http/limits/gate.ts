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

type Enter = (leave: Leave | null) => void;
type Line = {readonly key: string; atWork: number; lastTurn: number; readonly waiting: Set<Enter>};

export function createGate(limits: GateLimits): Gate {
  const queue = new GateQueue(limits);
  return async (key, giveUpSignal) => {
    const line = giveUpSignal.aborted ? null : queue.lineFor(key);
    if (line === null) return null;
    const entered = Promise.withResolvers<Leave | null>();
    const enter: Enter = (leave) => {
      giveUpSignal.removeEventListener('abort', giveUp);
      // Not let in: it gave up, or was sent away.
      if (leave === null) queue.remove(line, enter);
      entered.resolve(leave);
    };
    const giveUp = () => enter(null);
    giveUpSignal.addEventListener('abort', giveUp, {once: true});
    queue.add(line, enter);
    return entered.promise;
  };
}

class GateQueue {
  readonly #limits: GateLimits;
  readonly #lines = new Map<string, Line>();
  #atWork = 0;
  #waiting = 0;
  #turn = 0;
  #isPausing = false;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** Null: there is no room to wait. */
  lineFor(key: string): Line | null {
    const {atWork, waiting, waitingInAll = Number.POSITIVE_INFINITY} = this.#limits;
    const line = this.#lines.get(key) ?? {key, atWork: 0, lastTurn: 0, waiting: new Set()};
    if (line.atWork + line.waiting.size >= atWork + waiting) return null;
    if (this.#waiting >= waitingInAll && !this.#sendOneAway(line)) return null;
    return line;
  }

  add(line: Line, enter: Enter): void {
    this.#lines.set(line.key, line);
    line.waiting.add(enter);
    this.#waiting += 1;
    this.#letIn();
  }

  remove(line: Line, enter: Enter): void {
    if (!line.waiting.delete(enter)) return;
    this.#waiting -= 1;
    this.#forgetIfEmpty(line);
  }

  #letIn(): void {
    const {inAll = Number.POSITIVE_INFINITY, paced = false} = this.#limits;
    while (this.#atWork < inAll && !this.#isPausing) {
      const line = this.#next();
      const [enter] = line?.waiting ?? [];
      if (line === null || enter === undefined) return;
      line.waiting.delete(enter);
      this.#waiting -= 1;
      line.atWork += 1;
      this.#atWork += 1;
      this.#turn += 1;
      line.lastTurn = this.#turn;
      enter(this.#leaving(line));
      if (paced) this.#pause();
    }
  }

  /** Of the keys with a caller that may enter: the one with the least work, then the one whose last turn was longest ago. */
  #next(): Line | null {
    let best: Line | null = null;
    for (const line of this.#lines.values()) {
      if (line.waiting.size === 0 || line.atWork >= this.#limits.atWork) continue;
      const goesFirst =
        best === null || line.atWork < best.atWork || (line.atWork === best.atWork && line.lastTurn < best.lastTurn);
      if (goesFirst) best = line;
    }
    return best;
  }

  #leaving(line: Line): Leave {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      line.atWork -= 1;
      this.#atWork -= 1;
      this.#forgetIfEmpty(line);
      this.#letIn();
    };
  }

  #pause(): void {
    this.#isPausing = true;
    setImmediate(() => {
      this.#isPausing = false;
      this.#letIn();
    });
  }

  /** Makes room for a caller of this line, if another line has more. */
  #sendOneAway(line: Line): boolean {
    const [longest] = [...this.#lines.values()].toSorted((a, b) => b.waiting.size - a.waiting.size);
    const last = [...(longest?.waiting ?? [])].at(-1);
    if (longest === undefined || last === undefined || longest.waiting.size <= line.waiting.size + 1) return false;
    last(null);
    return true;
  }

  #forgetIfEmpty(line: Line): void {
    if (line.atWork === 0 && line.waiting.size === 0) this.#lines.delete(line.key);
  }
}
