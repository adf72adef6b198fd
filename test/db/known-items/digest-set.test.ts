// A set of digests in one array finds what a set of texts finds.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createDigestSet} from '../../../server/db/known-items/digest-set.ts';

const digits = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'.split('')), {minLength: length, maxLength: length})
    .map((all) => all.join(''));
/** Many of them begin with the same digits, and some with the first or the last. */
const digests = fc
  .tuple(fc.oneof(fc.constantFrom('0000', 'ffff', '00ff', 'abcd'), digits(4)), digits(28))
  .map(([first, rest]) => `${first}${rest}`);

test('each digest has a number of its own, and no other is found', () => {
  fc.assert(
    fc.property(fc.uniqueArray(digests, {maxLength: 60}), fc.array(digests, {maxLength: 20}), (inSet, others) => {
      const sorted = inSet.toSorted();
      const set = createDigestSet(Buffer.from(sorted.join(''), 'hex'));
      expect(set.size).toBe(sorted.length);
      expect(sorted.map(set.find)).toEqual(sorted.map((_, number) => number));
      for (const other of others.filter((digest) => !inSet.includes(digest))) expect(set.find(other)).toBeNull();
    }),
    {numRuns: 300},
  );
});

test('what is no digest is not found', () => {
  const set = createDigestSet(Buffer.from('00'.repeat(32), 'hex'));
  expect([set.find(''), set.find('00'), set.find('zz'.repeat(16))]).toEqual([null, null, null]);
});
