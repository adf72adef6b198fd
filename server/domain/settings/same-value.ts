// Compares values made of JSON's types. The order of an object's keys does not matter, because the database, a schema and a form each have
// their own.

/** Whether two values are equal. Lists in another order are not, nor is an entry that is left out and one that is null. */
export const isSameValue = (one: unknown, other: unknown): boolean => toSortedJson(one) === toSortedJson(other);

/** The value as JSON with the keys of each object sorted; undefined for undefined. */
export const toSortedJson = (value: unknown): string | undefined => JSON.stringify(value, withSortedKeys);

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(compareByKey));
}

const compareByKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
