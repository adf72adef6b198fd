// Time that passes only when everybody waits: waits are kept in order, and the clock jumps to the earliest one.

import {setImmediate as settle} from 'node:timers/promises';

export type TurnedTime = {
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly forward: (ms: number) => void;
  /** Turns the clock from wait to wait until the work is done. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
};

const settlingTurns = 4;

/** @param busy while it says so, something real is under way and time stands still. */
export function turnedTime(start = Date.now(), busy = () => false): TurnedTime {
  let time = start;
  const waits: {readonly until: number; readonly wake: () => void}[] = [];
  return {
    now: () => new Date(time),
    wait: (ms) => new Promise((wake) => waits.push({until: time + ms, wake})),
    forward: (ms) => {
      time += ms;
    },
    async during(work) {
      const state = {ended: false};
      const ended = work.finally(() => {
        state.ended = true;
      });
      ended.catch(() => {});
      while (!state.ended) {
        // What an answer sets going needs a few turns of the event loop before it waits again.
        for (let turn = 0; turn < settlingTurns; turn += 1) await settle();
        if (state.ended || waits.length === 0 || busy()) continue;
        waits.sort((a, b) => a.until - b.until);
        const next = waits.shift();
        if (next === undefined) continue;
        time = Math.max(time, next.until);
        next.wake();
      }
      return ended;
    },
  };
}
