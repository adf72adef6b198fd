// Which products of ours a store had on sale when the app came back to it: read once after each installation, before the first run of it.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** SQL condition on `shops`: no run of this installation has looked for products of ours yet. */
const isFresh: RawBuilder<boolean> = sql<boolean>`(adopted_at is null or adopted_at < installed_at)`;

/** The installed shops whose store is still to be read for that. */
export async function loadShopsToReadStayed(db: Kysely<Tables>): Promise<readonly ShopDomain[]> {
  const {rows} = await sql<{shop: ShopDomain}>`
    select shop from shops where state = 'installed' and ${isFresh} and (stayed_read_at is null or stayed_read_at < installed_at)
    order by shop
  `.execute(db);
  return rows.map(({shop}) => shop);
}

export async function saveStayedOnSale(db: Kysely<Tables>, shop: ShopDomain, count: number, at: Date): Promise<void> {
  await db.updateTable('shops').set({stayed_on_sale: count, stayed_read_at: at}).where('shop', '=', shop).execute();
}

/** How many products of ours stayed on sale without the app; 0 also where that is not read yet, or a run has looked after them since. */
export async function loadStayedOnSale(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {rows} = await sql<{count: number | null}>`
    select stayed_on_sale as count from shops where shop = ${shop} and ${isFresh} and stayed_read_at >= installed_at
  `.execute(db);
  return rows[0]?.count ?? 0;
}
