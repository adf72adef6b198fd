// Actions the merchant can still undo: they run after ten seconds, or when the page is closed. Until then a toast of the admin
// offers to undo them, wherever in the app the merchant goes.
import {useSyncExternalStore} from 'react';

const undoMs = 10_000;

type Undoable = {
  /** What happens unless it is undone; shown in the toast. */
  readonly text: string;
  readonly act: () => void;
  /** Runs in place of `act` when the page is being closed; nothing it would wait for comes any more. */
  readonly actAtClose: () => void;
};

type Waiting = Undoable & {readonly timer: ReturnType<typeof setTimeout>; readonly toast: string};

const waiting = new Map<string, Waiting>();
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

export function doUnlessUndone(key: string, undoable: Undoable): void {
  undo(key);
  const timer = setTimeout(() => take(key)?.act(), undoMs);
  const toast = shopify.toast.show(undoable.text, {duration: undoMs, action: 'Undo', onAction: () => undo(key)});
  waiting.set(key, {...undoable, timer, toast});
  changed();
}

export function undo(key: string): void {
  take(key);
}

/** Ends the wait. Undefined: there was none. */
function take(key: string): Waiting | undefined {
  const ended = waiting.get(key);
  if (ended === undefined) return undefined;
  clearTimeout(ended.timer);
  shopify.toast.hide(ended.toast);
  waiting.delete(key);
  changed();
  return ended;
}

/** Whether the merchant can still undo it. */
export const useIsWaiting = (key: string): boolean => useSyncExternalStore(subscribe, () => waiting.has(key));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Not when the page is only hidden: the supplier's checkout opens in another tab.
window.addEventListener('pagehide', () => {
  for (const key of waiting.keys()) take(key)?.actAtClose();
});
