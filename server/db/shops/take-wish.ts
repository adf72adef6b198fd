// One worker at a time carries out what a merchant wants kept in the store: it stores its progress with every step, and gives it up at the end.
import {minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';

/** Milliseconds for which a worker has a wish; renewed with every step. */
const claimMs = 5 * minute;

/** A wish that this process has, and what is stored of it. */
export type WishWorker<Stored, Progress> = {
  readonly shop: ShopDomain;
  readonly stored: () => Stored;
  /**
   * Stores progress and keeps the wish for longer. Throws if another worker has it by now.
   * @param ifWish stores it only if this is still the merchant's newest wish; false: it is not, and nothing was stored.
   */
  readonly save: (progress: Partial<Progress>, ifWish?: number) => Promise<boolean>;
  readonly release: () => Promise<void>;
};

/** How a wish is claimed and stored. */
export type WishRows<Stored, Progress> = {
  readonly claim: (shop: ShopDomain, now: Date, until: Date) => Promise<Stored | null>;
  /** Null: another worker has it. */
  readonly save: (
    shop: ShopDomain,
    claim: {readonly claimed: Date; readonly wish: number | null},
    progress: Partial<Progress>,
    until: Date | null,
  ) => Promise<Stored | null>;
};

/** Takes the shop's wish; null: there is none, or another worker has it. */
export async function takeWish<Stored extends {readonly wish: number}, Progress extends object>(
  now: () => Date,
  shop: ShopDomain,
  rows: WishRows<Stored, Progress>,
): Promise<WishWorker<Stored, Progress> | null> {
  let claimed = new Date(now().getTime() + claimMs);
  let stored = await rows.claim(shop, now(), claimed);
  if (stored === null) return null;
  let known = stored;
  return {
    shop,
    stored: () => known,
    async save(progress, ifWish) {
      const until = new Date(Math.max(claimed.getTime() + 1, now().getTime() + claimMs));
      stored = await rows.save(shop, {claimed, wish: ifWish ?? null}, progress, until);
      if (stored === null) throw new Error('Another worker has taken over.');
      claimed = until;
      known = stored;
      return ifWish === undefined || stored.wish === ifWish;
    },
    async release() {
      if (stored !== null) await rows.save(shop, {claimed, wish: null}, {}, null);
    },
  };
}
