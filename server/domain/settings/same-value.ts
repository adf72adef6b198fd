// When two values made of JSON's types mean the same. The order of an object's keys means nothing: the database, a schema and a form each
// have one of their own.

/** A list in another order is another value, and so is an entry that is left out beside one that is null. */
export const isSameValue = (one: unknown, other: unknown): boolean => toSortedJson(one) === toSortedJson(other);

/** JSON with the keys of each object in order. Undefined for undefined. */
export const toSortedJson = (value: unknown): string | undefined => JSON.stringify(value, withSortedKeys);

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(byKey));
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
