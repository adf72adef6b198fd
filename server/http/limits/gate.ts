// So many pieces of work at once for each key, the others in line, first come first served, for a limited time.
import PQueue from 'p-queue';

export type GateLimits = {
  /** Pieces of work at once for each key. */
  readonly atWork: number;
  /** In line for each key; more are turned away at once. */
  readonly waiting: number;
};

/** To be called when the work has ended, however it ended. Calling it twice does no harm. */
export type Leave = () => void;

/** Null: the line is full, or `patience` was aborted before there was a place. */
export type Gate = (key: string, patience: AbortSignal) => Promise<Leave | null>;

export function createGate({atWork, waiting}: GateLimits): Gate {
  const lines = new Map<string, PQueue>();
  return async (key, patience) => {
    const line = lines.get(key) ?? new PQueue({concurrency: atWork});
    if (line.pending >= atWork && line.size >= waiting) return null;
    lines.set(key, line);
    const entered = Promise.withResolvers<Leave | null>();
    // The queue drops running work as well when its signal is aborted; patience is for the line alone.
    const inLine = new AbortController();
    const giveUp = () => inLine.abort();
    if (patience.aborted) giveUp();
    patience.addEventListener('abort', giveUp, {once: true});
    const work = () => {
      patience.removeEventListener('abort', giveUp);
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
