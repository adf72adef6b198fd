// Limits concurrent work, per key and over all keys. Further callers wait for a limited time: those of one key first in, first out; those
// of different keys in turn, so that many callers of some keys do not delay the few of another.

/** How much work a gate lets in at once, and how many callers may wait. */
export type GateLimits = {
  /** Concurrent work per key. */
  readonly atWork: number;
  /** Waiting callers per key; more are refused at once. */
  readonly waiting: number;
  /** Concurrent work over all keys. Default: no limit. */
  readonly totalAtWork?: number;
  /**
   * Waiting callers over all keys. When there are more, the last caller of the key with the most is refused, or the new caller is. Default:
   * no limit.
   */
  readonly totalWaiting?: number;
  /**
   * True: after a caller enters, other ready work of the event loop runs before the next one enters, so that long computations do not all
   * begin at once.
   */
  readonly isPaced?: boolean;
};

/** Call it when the work has ended, also after an error. Calling it twice does no harm. */
export type LeaveGate = () => void;

/** Waits until work for the key may begin. Null: the queue is full, or `giveUpSignal` was aborted before there was room. */
export type Gate = (key: string, giveUpSignal: AbortSignal) => Promise<LeaveGate | null>;

/** Lets a waiting caller in, or refuses it (null). */
type LetCallerIn = (leave: LeaveGate | null) => void;
/** The running work and the waiting callers of one key; `lastTurn` is the number of the turn when its last caller entered. */
type KeyQueue = {readonly key: string; atWork: number; lastTurn: number; readonly waiting: Set<LetCallerIn>};

/** Creates a gate: callers wait in it until there is room for their work. */
export function createGate(limits: GateLimits): Gate {
  const queue = new GateQueue(limits);
  return async (key, giveUpSignal) => {
    const line = giveUpSignal.aborted ? null : queue.queueFor(key);
    if (line === null) return null;
    const entered = Promise.withResolvers<LeaveGate | null>();
    const enter: LetCallerIn = (leave) => {
      giveUpSignal.removeEventListener('abort', giveUp);
      // Null means that the caller gave up, or was refused to make room for another.
      if (leave === null) queue.removeWaiting(line, enter);
      entered.resolve(leave);
    };
    const giveUp = () => enter(null);
    giveUpSignal.addEventListener('abort', giveUp, {once: true});
    queue.addWaiting(line, enter);
    return entered.promise;
  };
}

/** The queues of all keys: lets waiting callers in when there is room, and refuses those that are too many. */
class GateQueue {
  readonly #limits: GateLimits;
  readonly #lines = new Map<string, KeyQueue>();
  #atWork = 0;
  #waiting = 0;
  #turn = 0;
  #isPausing = false;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** The queue of a key; null if no further caller may wait in it. */
  queueFor(key: string): KeyQueue | null {
    const {atWork, waiting, totalWaiting = Number.POSITIVE_INFINITY} = this.#limits;
    const line = this.#lines.get(key) ?? {key, atWork: 0, lastTurn: 0, waiting: new Set()};
    if (line.atWork + line.waiting.size >= atWork + waiting) return null;
    if (this.#waiting >= totalWaiting && !this.#sendOneAway(line)) return null;
    return line;
  }

  /** Adds a caller to the queue of its key, and lets in every caller for which there is room. */
  addWaiting(line: KeyQueue, enter: LetCallerIn): void {
    this.#lines.set(line.key, line);
    line.waiting.add(enter);
    this.#waiting += 1;
    this.#letIn();
  }

  /** Takes a caller out of the queue of its key, if it still waits there. */
  removeWaiting(line: KeyQueue, enter: LetCallerIn): void {
    if (!line.waiting.delete(enter)) return;
    this.#waiting -= 1;
    this.#forgetIfEmpty(line);
  }

  #letIn(): void {
    const {totalAtWork = Number.POSITIVE_INFINITY, isPaced = false} = this.#limits;
    while (this.#atWork < totalAtWork && !this.#isPausing) {
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
      if (isPaced) this.#pause();
    }
  }

  /** Of the keys with a caller that may enter: the one with the least work, then the one whose last turn was longest ago. */
  #next(): KeyQueue | null {
    let best: KeyQueue | null = null;
    for (const line of this.#lines.values()) {
      if (line.waiting.size === 0 || line.atWork >= this.#limits.atWork) continue;
      const goesFirst =
        best === null || line.atWork < best.atWork || (line.atWork === best.atWork && line.lastTurn < best.lastTurn);
      if (goesFirst) best = line;
    }
    return best;
  }

  #leaving(line: KeyQueue): LeaveGate {
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

  /** Refuses the last caller of the longest queue to make room for one of `line`; false if that queue is hardly longer than `line`. */
  #sendOneAway(line: KeyQueue): boolean {
    const [longest] = [...this.#lines.values()].toSorted((a, b) => b.waiting.size - a.waiting.size);
    const last = [...(longest?.waiting ?? [])].at(-1);
    if (longest === undefined || last === undefined || longest.waiting.size <= line.waiting.size + 1) return false;
    last(null);
    return true;
  }

  #forgetIfEmpty(line: KeyQueue): void {
    if (line.atWork === 0 && line.waiting.size === 0) this.#lines.delete(line.key);
  }
}
