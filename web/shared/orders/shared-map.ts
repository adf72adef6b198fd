import {useSyncExternalStore} from 'react';

/** Values that outlive the components that show them; they are lost when the page is loaded again. */
export class SharedMap<V> {
  readonly #values = new Map<string, V>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: V): void {
    this.#values.set(key, value);
    this.#tell();
  }

  delete(key: string): void {
    if (this.#values.delete(key)) this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The value now; the component is drawn again when it changes. */
export const useShared = <V>(map: SharedMap<V>, key: string): V | undefined =>
  useSyncExternalStore(map.subscribe, () => map.get(key));
