// What the app may do and see in a shop's store: its token, its permissions, and buyers' data. Access that is regained, and buyers'
// data that is shown again, free the orders that waited for them.
import type {Kysely, Selectable, Updateable} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {openStates} from '#domain/orders/dropship-state.ts';
import {codesFreedBy} from '#domain/orders/reasons.ts';
import type {BuyerDataReason} from '#domain/store-access.ts';
import {inTransaction} from '../connection/transaction.ts';
import {makeDueByReason} from '../orders/due-orders.ts';
import type {Tables} from '../tables/tables.ts';

/** Marks that there is no valid token: nothing can be done in the store until the merchant opens the app again. */
export async function markNeedsReauth(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db.updateTable('shops').set({needs_reauth: true}).where('shop', '=', shop).execute();
}

/**
 * Stores that a valid token is available again. Only an exchange sets `granted_at`: it proves that the app is installed. A refresh does
 * not: answered while the merchant removes the app, a refresh would hide the removal. True when access may have been lost until now: orders
 * that waited for access become due, and jobs may have work.
 * @param exchangedAt when the token was requested with a session token; null: an older token was refreshed.
 */
export async function saveTokenGranted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  exchangedAt: Date | null,
  now: Date,
): Promise<boolean> {
  const exchanged = exchangedAt === null ? {} : {granted_at: exchangedAt, removal_confirmed: false};
  const columns = {...exchanged, token_accepted_at: now, needs_reauth: false};
  // The hourly renewal of a working token releases nothing.
  return saveAccessColumns(
    db,
    shop,
    columns,
    (before) => (exchangedAt !== null || before.needs_reauth ? 'access' : null),
    now,
  );
}

/** What the app may do in the store, and whether it sees buyers' data. */
export type StoreGrants = {
  /** The granted scopes, separated by commas. */
  readonly scopes: string;
  /** The scopes that the app asks for, separated by commas. */
  readonly wantedScopes: string;
  /** Why buyers' data is withheld; null: it is shown, or nothing speaks against it. Left out: as it was. */
  readonly buyerData?: BuyerDataReason | null;
};

/**
 * Stores what was just read about the app's access. Orders that miss a name, an e-mail or an address become due whenever buyers' data was
 * looked at and is not withheld: it may have been withheld before without a reading that saw it. True in this case, even if no order
 * waited.
 */
export async function saveStoreGrants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {scopes, wantedScopes, buyerData}: StoreGrants,
  now: Date,
): Promise<boolean> {
  const seen = buyerData === undefined ? {} : {buyer_data: buyerData};
  const columns = {scopes, wanted_scopes: wantedScopes, access_read_at: now, updated_at: now, ...seen};
  return saveAccessColumns(db, shop, columns, () => (buyerData === null ? 'buyer_data' : null), now);
}

/** Stores the granted scopes alone: nothing was read of what the store shows. */
export async function saveScopes(db: Kysely<Tables>, shop: ShopDomain, scopes: string, now: Date): Promise<void> {
  await db
    .updateTable('shops')
    .set({scopes, updated_at: now})
    .where('shop', '=', shop)
    .where('scopes', '!=', scopes)
    .execute();
}

/** Whether nothing speaks against seeing buyers' data: the store was read, it withheld none then, and no order lacks any since. */
export async function isBuyerDataClear(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  const row = await db
    .selectFrom('shops')
    .select('shop')
    .where('shop', '=', shop)
    .where('buyer_data', 'is', null)
    .where('access_read_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dropship_orders')
            .select('id')
            .where('dropship_orders.shop', '=', shop)
            .where('state', 'in', openStates)
            .where('reason_code', 'in', codesFreedBy('buyer_data')),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives one caller the task to read the store's access: true if it was last read before `before`, false for every other caller, and if it
 * was never read.
 */
export async function claimAccessReading(
  db: Kysely<Tables>,
  shop: ShopDomain,
  before: Date,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('shops')
    .set({access_read_at: now})
    .where('shop', '=', shop)
    .where('access_read_at', '<', before)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The part of a shop that tells whether access may have been lost. */
type TokenState = Pick<Selectable<Tables['shops']>, 'needs_reauth'>;

/** Writes the columns. If `freed` names an event, orders that wait for it become due, and the result is true, even if no order waits. */
async function saveAccessColumns(
  db: Kysely<Tables>,
  shop: ShopDomain,
  columns: Updateable<Tables['shops']>,
  freed: (before: TokenState) => 'access' | 'buyer_data' | null,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const before = await transaction
      .selectFrom('shops')
      .select('needs_reauth')
      .where('shop', '=', shop)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return false;
    await transaction.updateTable('shops').set(columns).where('shop', '=', shop).execute();
    const event = freed(before);
    if (event === null) return false;
    await makeDueByReason(transaction, shop, codesFreedBy(event), now);
    return true;
  });
}
