// What a sentence is passed on without.
import {expect, test} from 'vitest';
import {endedByBugText, runKinds, stoppedByMerchantText} from '#domain/runs/early-ends.ts';
import {withoutSecrets} from '#domain/words/without-secrets.ts';

test.each([
  ['Write to ada.buyer+1@shop.example, please.', 'Write to [removed], please.'],
  ['Refused: Bearer abc', 'Refused: Bearer [removed]'],
  ['The token shpat_12ab is wrong.', 'The token [removed] is wrong.'],
  ['The key pk_live_9f3c07ab55aa11ee22 is unknown.', 'The key [removed] is unknown.'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln came.', '[removed] came.'],
  ['key=pk_9f3c07ab55aa11ee22, name', '[removed], name'],
  ['x'.repeat(600), 'x'.repeat(500)],
])('%s becomes %s', (text, rest) => {
  expect(withoutSecrets(text)).toBe(rest);
});

test.each([
  'The supplier answered with HTTP 503 (Service Unavailable).',
  'By run 0b9c7a52-6f1e-4a55-9d0c-1f2e3d4c5b6a of the product gid://shopify/Product/12345678901234567890.',
  'The tax settings changed at 2026-11-20T10:00:00.000Z during the update.',
])('%s stays as it is', (text) => {
  expect(withoutSecrets(text)).toBe(text);
});

test('our own sentences about runs stay as they are', () => {
  for (const kind of runKinds)
    for (const text of [stoppedByMerchantText(kind), endedByBugText(kind)]) expect(withoutSecrets(text)).toBe(text);
});
