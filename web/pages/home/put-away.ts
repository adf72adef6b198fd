// Matters that the merchant has put away, kept in the browser: they stay away when Home is opened again.

/** A matter that happens again has another key, so the oldest keys are of no use any more. */
const mostKept = 20;

/** What was put away since the page was loaded; the only memory where a browser refuses storage to a frame of another site. */
const untilClosed = new Map<string, readonly string[]>();

const storageKey = (shop: string): string => `piecewise-put-away-${shop}`;

export const readPutAway = (shop: string): ReadonlySet<string> => new Set(readKeys(shop));

/** @returns all that is put away now. */
export function putAway(shop: string, key: string): ReadonlySet<string> {
  const keys = [...readKeys(shop), key].slice(-mostKept);
  untilClosed.set(shop, keys);
  try {
    localStorage.setItem(storageKey(shop), JSON.stringify(keys));
  } catch {
    // `untilClosed` holds them.
  }
  return new Set(keys);
}

function readKeys(shop: string): readonly string[] {
  const known = untilClosed.get(shop);
  if (known !== undefined) return known;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(shop)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}
