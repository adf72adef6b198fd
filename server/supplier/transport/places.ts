// A place for each request at the supplier. All processes together have a set number of them. A process holds several at a time and
// renews them together, so a request rarely waits for more than a free place.
import type {Log} from '../../log.ts';

export type Places = {
  /**
   * Waits for a place; call the returned function when the request is over. `first` goes before the waiting requests of this process.
   * Rejects with the signal's reason.
   */
  readonly take: (how?: {readonly first?: boolean; readonly signal?: AbortSignal | undefined}) => Promise<() => void>;
  /** Gives all places back. */
  readonly close: () => Promise<void>;
};

/** Asks for places on behalf of this process; see db/runs/supplier-places. */
export type ExchangePlaces = (asked: {
  readonly inUse: number;
  readonly wanted: number;
  readonly leaseMs: number;
}) => Promise<{readonly places: number; readonly processes: number}>;

export type PlacesOptions = {
  readonly limit: number;
  /** Null: this process has all places. */
  readonly exchange: ExchangePlaces | null;
  readonly log: Log;
};

/** Milliseconds after which the places of a process that died are free. */
export const placesLeaseMs = 10_000;
/** Milliseconds between two renewals, and between two attempts to get more. */
const beatMs = 500;
const againMs = 100;
/** Milliseconds after which the database counts as away. */
const answerMs = 2_000;
/** Taken for the number of processes while the database never said it. */
const assumedProcesses = 4;

type Waiting = {readonly start: () => void};

export function createPlaces({limit, exchange, log}: PlacesOptions): Places {
  const queue: Waiting[] = [];
  let inUse = 0;
  /** The most that was wanted since the last exchange: a short lull gives nothing back. */
  let peak = 0;
  let held = exchange === null ? limit : 0;
  let heldUntil = exchange === null ? Number.POSITIVE_INFINITY : 0;
  let processes = assumedProcesses;
  let isAway = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  let isExchanging = false;

  const available = (): number => {
    if (performance.now() < heldUntil) return held;
    return isAway ? Math.max(1, Math.floor(limit / processes)) : 0;
  };

  function pump(): void {
    while (queue.length > 0 && inUse < available()) {
      inUse += 1;
      queue.shift()?.start();
    }
    peak = Math.max(peak, Math.min(limit, inUse + queue.length));
    if (exchange === null || isClosed) return;
    if (queue.length > 0 && performance.now() >= heldUntil && !isAway) void renew();
    else beat(queue.length > 0 ? againMs : beatMs);
  }

  /** Asks again after `ms`, unless nothing is held or wanted. */
  function beat(ms: number): void {
    if (timer !== null || isExchanging || (peak === 0 && held === 0)) return;
    timer = setTimeout(() => {
      timer = null;
      void renew();
    }, ms);
    timer.unref();
  }

  async function renew(): Promise<void> {
    if (exchange === null || isExchanging || isClosed) return;
    isExchanging = true;
    const begun = performance.now();
    const wanted = Math.max(peak, inUse);
    peak = 0;
    try {
      const answer = await inTime(exchange({inUse, wanted, leaseMs: placesLeaseMs}));
      if (isAway) log.info('the places for requests at the supplier are shared by all processes again');
      [held, processes, heldUntil, isAway] = [answer.places, answer.processes, begun + placesLeaseMs, false];
    } catch (err) {
      if (!isAway)
        log.warn({err}, 'the places for requests at the supplier cannot be shared: this process takes its part');
      isAway = true;
    } finally {
      isExchanging = false;
      pump();
    }
  }

  function release(): void {
    inUse -= 1;
    pump();
  }

  return {
    async take({first = false, signal} = {}) {
      signal?.throwIfAborted();
      return await new Promise<() => void>((resolve, reject) => {
        const giveUp = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        const start = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(release);
        };
        const waiting: Waiting = {start};
        signal?.addEventListener('abort', giveUp, {once: true});
        if (first) queue.unshift(waiting);
        else queue.push(waiting);
        pump();
      });
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (exchange === null || heldUntil === 0) return;
      await inTime(exchange({inUse: 0, wanted: 0, leaseMs: placesLeaseMs})).catch(() => {});
    },
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${answerMs} ms.`)), answerMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // after the limit a failure has no reader
  }
}
