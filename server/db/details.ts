// What the merchant typed for an order that lacks something: sealed, and erased as soon as the supplier has it.
import type {Kysely} from 'kysely';
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import {noDetails, type TypedDetails} from '#domain/orders/merchant-word.ts';
import type {Sealer} from './sealing.ts';
import type {Tables} from './tables.ts';

const Word = z.string().nullable().default(null);
const Details = z.object({colour: Word, size: Word, name: Word, email: Word});

const placeOf = (shop: string) => ({shop, column: 'dropship_orders.details'});

export function sealDetails(sealer: Sealer, shop: ShopDomain, details: TypedDetails): string {
  return sealer.seal(JSON.stringify(details), placeOf(shop));
}

export function openDetails(
  sealer: Sealer,
  {shop, details_sealed: sealed}: {readonly shop: string; readonly details_sealed: string | null},
): TypedDetails {
  return sealed === null ? noDetails : Details.parse(JSON.parse(sealer.open(sealed, placeOf(shop))));
}

/** Erases what was typed for these store orders, and the marks of their addresses; for all of the shop where none are named. How many held something. */
export async function eraseDetails(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly string[] | null,
  now: Date,
): Promise<number> {
  let marked = db.updateTable('dropship_orders').set({address_mark: null}).where('shop', '=', shop);
  if (orderGids !== null) marked = marked.where('order_gid', 'in', orderGids);
  await marked.execute();
  let query = db
    .updateTable('dropship_orders')
    .set({details_sealed: null, updated_at: now})
    .where('shop', '=', shop)
    .where('details_sealed', 'is not', null);
  if (orderGids !== null) query = query.where('order_gid', 'in', orderGids);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Store orders for which something typed is kept, among these; of all the shop's where none are named. */
export async function loadTypedOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly string[] | null,
): Promise<readonly string[]> {
  let query = db
    .selectFrom('dropship_orders')
    .select('order_gid')
    .distinct()
    .where('shop', '=', shop)
    .where('details_sealed', 'is not', null);
  if (orderGids !== null) query = query.where('order_gid', 'in', orderGids);
  const rows = await query.orderBy('order_gid').execute();
  return rows.map((row) => row.order_gid);
}
