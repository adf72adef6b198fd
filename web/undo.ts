// Actions the merchant can still undo: they run after ten seconds, or at once when the page is closed. If the browser closes too
// fast for that, nothing is saved, and the merchant can mark the order again.
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

/** Whether the merchant can still undo it. */
export const useIsWaiting = (key: string): boolean => useSyncExternalStore(subscribe, () => waiting.has(key));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('pagehide', () => {
  for (const key of waiting.keys()) doNow(key);
});
