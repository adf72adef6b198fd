// Stores when the Admin API last accepted a token of a shop. This tells a removed app from one whose token had expired before.
import type {Kysely} from 'kysely';
import {hour} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Stores that the Admin API accepted a token of the shop at this time. */
export async function saveTokenAccepted(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<void> {
  await db.updateTable('shops').set({token_accepted_at: now}).where('shop', '=', shop).execute();
}

/** Milliseconds. A process writes a shop's row at most this often. */
const writeIntervalMs = hour;

type AcceptedRecorderDeps = {readonly now: () => Date; readonly warn: (shop: ShopDomain, err: unknown) => void};

/**
 * Creates the function to call after each accepted call; it stores the time at most once an hour. It never throws: without the time, only a
 * removal stays unconfirmed.
 */
export function createTokenAcceptedRecorder(
  db: Kysely<Tables>,
  {now, warn}: AcceptedRecorderDeps,
): (shop: ShopDomain) => Promise<void> {
  const writtenAt = new Map<ShopDomain, number>();
  return async (shop) => {
    const at = now();
    if (at.getTime() - (writtenAt.get(shop) ?? -Infinity) < writeIntervalMs) return;
    writtenAt.set(shop, at.getTime());
    try {
      await saveTokenAccepted(db, shop, at);
    } catch (err) {
      writtenAt.delete(shop);
      warn(shop, err);
    }
  };
}
