// Shops whose name belongs to another store now. Their rows are kept under a name that no session token, webhook or job can have, until the
// store is opened under its new name (store-identity.ts). After 30 days they are erased: Shopify's request to erase such a store would name
// a store that is not known here, and allows 30 days (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance).
import {type Kysely, sql} from 'kysely';
import {day} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Sealer} from '../../sealing.ts';
import {unknownShopColumns} from '../runs/leases.ts';
import type {Tables} from '../tables/tables.ts';
import {eraseShop} from './erase-shop.ts';
import {renameShop} from './move-shop.ts';

/** Milliseconds after which a shop that was set aside is erased. */
export const setAsideLifetimeMs = 30 * day;

/** What setting a shop aside needs. */
export type SetAsideInput = {
  /** Unique among all shops set aside. */
  readonly id: string;
  readonly now: Date;
};

/** Moves the shop's rows to a name that no store can have, so that its former name is free. */
export async function setShopAside(
  trx: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  {id, now}: SetAsideInput,
): Promise<void> {
  // No `ShopDomain`: it has a colon.
  const name = `set-aside:${id}`;
  await renameShop(trx, sealer, {from: shop, to: name}, now);
  // Without a time at which the store is asked again.
  await sql`
    update shops set set_aside_at = ${now},
      stopped_at = case state when 'installed' then ${now}::timestamptz else stopped_at end,
      stopped_reason = case state when 'installed' then 'no_access' else stopped_reason end,
      state = case state when 'installed' then 'stopped' else state end,
      ask_again_at = null
    where shop = ${name}
  `.execute(trx);
  await sql`
    update runs set state = 'stopped', finished_at = ${now}, reason = 'The store’s address belongs to another store now.'
    where shop = ${name} and state in ('queued', 'running')
  `.execute(trx);
}

/** Sets the shop aside, and creates a row for the store that has the name now, with the lease of the token that is being granted to it. */
export async function replaceShopRow(
  trx: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  aside: SetAsideInput,
): Promise<void> {
  const lease = await trx
    .selectFrom('shops')
    .select(['token_lease_owner', 'token_lease_until'])
    .where('shop', '=', shop)
    .executeTakeFirst();
  await setShopAside(trx, sealer, shop, aside);
  await trx
    .insertInto('shops')
    .values({...unknownShopColumns(aside.now), ...lease, shop})
    .execute();
}

/** Makes a shop work again as before. Call after a shop that was set aside got a store's name again. */
export async function restoreSetAsideShop(trx: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await sql`
    update shops set set_aside_at = null, stopped_at = null, stopped_reason = null, ask_again_at = null,
      state = case state when 'stopped' then 'installed' else state end
    where shop = ${shop} and set_aside_at is not null
  `.execute(trx);
}

/** Erases what was set aside for too long. Returns how many shops. */
export async function eraseOldSetAsideShops(db: Kysely<Tables>, now: Date): Promise<number> {
  const due = await db
    .updateTable('shops')
    .set({state: 'uninstalled', removal_confirmed: true})
    .where('set_aside_at', '<', new Date(now.getTime() - setAsideLifetimeMs))
    .returning('shop')
    .execute();
  for (const {shop} of due) await eraseShop(db, shop);
  return due.length;
}
