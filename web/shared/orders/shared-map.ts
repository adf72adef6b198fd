import {useSyncExternalStore} from 'react';

/** Values that outlive the components that show them; they are lost when the page is loaded again. */
export class SharedMap<V> {
  readonly #values = new Map<string, V>();
  readonly #listeners = new Set<() => void>();
  #entries: readonly (readonly [key: string, value: V])[] = [];

  /** Calls `listener` after each change of any value; returns the function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** All keys with their values; the same list until a value changes. */
  readonly entries = (): readonly (readonly [key: string, value: V])[] => this.#entries;

  set(key: string, value: V): void {
    this.#values.set(key, value);
    this.#tell();
  }

  delete(key: string): void {
    if (this.#values.delete(key)) this.#tell();
  }

  #tell(): void {
    this.#entries = [...this.#values];
    for (const listener of this.#listeners) listener();
  }
}

/** The present value of a key; the component is drawn again when it changes. */
export const useSharedValue = <V>(map: SharedMap<V>, key: string): V | undefined =>
  useSyncExternalStore(map.subscribe, () => map.get(key));

/** All present values; the component is drawn again when any of them changes. */
export const useSharedEntries = <V>(map: SharedMap<V>): readonly (readonly [key: string, value: V])[] =>
  useSyncExternalStore(map.subscribe, map.entries);
