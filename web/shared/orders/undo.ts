// Actions the merchant can still undo: they run after ten seconds, or when the page is closed. Until then a toast of the admin
// offers to undo them, wherever in the app the merchant goes.
import {useSyncExternalStore} from 'react';

const undoMs = 10_000;

/** One action on one thing or on several; each key names one of them. The functions get the keys that were not undone. */
type Undoable = {
  /** What happens unless it is undone; shown in the toast. */
  readonly text: (keys: readonly string[]) => string;
  readonly act: (keys: readonly string[]) => Promise<void>;
  /** Runs in place of `act` when the page is being closed; it cannot wait for an answer. */
  readonly actAtClose: (keys: readonly string[]) => void;
};

type Waiting = Undoable & {
  readonly keys: Set<string>;
  readonly endsAt: number;
  readonly timer: ReturnType<typeof setTimeout>;
  toast: string;
};

const waiting = new Map<string, Waiting>();
/** Too late to undo, and not finished yet. */
const acting = new Set<string>();
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Skips a key whose action is being carried out. A key that still waits loses its earlier action, and its ten seconds begin again. */
export function doUnlessUndone(keys: readonly string[], undoable: Undoable): void {
  const free = keys.filter((key) => !acting.has(key));
  if (free.length === 0) return;
  undoAll(free);
  const started: Waiting = {
    ...undoable,
    keys: new Set(free),
    endsAt: Date.now() + undoMs,
    timer: setTimeout(() => void finish(started), undoMs),
    toast: '',
  };
  showToast(started);
  for (const key of free) waiting.set(key, started);
  changed();
}

function showToast(one: Waiting): void {
  const keys = [...one.keys];
  one.toast = shopify.toast.show(one.text(keys), {
    duration: one.endsAt - Date.now(),
    action: 'Undo',
    onAction: () => undoAll(keys),
  });
}

/** The other keys of the same action are not undone. */
export const undo = (key: string): void => undoAll([key]);

/** Undoes the last action as a whole. @returns the keys of what was undone; none: nothing could be. */
export function undoLatest(): readonly string[] {
  const keys = [...([...waiting.values()].at(-1)?.keys ?? [])];
  undoAll(keys);
  return keys;
}

/** One toast for what is left of each action, however many of its keys are undone. */
function undoAll(keys: readonly string[]): void {
  const started = new Set(keys.flatMap((key) => waiting.get(key) ?? []));
  if (started.size === 0) return;
  for (const one of started) {
    for (const key of keys) if (one.keys.delete(key)) waiting.delete(key);
    shopify.toast.hide(one.toast);
    if (one.keys.size === 0) clearTimeout(one.timer);
    else showToast(one);
  }
  changed();
}

async function finish(one: Waiting): Promise<void> {
  const keys = endWait(one);
  for (const key of keys) acting.add(key);
  changed();
  try {
    await one.act(keys);
  } finally {
    for (const key of keys) acting.delete(key);
    changed();
  }
}

function endWait(one: Waiting): readonly string[] {
  const keys = [...one.keys];
  clearTimeout(one.timer);
  shopify.toast.hide(one.toast);
  for (const key of keys) waiting.delete(key);
  return keys;
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
  for (const one of new Set(waiting.values())) one.actAtClose(endWait(one));
});
