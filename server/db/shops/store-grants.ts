// What a store granted the app: permissions, and the sight of buyers' data.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {freedBy} from '#domain/orders/reasons.ts';
import type {BuyerDataReason} from '#domain/store-access.ts';
import {inTransaction} from '../connection/transaction.ts';
import {saveDueForReason} from '../orders/due-orders.ts';
import type {Tables} from '../tables/tables.ts';

export type StoreGrants = {
  /** Separated by commas. */
  readonly scopes: string;
  readonly wantedScopes: string;
  /** Why buyers' data is withheld; null: it is shown, or nothing speaks against it. Left out: as it was. */
  readonly buyerData?: BuyerDataReason | null;
};

/** Orders that miss a name or an e-mail become due when buyers' data is shown again; true if they did. */
export async function saveStoreGrants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {scopes, wantedScopes, buyerData}: StoreGrants,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const before = await transaction
      .selectFrom('shops')
      .select('buyer_data')
      .where('shop', '=', shop)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return false;
    await transaction
      .updateTable('shops')
      .set({
        scopes,
        wanted_scopes: wantedScopes,
        access_read_at: now,
        updated_at: now,
        ...(buyerData === undefined ? {} : {buyer_data: buyerData}),
      })
      .where('shop', '=', shop)
      .execute();
    if (before.buyer_data === null || buyerData !== null) return false;
    await saveDueForReason(transaction, shop, freedBy('buyer_data'), now);
    return true;
  });
}

/** True for one caller if the store's access was last read before `before`; that one reads it now. Never read: false. */
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
