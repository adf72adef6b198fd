// What the server knows, kept fresh while the page is looked at.
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {ApiFailure, sentenceOf} from './api.ts';

export type Remote<T> = {
  /** The last good answer; it stays while a later one fails. */
  readonly value: T | null;
  /** When that answer came; before the first one, when the page was opened. */
  readonly at: Date;
  /** Why the last attempt failed, for the merchant; null after a good one. */
  readonly error: string | null;
  /** False while the value still answers an earlier question. */
  readonly isCurrent: boolean;
  readonly refresh: () => void;
};

/** How soon to ask again while something moves, and while nothing does. */
export const busyMs = 1_000;
export const idleMs = 30_000;

/**
 * Loads at once, again `waitMs` after each answer (null: not by itself), after a refusal when the server says, and whenever `question` changes or the tab is looked
 * at again. An answer to an older question never replaces a newer one.
 */
export function useRemote<T>(
  load: (signal: AbortSignal) => Promise<T>,
  waitMs: (value: T | null) => number | null,
  question = '',
): Remote<T> {
  const [known, setKnown] = useState<Known<T>>(() => ({value: null, at: new Date(), error: null, question}));
  const start = useRef(() => {});

  const loadOnce = useEffectEvent(async (asked: string, signal: AbortSignal): Promise<number | null> => {
    try {
      const value = await load(signal);
      if (!signal.aborted) setKnown({value, at: new Date(), error: null, question: asked});
      return waitMs(value);
    } catch (error) {
      if (!signal.aborted) setKnown((before) => ({...before, error: sentenceOf(error)}));
      // The server says when to ask again; what is only loaded once is asked for again then, too.
      return (error instanceof ApiFailure ? error.retryAfterMs : undefined) ?? waitMs(null);
    }
  });

  useEffect(() => {
    const polling = startPolling((signal) => loadOnce(question, signal));
    start.current = polling.start;
    polling.start();
    return polling.stop;
  }, [question]);

  const {value, at, error} = known;
  return {value, at, error, isCurrent: known.question === question, refresh: () => start.current()};
}

type Known<T> = Pick<Remote<T>, 'value' | 'at' | 'error'> & {readonly question: string};

/** Steps again after as long as each step says; not while the tab is hidden, at once when it is looked at again. */
function startPolling(step: (signal: AbortSignal) => Promise<number | null>): {start: () => void; stop: () => void} {
  let abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = async (signal: AbortSignal) => {
    const wait = document.hidden ? null : await step(signal);
    if (wait !== null && !signal.aborted) timer = setTimeout(() => void go(signal), wait);
  };
  const pause = () => {
    abort.abort();
    clearTimeout(timer);
  };
  const start = () => {
    pause();
    abort = new AbortController();
    void go(abort.signal);
  };
  const look = () => {
    if (!document.hidden) start();
  };
  document.addEventListener('visibilitychange', look);
  const stop = () => {
    pause();
    document.removeEventListener('visibilitychange', look);
  };
  return {start, stop};
}
