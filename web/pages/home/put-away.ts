// Remembers in the browser which rows of Home the merchant has put away, so that they stay away when Home is opened again.

/** How many keys are stored, the newest ones: a matter that happens again has another key, so old keys are of no use. */
const mostStoredKeys = 20;

/** Keys put away since the page was loaded; the only memory if the browser refuses storage to a frame of another site. */
const putAwaySinceLoad = new Map<string, readonly string[]>();

const storageKey = (shop: string): string => `piecewise-put-away-${shop}`;

/** The keys of all rows of Home that are put away for this shop in this browser. */
export const readPutAway = (shop: string): ReadonlySet<string> => new Set(readPutAwayKeys(shop));

/** Puts a row away. @returns the keys of all rows that are put away now. */
export function savePutAway(shop: string, key: string): ReadonlySet<string> {
  const keys = [...readPutAwayKeys(shop), key].slice(-mostStoredKeys);
  putAwaySinceLoad.set(shop, keys);
  try {
    localStorage.setItem(storageKey(shop), JSON.stringify(keys));
  } catch {
    // `putAwaySinceLoad` holds the keys until the page is closed.
  }
  return new Set(keys);
}

/** The keys in the order in which they were put away; empty if none are stored or can be read. */
function readPutAwayKeys(shop: string): readonly string[] {
  const known = putAwaySinceLoad.get(shop);
  if (known !== undefined) return known;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(shop)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}
