// How far a shop is with its set-up: what the merchant has done once, and does not have to do again.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** The merchant asks for everything that is chosen. Returns whether it is for the first time. */
export const saveEverythingAsked = (db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> =>
  saveOnce(db, shop, 'everything_asked_at', now);

/** The merchant has seen the prices and saved them, changed or not. */
export const savePricesSaved = (db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> =>
  saveOnce(db, shop, 'prices_saved_at', now);

/** The merchant has closed the note that set-up is done. */
export const saveSetUpClosed = (db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> =>
  saveOnce(db, shop, 'set_up_closed_at', now);

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

type Column = 'everything_asked_at' | 'prices_saved_at' | 'set_up_closed_at';

async function saveOnce(db: Kysely<Tables>, shop: ShopDomain, column: Column, now: Date): Promise<boolean> {
  const saved = await db
    .updateTable('shops')
    .set({[column]: now})
    .where('shop', '=', shop)
    .where(column, 'is', null)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}
