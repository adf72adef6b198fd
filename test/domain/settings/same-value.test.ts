// Two values are the same whatever the order of their keys, at every depth.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {isSameValue} from '#domain/settings/same-value.ts';

const values = fc.jsonValue({maxDepth: 4});

/** The same value with the keys of each object the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, entry]) => [key, turned(entry)]),
  );
}

test('the order of keys means nothing', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(isSameValue(value, turned(value))).toBe(true);
    }),
  );
});

test('another value anywhere, and another order of a list, is a difference', () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(isSameValue({at: [one]}, {at: [other]})).toBe(isSameValue(one, other));
      expect(isSameValue([one, other], [other, one])).toBe(isSameValue(one, other));
    }),
  );
  expect(isSameValue({a: 1}, {a: 2})).toBe(false);
});
