// One worker at a time has a shop's shipping profile: it stores its progress with every step, and gives the profile up at the end.
import type {Kysely} from 'kysely';
import {minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {
  claimProfile,
  type ProfileProgress,
  type StoredProfile,
  saveProgress,
} from '../../db/shipping-profiles/shipping-profiles.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Log} from '../../log.ts';
import type {Admin} from '../../shopify/client/admin.ts';

export type ProfileDeps = {
  readonly db: Kysely<Tables>;
  readonly admin: Admin;
  readonly log: Log;
  readonly now: () => Date;
  readonly waitMs: (ms: number) => Promise<void>;
};

/** Milliseconds for which a worker has the profile; renewed with every step. */
const claimMs = 5 * minute;

/** A profile that this process has, and what is stored of it. */
export type ProfileWorker = {
  readonly shop: ShopDomain;
  readonly stored: () => StoredProfile;
  /**
   * Stores progress and keeps the profile for longer. Throws if another worker has the profile by now.
   * @param ifWish stores it only if this is still the merchant's newest wish; false: it is not, and nothing was stored.
   */
  readonly save: (progress: Omit<ProfileProgress, 'working_until'>, ifWish?: number) => Promise<boolean>;
  readonly release: () => Promise<void>;
};

/** Takes the shop's profile; null: there is none, or another worker has it. */
export async function takeProfile({db, now}: ProfileDeps, shop: ShopDomain): Promise<ProfileWorker | null> {
  let claimed = new Date(now().getTime() + claimMs);
  let stored = await claimProfile(db, shop, now(), claimed);
  if (stored === null) return null;
  let known = stored;
  return {
    shop,
    stored: () => known,
    async save(progress, ifWish) {
      const until = new Date(Math.max(claimed.getTime() + 1, now().getTime() + claimMs));
      const condition = {claimed, wish: ifWish ?? null};
      stored = await saveProgress(db, shop, condition, {...progress, working_until: until});
      if (stored === null) throw new Error('Another worker has the shipping profile by now.');
      claimed = until;
      known = stored;
      return ifWish === undefined || stored.wish === ifWish;
    },
    async release() {
      if (stored !== null) await saveProgress(db, shop, {claimed, wish: null}, {working_until: null});
    },
  };
}

/** Stores the version after a change of the app's own. A version in between is someone else's. */
export async function saveOwnVersion(worker: ProfileWorker, version: number): Promise<void> {
  const {version: before, needs_check: isDue} = worker.stored();
  await worker.save({version, needs_check: isDue || (before !== null && version !== before + 1)});
}
