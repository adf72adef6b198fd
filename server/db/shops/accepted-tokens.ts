// When the Admin API last accepted a token of a shop: what tells an app that was removed from one whose token died before.
import type {Kysely} from 'kysely';
import {hour} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

export async function saveTokenAccepted(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<void> {
  await db.updateTable('shops').set({token_accepted_at: now}).where('shop', '=', shop).execute();
}

/** Milliseconds. A process writes a shop's row at most this often. */
const writtenEveryMs = hour;

type Needs = {readonly now: () => Date; readonly warn: (shop: ShopDomain, err: unknown) => void};

/** Call after each accepted call. Never throws: an unwritten time makes a removal unconfirmed, and nothing else. */
export function createAcceptedNote(db: Kysely<Tables>, {now, warn}: Needs): (shop: ShopDomain) => Promise<void> {
  const writtenAt = new Map<ShopDomain, number>();
  return async (shop) => {
    const at = now();
    if (at.getTime() - (writtenAt.get(shop) ?? -Infinity) < writtenEveryMs) return;
    writtenAt.set(shop, at.getTime());
    try {
      await saveTokenAccepted(db, shop, at);
    } catch (err) {
      writtenAt.delete(shop);
      warn(shop, err);
    }
  };
}
