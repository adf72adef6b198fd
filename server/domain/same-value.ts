// When two values made of JSON's types mean the same. The order of an object's keys means nothing: the database, a schema and a form each
// have one of their own.

export const isSameValue = (one: unknown, other: unknown): boolean => toSortedJson(one) === toSortedJson(other);

/** JSON with the keys of each object in order. Undefined for undefined. */
export const toSortedJson = (value: unknown): string | undefined => JSON.stringify(value, withSortedKeys);

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
