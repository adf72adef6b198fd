// Runs actions that the merchant can undo: they run after ten seconds, or when the page is closed. Until then a toast of the admin offers
// to undo them, wherever in the app the merchant goes.
import {useSyncExternalStore} from 'react';

/** How long an action can be undone, in milliseconds. */
const undoMs = 10_000;

/** An action on one or several things; each key names one of them. The functions get the keys that were not undone. */
type UndoableAction = {
  /** The text of the toast: what happens unless it is undone. */
  readonly text: (keys: readonly string[]) => string;
  /** The text of the toast that says that it was undone. */
  readonly undoneText: (keys: readonly string[]) => string;
  readonly act: (keys: readonly string[]) => Promise<void>;
  /** Runs in place of `act` when the page is being closed; it cannot wait for an answer. */
  readonly actAtClose: (keys: readonly string[]) => void;
};

/** An action that waits to run: the keys not undone yet, when it runs, and the id of its toast. */
type WaitingAction = UndoableAction & {
  /** When the action runs, in milliseconds. */
  readonly keys: Set<string>;
  readonly endsAt: number;
  readonly timer: ReturnType<typeof setTimeout>;
  /** The id of the toast that offers to undo the action. */
  toast: string;
};

/** The waiting action of each key, the one started last at the end. */
const waitingActions = new Map<string, WaitingAction>();
/** The keys whose action is running: too late to undo, and not finished yet. */
const runningKeys = new Set<string>();
/** Called after each change of what waits or runs. */
const changeListeners = new Set<() => void>();

const notifyListeners = (): void => {
  for (const listener of changeListeners) listener();
};

/** Runs the action after ten seconds unless undone. Keys whose action is running are skipped; a key that waits loses its earlier action. */
export function runUnlessUndone(keys: readonly string[], undoable: UndoableAction): void {
  const free = keys.filter((key) => !runningKeys.has(key));
  if (free.length === 0) return;
  undoKeys(free);
  const started: WaitingAction = {
    ...undoable,
    keys: new Set(free),
    endsAt: Date.now() + undoMs,
    timer: setTimeout(() => void runWaitingAction(started), undoMs),
    toast: '',
  };
  showToast(started);
  for (const key of free) waitingActions.set(key, started);
  notifyListeners();
}

/** Shows the toast that offers to undo the action, for the time that is left. */
function showToast(one: WaitingAction): void {
  const keys = [...one.keys];
  one.toast = shopify.toast.show(one.text(keys), {
    duration: one.endsAt - Date.now(),
    action: 'Undo',
    onAction() {
      undoKeys(keys);
      shopify.toast.show(one.undoneText(keys));
      for (const listener of undoneListeners) listener(keys);
    },
  });
}

/** Called with the keys that the merchant undid in the toast. */
const undoneListeners = new Set<(keys: readonly string[]) => void>();

/** Calls the listener after each undo in the toast. @returns ends that. */
export function onUndoneInToast(listener: (keys: readonly string[]) => void): () => void {
  undoneListeners.add(listener);
  return () => undoneListeners.delete(listener);
}

/** Undoes the waiting action for one key, not for the other keys of the action. */
export const undoKey = (key: string): void => undoKeys([key]);

/**
 * Undoes the action that was started last and still waits, as a whole. @returns its keys that were not undone before; empty: nothing
 * waits.
 */
export function undoLatest(): readonly string[] {
  const keys = [...([...waitingActions.values()].at(-1)?.keys ?? [])];
  undoKeys(keys);
  return keys;
}

/** Undoes the waiting actions of these keys. Each action keeps one toast for its other keys, however many are undone. */
function undoKeys(keys: readonly string[]): void {
  const started = new Set(keys.flatMap((key) => waitingActions.get(key) ?? []));
  if (started.size === 0) return;
  for (const one of started) {
    for (const key of keys) if (one.keys.delete(key)) waitingActions.delete(key);
    shopify.toast.hide(one.toast);
    if (one.keys.size === 0) clearTimeout(one.timer);
    else showToast(one);
  }
  notifyListeners();
}

/** Runs an action that has waited long enough. */
async function runWaitingAction(one: WaitingAction): Promise<void> {
  const keys = endWaiting(one);
  for (const key of keys) runningKeys.add(key);
  notifyListeners();
  try {
    await one.act(keys);
  } finally {
    for (const key of keys) runningKeys.delete(key);
    notifyListeners();
  }
}

/** Ends the waiting of an action and hides its toast. @returns the keys that were not undone. */
function endWaiting(one: WaitingAction): readonly string[] {
  const keys = [...one.keys];
  clearTimeout(one.timer);
  shopify.toast.hide(one.toast);
  for (const key of keys) waitingActions.delete(key);
  return keys;
}

/** `waiting`: the merchant can still undo the action. `acting`: it is being carried out. Null: neither. */
export type PendingState = 'waiting' | 'acting' | null;

/** The state of the action for one key, without following its changes. */
const pendingStateOf = (key: string): PendingState =>
  waitingActions.has(key) ? 'waiting' : runningKeys.has(key) ? 'acting' : null;

/** The state of the action for one key; the component is drawn again when it changes. */
export const usePending = (key: string): PendingState => useSyncExternalStore(subscribe, () => pendingStateOf(key));

/** Returns a function that gives the state of any key; the component is drawn again when any of them changes. */
export function usePendingLookup(): (key: string) => PendingState {
  useSyncExternalStore(subscribe, () => [...waitingActions.keys(), '', ...runningKeys].join('\n'));
  return pendingStateOf;
}

function subscribe(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

// Listens to `pagehide`, because the page is only hidden, not closed, when the supplier's checkout opens in another tab.
window.addEventListener('pagehide', () => {
  for (const one of new Set(waitingActions.values())) one.actAtClose(endWaiting(one));
});
