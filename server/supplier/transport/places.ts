// Limits simultaneous requests to the supplier: each request takes a place, and all processes together have a set number of places. A
// process holds several places and renews them together, so that not every request needs the database.
import {setTimeout as wait} from 'node:timers/promises';
import type {Log} from '../../log.ts';

/** The places for requests at the supplier that this process can take. */
export type RequestPlaces = {
  /**
   * Waits for a place; call the returned function when the request is over. With `first` the caller is served before others in this
   * process. Rejects with the signal's reason when it aborts.
   */
  readonly take: (how?: {readonly first?: boolean; readonly signal?: AbortSignal | undefined}) => Promise<() => void>;
  /** Gives all places back. */
  readonly close: () => Promise<void>;
};

/** Tells the database how many places this process uses and wants, and returns how many it may use; see db/runs/supplier-places. */
export type PlacesExchange = (asked: {
  /** How many requests of this process have a place. */
  readonly inUse: number;
  /** How many requests of this process have or want a place. */
  readonly wanted: number;
  /** Milliseconds for which the places are granted. */
  readonly leaseMs: number;
}) => Promise<{readonly places: number; readonly processes: number}>;

/** How many places there are, and how processes share them. */
export type PlacesOptions = {
  /** How many requests all processes together may have at once. */
  readonly limit: number;
  /** Null: this process has all places. */
  readonly exchange: PlacesExchange | null;
  readonly log: Log;
};

/** Milliseconds after which the places of a process that died are free. */
export const placesLeaseMs = 10_000;
/** Milliseconds between two exchanges of places with the database while no request waits. */
const exchangeEveryMs = 500;
/** Milliseconds between two exchanges while requests wait for a place. */
const exchangeWhileWaitingMs = 100;
/** Milliseconds after which the database counts as unreachable. */
const exchangeTimeoutMs = 2_000;
/** The number of processes to assume until the database has reported it once. */
const assumedProcesses = 4;

/** Creates the places of this process. */
export const createPlaces = (options: PlacesOptions): RequestPlaces => {
  const shared = new SharedPlaces(options);
  return {take: (how) => shared.take(how), close: () => shared.close()};
};

/** A request that waits for a place. `isFirst`: it is served before others. */
type WaitingRequest = {readonly isFirst: boolean; readonly start: () => void};

/** The places that this process has by its last exchange, and the requests that use or want them. */
class SharedPlaces {
  readonly #options: PlacesOptions;
  readonly #queue: WaitingRequest[] = [];
  /** How many requests have a place now. */
  #inUse = 0;
  /** The most places wanted since the last exchange, so that a short pause gives none back. */
  #peak = 0;
  /** How many places this process may use until `#heldUntil`, by `performance.now()`. */
  #held: number;
  #heldUntil: number;
  #processes = assumedProcesses;
  /** Whether the database did not answer the last exchange. */
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

  async take({first = false, signal}: Parameters<RequestPlaces['take']>[0] = {}): Promise<() => void> {
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
      const waiting: WaitingRequest = {isFirst: first, start};
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
    await Promise.race([givenBack, wait(exchangeTimeoutMs, undefined, {ref: false})]);
  }

  #release(): void {
    this.#inUse -= 1;
    this.#startWaiting();
  }

  /** How many places may be used now. */
  #available(): number {
    if (performance.now() < this.#heldUntil) return this.#held;
    return this.#isAway ? Math.max(1, Math.floor(this.#options.limit / this.#processes)) : 0;
  }

  /** Starts waiting requests while places are free, and plans the next exchange. */
  #startWaiting(): void {
    const queue = this.#queue;
    while (queue.length > 0 && this.#inUse < this.#available()) {
      this.#inUse += 1;
      queue.shift()?.start();
    }
    this.#peak = Math.max(this.#peak, Math.min(this.#options.limit, this.#inUse + queue.length));
    // While this process neither holds nor wants places, no exchange is needed.
    if (this.#peak > 0 || this.#held > 0)
      this.#exchangeAfter(queue.length > 0 ? exchangeWhileWaitingMs : exchangeEveryMs);
  }

  /** Plans the next exchange `ms` after the last one, unless it is planned earlier. */
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

  /** Exchanges places with the database. Never two at once, because a late answer would overwrite the result of the next exchange. */
  async #exchange(): Promise<void> {
    const {exchange, log} = this.#options;
    if (exchange === null || this.#isExchanging || this.#isClosed) return;
    this.#isExchanging = true;
    await Promise.resolve(); // lets requests that start in the same moment share one exchange
    const begun = performance.now();
    const wanted = Math.max(this.#peak, this.#inUse);
    this.#peak = 0;
    const late = setTimeout(() => this.#useOwnPart(new Error(exchangeTimeoutText)), exchangeTimeoutMs);
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

  /** Notes that the database is unreachable. Once its lease has ended, the process uses an equal part of the limit until it is back. */
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

const exchangeTimeoutText = `The database did not answer within ${exchangeTimeoutMs} ms.`;
