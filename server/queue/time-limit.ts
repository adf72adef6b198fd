// Nothing waits for the queue without end, and a lost Redis is not flooded with new connections.

import {backOff} from '#domain/durations.ts';

/** Milliseconds before ioredis tries to connect for the nth time. */
export const reconnectAfter = (times: number): number => backOff(times, {first: 200, longest: 3_000});

/** What `work` gives, or an error after `limitMs`; the work itself may still finish later, unheard. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The queue did not answer within ${limitMs} ms.`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // after the limit a failure has no reader
  }
}

/** Whether `work` ended, well or badly, in time. */
export async function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  return within(limitMs, ended).catch(() => false);
}
