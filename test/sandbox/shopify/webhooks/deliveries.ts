// Sending webhooks: after the change, not awaited by anyone; retried by the sandbox's clock; duplicated, held back,
// shuffled or dropped on demand.
//
// Eight retries within four hours, exponentially, with the payload of the first time
// (https://shopify.dev/changelog/updates-to-webhook-retry-mechanism).

import {randomUUID} from 'node:crypto';
import {shuffled} from './shuffle.ts';
import {attempt, type Delivery, type NewDelivery, toDelivery} from './transport.ts';

export type WebhookDeliveries = {
  readonly post: (delivery: NewDelivery) => void;
  readonly deliveries: () => readonly Delivery[];
  readonly pause: () => void;
  readonly resume: () => void;
  /** The next deliveries are sent twice, with the same ids. */
  readonly duplicateNext: (count: number) => void;
  /**
   * What the work causes is one action of the merchant, such as a bulk action: all its deliveries carry one event id, and each its
   * own webhook id. Whether Shopify does this over several resources is not documented; the app must not lose any of them.
   * https://shopify.dev/docs/apps/build/webhooks/verify-deliveries
   */
  readonly asOneEvent: (work: () => void) => void;
  /** What is due at the same time is sent one by one in an order that the seed decides; null ends that. */
  readonly shuffle: (seed: number | null) => void;
  /** What the predicate names is lost: recorded as dropped, never sent. Null ends that. */
  readonly drop: (predicate: ((delivery: Delivery) => boolean) | null) => void;
  /** Sends what is due until nothing is, and waits for the answers. While paused it waits for what is under way. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Entry = {delivery: Delivery; dueAt: number; readonly unless: () => boolean; readonly attempts: number};

type State = {
  readonly now: () => number;
  readonly secret: string;
  readonly entries: Entry[];
  readonly inFlight: Set<Promise<void>>;
  waiting: Entry[];
  isPaused: boolean;
  isClosed: boolean;
  isScheduled: boolean;
  duplicates: number;
  eventId: string | null;
  seed: number | null;
  isLost: (delivery: Delivery) => boolean;
};

const retries = 8;
const retrySpanMs = 4 * 3600 * 1000;
const keptDeliveries = 5000;

export function createWebhookDeliveries(now: () => number, secret: string): WebhookDeliveries {
  const state: State = {
    now,
    secret,
    entries: [],
    inFlight: new Set(),
    waiting: [],
    isPaused: false,
    isClosed: false,
    isScheduled: false,
    duplicates: 0,
    eventId: null,
    seed: null,
    isLost: () => false,
  };
  const ticking = setInterval(() => sendDue(state), 1000);
  ticking.unref();
  return {
    post: (delivery) => post(state, delivery),
    deliveries: () => state.entries.map(({delivery}) => delivery),
    pause: () => {
      state.isPaused = true;
    },
    resume() {
      state.isPaused = false;
      schedule(state);
    },
    duplicateNext: (count) => {
      state.duplicates = count;
    },
    asOneEvent(work) {
      state.eventId = randomUUID();
      try {
        work();
      } finally {
        state.eventId = null;
      }
    },
    shuffle: (seed) => {
      state.seed = seed;
    },
    drop: (predicate) => {
      state.isLost = predicate ?? (() => false);
    },
    flush: () => flush(state),
    async close() {
      state.isClosed = true;
      clearInterval(ticking);
      await Promise.all(state.inFlight);
    },
  };
}

function post(state: State, given: NewDelivery): void {
  if (state.isClosed) return;
  const event = state.eventId === null ? {} : {eventId: state.eventId};
  const delivery = toDelivery({...event, ...given}, state.secret, given.notBefore ?? state.now());
  const isLost = state.isLost(delivery);
  const isDoubled = !isLost && state.duplicates > 0;
  if (isDoubled) state.duplicates -= 1;
  for (let copy = 0; copy < (isDoubled ? 2 : 1); copy += 1) {
    const entry: Entry = {
      delivery: isLost ? {...delivery, state: 'dropped'} : delivery,
      dueAt: given.notBefore ?? state.now(),
      unless: given.unless ?? (() => false),
      attempts: given.isOnce === true ? 1 : retries + 1,
    };
    state.entries.push(entry);
    if (!isLost) state.waiting.push(entry);
  }
  if (state.entries.length > keptDeliveries) state.entries.splice(0, state.entries.length - keptDeliveries);
  schedule(state);
}

/** Soon, but never within the call that changed the store. */
function schedule(state: State): void {
  if (state.isScheduled || state.isPaused || state.isClosed) return;
  state.isScheduled = true;
  setImmediate(() => {
    state.isScheduled = false;
    sendDue(state);
  });
}

function sendDue(state: State): void {
  const due = dueNow(state);
  if (due.length === 0) return;
  state.waiting = state.waiting.filter((entry) => !due.includes(entry));
  const sending = state.seed === null ? sendAll(state, due) : sendOneByOne(state, shuffled(due, state.seed));
  state.inFlight.add(sending);
  void sending.finally(() => state.inFlight.delete(sending));
}

function dueNow(state: State): Entry[] {
  return state.isPaused || state.isClosed ? [] : state.waiting.filter((entry) => entry.dueAt <= state.now());
}

async function sendAll(state: State, due: readonly Entry[]): Promise<void> {
  await Promise.all(due.map((entry) => send(state, entry)));
}

async function sendOneByOne(state: State, due: readonly Entry[]): Promise<void> {
  for (const entry of due) await send(state, entry);
}

async function send(state: State, entry: Entry): Promise<void> {
  if (entry.unless()) {
    entry.delivery = {...entry.delivery, state: 'dropped'};
    return;
  }
  const at = state.now();
  const outcome = await attempt(entry.delivery);
  const attempts = [...entry.delivery.attempts, {at, outcome}];
  const arrived = outcome !== 'no answer' && outcome >= 200 && outcome < 300;
  const isLast = attempts.length >= entry.attempts;
  entry.delivery = {...entry.delivery, attempts, state: arrived ? 'delivered' : isLast ? 'failed' : 'pending'};
  if (arrived || isLast) return;
  entry.dueAt = (attempts[0]?.at ?? at) + retryAfter(attempts.length);
  state.waiting.push(entry);
}

/** From the first attempt: after 56 s, 169 s, … each wait twice the one before, the eighth retry after four hours. */
function retryAfter(attempts: number): number {
  return Math.round((retrySpanMs / (2 ** retries - 1)) * (2 ** attempts - 1));
}

async function flush(state: State): Promise<void> {
  do {
    sendDue(state);
    await Promise.all(state.inFlight);
  } while (dueNow(state).length > 0);
}
