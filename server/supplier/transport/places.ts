// A place for each request at the supplier. All processes together have a set number of them. A process holds several at a time and
// renews them together, so a request rarely waits for more than a free place.
import {setTimeout as wait} from 'node:timers/promises';
import type {Log} from '../../log.ts';

export type Places = {
  /**
   * Waits for a place; call the returned function when the request is over. `first` goes before the others that wait in this process.
   * Rejects with the signal's reason when it aborts.
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
/** Milliseconds between two exchanges: usually, and while requests wait. */
const beatMs = 500;
const againMs = 100;
/** Milliseconds after which the database counts as away. */
const answerMs = 2_000;
/** The number of processes to assume until the database has reported it once. */
const assumedProcesses = 4;

export const createPlaces = (options: PlacesOptions): Places => {
  const shared = new SharedPlaces(options);
  return {take: (how) => shared.take(how), close: () => shared.close()};
};

type Waiting = {readonly isFirst: boolean; readonly start: () => void};

class SharedPlaces {
  readonly #options: PlacesOptions;
  readonly #queue: Waiting[] = [];
  #inUse = 0;
  /** The most that was wanted since the last exchange: a short lull gives nothing back. */
  #peak = 0;
  #held: number;
  #heldUntil: number;
  #processes = assumedProcesses;
  #isAway = false;
  #isClosed = false;
  #isExchanging = false;
  #exchangedAt = Number.NEGATIVE_INFINITY;
  #timer: {readonly handle: NodeJS.Timeout; readonly dueAt: number} | null = null;

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#held = options.exchange === null ? options.limit : 0;
    this.#heldUntil = options.exchange === null ? Number.POSITIVE_INFINITY : 0;
  }

  async take({first = false, signal}: Parameters<Places['take']>[0] = {}): Promise<() => void> {
    signal?.throwIfAborted();
    return await new Promise<() => void>((resolve, reject) => {
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve(() => this.#release());
      };
      const waiting: Waiting = {isFirst: first, start};
      signal?.addEventListener('abort', giveUp, {once: true});
      const at = first ? this.#queue.findIndex(({isFirst}) => !isFirst) : -1;
      this.#queue.splice(at === -1 ? this.#queue.length : at, 0, waiting);
      this.#startWaiting();
    });
  }

  async close(): Promise<void> {
    const {exchange} = this.#options;
    this.#isClosed = true;
    this.#stopTimer();
    if (exchange === null || this.#heldUntil === 0) return;
    const givenBack = exchange({inUse: 0, wanted: 0, leaseMs: placesLeaseMs}).catch(() => {});
    await Promise.race([givenBack, wait(answerMs, undefined, {ref: false})]);
  }

  #release(): void {
    this.#inUse -= 1;
    this.#startWaiting();
  }

  #available(): number {
    if (performance.now() < this.#heldUntil) return this.#held;
    return this.#isAway ? Math.max(1, Math.floor(this.#options.limit / this.#processes)) : 0;
  }

  #startWaiting(): void {
    const queue = this.#queue;
    while (queue.length > 0 && this.#inUse < this.#available()) {
      this.#inUse += 1;
      queue.shift()?.start();
    }
    this.#peak = Math.max(this.#peak, Math.min(this.#options.limit, this.#inUse + queue.length));
    // Nothing held and nothing wanted: nothing to exchange.
    if (this.#peak > 0 || this.#held > 0) this.#exchangeAfter(queue.length > 0 ? againMs : beatMs);
  }

  /** Plans the next exchange for `ms` after the last one, or moves it forward to that time. */
  #exchangeAfter(ms: number): void {
    if (this.#options.exchange === null || this.#isClosed || this.#isExchanging) return;
    const now = performance.now();
    const dueAt = Math.max(now, this.#exchangedAt + ms);
    if (this.#timer !== null && this.#timer.dueAt <= dueAt) return;
    this.#stopTimer();
    if (dueAt === now) {
      void this.#exchange();
      return;
    }
    const handle = setTimeout(() => {
      this.#timer = null;
      void this.#exchange();
    }, dueAt - now);
    handle.unref();
    this.#timer = {handle, dueAt};
  }

  #stopTimer(): void {
    clearTimeout(this.#timer?.handle);
    this.#timer = null;
  }

  /** Never two at once: an answer that comes late would undo what the next one agreed on. */
  async #exchange(): Promise<void> {
    const {exchange, log} = this.#options;
    if (exchange === null || this.#isExchanging || this.#isClosed) return;
    this.#isExchanging = true;
    await Promise.resolve(); // requests of the same moment ask together
    const begun = performance.now();
    const wanted = Math.max(this.#peak, this.#inUse);
    this.#peak = 0;
    const late = setTimeout(() => this.#useOwnPart(new Error(lateText)), answerMs);
    try {
      const {places, processes} = await exchange({inUse: this.#inUse, wanted, leaseMs: placesLeaseMs});
      if (this.#isAway) log.info('the places for requests at the supplier are shared by all processes again');
      this.#held = places;
      this.#processes = processes;
      this.#heldUntil = begun + placesLeaseMs;
      this.#isAway = false;
    } catch (error) {
      this.#useOwnPart(error);
    } finally {
      clearTimeout(late);
      this.#isExchanging = false;
      this.#exchangedAt = performance.now();
      this.#startWaiting();
    }
  }

  /** Once the lease of its places has ended, the process uses its own part of the limit until the database answers again. */
  #useOwnPart(err: unknown): void {
    if (!this.#isAway)
      this.#options.log.warn(
        {err},
        'places for requests at the supplier cannot be shared over the database: this process uses its own part of the limit',
      );
    this.#isAway = true;
    this.#startWaiting();
  }
}

const lateText = `The database did not answer within ${answerMs} ms.`;
