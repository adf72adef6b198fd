import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {loadAudit, maxDetailBytes, saveAudit} from '../../server/db/shops/audit.ts';
import {onEachDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const now = new Date('2026-11-22T10:00:00Z');
const entry = {actor: 'user:7', action: 'settings_changed', subject: 'settings'} as const;

onEachDatabase('the audit trail', (current) => {
  it.each([
    ['a detail that fits', 'x'.repeat(4_096), 'x'.repeat(4_096)],
    ['a longer one, shortened with a mark', 'x'.repeat(100_000), /^x{4000,} … \[shortened\]$/],
    ['one of characters of several bytes, cut between them', '🧵'.repeat(5_000), /^(🧵){1000,} … \[shortened\]$/u],
    ['one with a zero character, which no column takes', 'a\0b', 'ab'],
  ])('keeps %s', async (_what, detail, kept) => {
    await saveAudit(current().kysely, shop, {...entry, detail}, now);
    const [saved] = await loadAudit(current().kysely, shop);
    if (typeof kept === 'string') expect(saved?.detail).toBe(kept);
    else expect(saved?.detail).toMatch(kept);
    expect(Buffer.byteLength(saved?.detail ?? '')).toBeLessThanOrEqual(maxDetailBytes);
  });
});
