// One worker at a time has a shop's shipping profile.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {
  claimProfile,
  type ProfileProgress,
  type StoredProfile,
  saveProgress,
} from '../../db/shipping-profiles/shipping-profiles.ts';
import {takeWish, type WishWorker} from '../../db/shops/take-wish.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Log} from '../../log.ts';
import type {Queues} from '../../queue/queues.ts';
import type {Admin} from '../../shopify/client/admin.ts';

export type ProfileDeps = {
  readonly db: Kysely<Tables>;
  readonly admin: Admin;
  readonly queues: Queues;
  readonly log: Log;
  readonly now: () => Date;
  readonly waitMs: (ms: number) => Promise<void>;
};

/** A profile that this process has, and what is stored of it. */
export type ProfileWorker = WishWorker<StoredProfile, ProfileProgress>;

/** Takes the shop's profile; null: there is none, or another worker has it. */
export const takeProfile = ({db, now}: ProfileDeps, shop: ShopDomain): Promise<ProfileWorker | null> =>
  takeWish<StoredProfile, ProfileProgress>(now, shop, {
    claim: (...args) => claimProfile(db, ...args),
    save: (...args) => saveProgress(db, ...args),
  });

/** Stores the version after a change of the app's own. A version in between is someone else's. */
export async function saveOwnVersion(worker: ProfileWorker, version: number): Promise<void> {
  const {version: before, needs_check: isDue} = worker.stored();
  await worker.save({version, needs_check: isDue || (before !== null && version !== before + 1)});
}
