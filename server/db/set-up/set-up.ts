// How far a shop is with its set-up: what the merchant has done once, and does not have to do again.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Stores that the merchant asked for everything that is chosen. Returns whether it is the first time. */
export const saveEverythingAsked = (db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> =>
  saveTimeOnce(db, shop, 'everything_asked_at', now);

/** Stores that the merchant has seen the prices and saved them, changed or not. Returns whether it is the first time. */
export const savePricesSaved = (db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> =>
  saveTimeOnce(db, shop, 'prices_saved_at', now);

/** Stores that the merchant has closed the note that set-up is done. Returns whether it is the first time. */
export const saveSetUpClosed = (db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> =>
  saveTimeOnce(db, shop, 'set_up_closed_at', now);

/** When the merchant saved the prices, and closed the note that set-up is done; null: not yet, or the shop is not known. */
export async function loadSetUpTimes(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<{readonly pricesSavedAt: Date | null; readonly closedAt: Date | null}> {
  const row = await db
    .selectFrom('shops')
    .select(['prices_saved_at as pricesSavedAt', 'set_up_closed_at as closedAt'])
    .where('shop', '=', shop)
    .executeTakeFirst();
  return row ?? {pricesSavedAt: null, closedAt: null};
}

type SetUpColumn = 'everything_asked_at' | 'prices_saved_at' | 'set_up_closed_at';

/** Stores the time unless there is one already. True if it was stored. */
async function saveTimeOnce(db: Kysely<Tables>, shop: ShopDomain, column: SetUpColumn, now: Date): Promise<boolean> {
  const saved = await db
    .updateTable('shops')
    .set({[column]: now})
    .where('shop', '=', shop)
    .where(column, 'is', null)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}
