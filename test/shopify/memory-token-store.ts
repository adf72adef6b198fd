// The token store's contract in memory, shared by several "processes" of one test.

import type {ShopDomain} from '#domain/ids.ts';
import {type SessionLike, sessionFromProperties, sessionToProperties} from '../../server/shopify/app.ts';
import type {TokenStore} from '../../server/shopify/auth/token.ts';

export type MemoryTokenStore = TokenStore & {
  readonly needsReauth: () => string[];
  /** When tokens were exchanged for, in order; null for each refresh. */
  readonly grants: () => readonly (Date | null)[];
  /** Leases held now. */
  readonly leases: () => number;
  /** Of those that were released: the longest, ms. */
  readonly longestLease: () => number;
};

export function memoryTokenStore(now: () => Date): MemoryTokenStore {
  const sessions = new Map<string, {readonly form: ReturnType<typeof sessionToProperties>; readonly storedAt: Date}>();
  const leases = new Map<ShopDomain, {readonly owner: string; readonly since: number}>();
  let longest = 0;
  const marked = new Set<string>();
  const grants: (Date | null)[] = [];
  return {
    async load(shop) {
      const found = sessions.get(shop);
      return found && Object.assign(sessionFromProperties(found.form), {storedAt: found.storedAt});
    },
    async save(session: SessionLike, exchangedAt: Date | null) {
      grants.push(exchangedAt);
      sessions.set(session.shop, {form: sessionToProperties(session), storedAt: now()});
      marked.delete(session.shop);
    },
    async assignToStore() {},
    async remove(shop) {
      sessions.delete(shop);
    },
    async takeLease(shop, owner) {
      if (leases.has(shop)) return false;
      leases.set(shop, {owner, since: now().getTime()});
      return true;
    },
    async releaseLease(shop, owner) {
      const lease = leases.get(shop);
      if (lease?.owner !== owner) return;
      leases.delete(shop);
      longest = Math.max(longest, now().getTime() - lease.since);
    },
    async markNeedsReauth(shop) {
      marked.add(shop);
    },
    grants: () => grants,
    needsReauth: () => [...marked],
    leases: () => leases.size,
    longestLease: () => longest,
  };
}
