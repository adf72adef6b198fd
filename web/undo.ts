// Actions the merchant can still undo: they run after ten seconds, or when the page is closed. Until then a toast of the admin
// offers to undo them, wherever in the app the merchant goes.
import {useSyncExternalStore} from 'react';

const undoMs = 10_000;

type Undoable = {
  /** What happens unless it is undone; shown in the toast. */
  readonly text: string;
  readonly act: () => Promise<void>;
  /** Runs in place of `act` when the page is being closed; nothing it would wait for comes any more. */
  readonly actAtClose: () => void;
};

type Waiting = Undoable & {readonly timer: ReturnType<typeof setTimeout>; readonly toast: string};

const waiting = new Map<string, Waiting>();
/** Too late to undo, and not finished yet. */
const acting = new Set<string>();
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Nothing happens while the same is being done already. */
export function doUnlessUndone(key: string, undoable: Undoable): void {
  if (acting.has(key)) return;
  undo(key);
  const timer = setTimeout(() => void finish(key), undoMs);
  const toast = shopify.toast.show(undoable.text, {duration: undoMs, action: 'Undo', onAction: () => undo(key)});
  waiting.set(key, {...undoable, timer, toast});
  changed();
}

export function undo(key: string): void {
  take(key);
}

/** @returns the key of what was undone; undefined: nothing could be. */
export function undoLatest(): string | undefined {
  const latest = [...waiting.keys()].at(-1);
  if (latest !== undefined) undo(latest);
  return latest;
}

async function finish(key: string): Promise<void> {
  acting.add(key);
  try {
    await take(key)?.act();
  } finally {
    acting.delete(key);
    changed();
  }
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

/** `waiting`: the merchant can still undo it. `acting`: it is being done. */
export type Pending = 'waiting' | 'acting' | null;

const pendingOf = (key: string): Pending => (waiting.has(key) ? 'waiting' : acting.has(key) ? 'acting' : null);

export const usePending = (key: string): Pending => useSyncExternalStore(subscribe, () => pendingOf(key));

/** For more keys than one: the component is drawn again when any of them changes. */
export function usePendings(): (key: string) => Pending {
  useSyncExternalStore(subscribe, () => [...waiting.keys(), '', ...acting].join('\n'));
  return pendingOf;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Not when the page is only hidden: the supplier's checkout opens in another tab.
window.addEventListener('pagehide', () => {
  for (const key of waiting.keys()) take(key)?.actAtClose();
});
