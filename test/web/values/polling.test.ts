import {expect, test} from 'vitest';
import {idleMs, pollMs} from '../../../web/shared/api/polling.ts';

const now = new Date('2026-11-22T12:00:00.000Z');

test('what began a moment ago is asked for every second, what has moved for an hour no more often than what stands still', () => {
  expect(pollMs('2026-11-22T11:59:30.000Z', now)).toBe(1_000);
  expect(pollMs('2026-11-22T11:45:00.000Z', now)).toBe(5_000);
  expect(pollMs('2026-11-22T10:30:00.000Z', now)).toBe(idleMs);
  expect(pollMs('2026-11-19T12:00:00.000Z', now)).toBe(idleMs);
  expect(pollMs(null, now)).toBe(idleMs);
});
