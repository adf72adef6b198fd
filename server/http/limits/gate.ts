// Limits concurrent work per key. Further callers wait in a queue, first in, first out, for a limited time.
import PQueue from 'p-queue';

export type GateLimits = {
  /** Concurrent work per key. */
  readonly atWork: number;
  /** Waiting callers per key; more are refused at once. */
  readonly waiting: number;
};

/** Call it when the work has ended, also after an error. Calling it twice does no harm. */
export type Leave = () => void;

/** Null: the queue is full, or `giveUpSignal` was aborted before there was room. */
export type Gate = (key: string, giveUpSignal: AbortSignal) => Promise<Leave | null>;

export function createGate({atWork, waiting}: GateLimits): Gate {
  const lines = new Map<string, PQueue>();
  return async (key, giveUpSignal) => {
    const line = lines.get(key) ?? new PQueue({concurrency: atWork});
    if (line.pending >= atWork && line.size >= waiting) return null;
    lines.set(key, line);
    const entered = Promise.withResolvers<Leave | null>();
    // PQueue drops running work too when its signal is aborted, but giveUpSignal is only for waiting.
    const inLine = new AbortController();
    const giveUp = () => inLine.abort();
    if (giveUpSignal.aborted) giveUp();
    giveUpSignal.addEventListener('abort', giveUp, {once: true});
    const work = () => {
      giveUpSignal.removeEventListener('abort', giveUp);
      return new Promise<void>((leave) => entered.resolve(() => leave()));
    };
    void line
      .add(work, {signal: inLine.signal})
      .catch(() => entered.resolve(null))
      .finally(() => {
        if (line.pending === 0 && line.size === 0 && lines.get(key) === line) lines.delete(key);
      });
    return entered.promise;
  };
}
