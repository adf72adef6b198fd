// What the server knows, kept fresh while the page is looked at.
import {useEffect, useEffectEvent, useState} from 'react';
import {sentenceOf} from './api.ts';

export type Remote<T> = {
  /** The last good answer; it stays while a later one fails. */
  readonly value: T | null;
  /** Why the last attempt failed, for the merchant; null after a good one. */
  readonly error: string | null;
  readonly refresh: () => void;
};

/** How soon to ask again while something moves, and while nothing does. */
export const busyMs = 1_000;
export const idleMs = 30_000;

/**
 * Loads at once, again `waitMs` after each answer (null: not by itself), and whenever `key` changes or the tab is looked at
 * again. An answer to an older question never replaces a newer one.
 */
export function useRemote<T>(
  load: (signal: AbortSignal) => Promise<T>,
  waitMs: (value: T | null) => number | null,
  key = '',
): Remote<T> {
  const [known, setKnown] = useState<{value: T | null; error: string | null}>({value: null, error: null});
  const [turn, setTurn] = useState(0);
  const refresh = () => setTurn((before) => before + 1);

  const loadOnce = useEffectEvent(async (signal: AbortSignal): Promise<number | null> => {
    try {
      const value = await load(signal);
      if (!signal.aborted) setKnown({value, error: null});
      return waitMs(value);
    } catch (error) {
      if (!signal.aborted) setKnown(({value}) => ({value, error: sentenceOf(error)}));
      return waitMs(null);
    }
  });

  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = async () => {
      const wait = document.hidden ? idleMs : await loadOnce(abort.signal);
      if (wait !== null && !abort.signal.aborted) timer = setTimeout(() => void step(), wait);
    };
    void step();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [turn, key]);

  useEffect(() => {
    const look = () => {
      if (!document.hidden) setTurn((before) => before + 1);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  return {...known, refresh};
}
