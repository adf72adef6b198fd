// Both remotes say in the same header how long to wait.
import {expect, it} from 'vitest';
import {parseRetryAfter} from '#domain/failure.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

it.each([
  ['2', 2_000],
  [' 120 ', 120_000],
  ['2.0', 2_000],
  ['0', 0],
  ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
  ['Sun, 22 Nov 2026 09:59:00 GMT', 0],
])('%j asks for %i ms', (header, ms) => {
  expect(parseRetryAfter(header, now)).toBe(ms);
});

it.each([null, undefined, '', '-5', 'soon', '1e9', '99999999999', '2026'.repeat(3)])(
  '%j asks for nothing',
  (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  },
);
