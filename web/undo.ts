// What the merchant did and can still take back: done after ten seconds, or at once when the page is left. Where the browser is too
// quick for that, nothing happened: the order is still there to be marked.
import {useSyncExternalStore} from 'react';

const undoMs = 10_000;

type Waiting = {readonly timer: ReturnType<typeof setTimeout>; readonly act: () => void};

const waiting = new Map<string, Waiting>();
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

export function doUnlessUndone(key: string, act: () => void): void {
  undo(key);
  waiting.set(key, {timer: setTimeout(() => doNow(key), undoMs), act});
  changed();
}

export function undo(key: string): void {
  clearTimeout(waiting.get(key)?.timer);
  if (waiting.delete(key)) changed();
}

function doNow(key: string): void {
  const act = waiting.get(key)?.act;
  undo(key);
  act?.();
}

/** Whether it can still be taken back. */
export const useIsWaiting = (key: string): boolean => useSyncExternalStore(subscribe, () => waiting.has(key));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('pagehide', () => {
  for (const key of waiting.keys()) doNow(key);
});
