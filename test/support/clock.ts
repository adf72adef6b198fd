// A clock that stands still until it is turned by hand. Who waits on it turns it.
export type Clock = {
  readonly now: () => Date;
  readonly turn: (ms: number) => void;
  /** Takes no real time: the clock jumps to when the wait would be over. */
  readonly wait: (ms: number) => Promise<void>;
};

export function createClock(start = new Date('2026-11-16T09:00:00Z')): Clock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    turn(ms) {
      at += ms;
    },
    async wait(ms) {
      at += Math.max(0, ms);
    },
  };
}
