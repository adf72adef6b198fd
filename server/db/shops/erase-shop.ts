// For shop/redact: deletes every row of a shop.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Rows that refer to others come first, the shop itself last. */
const tables = [
  'repeats',
  'audit',
  'store_orders',
  'dropship_attempts',
  'dropship_orders',
  'run_changes',
  'brakes',
  'listing_media',
  'product_matches',
  'runs',
  'quarantine',
  'listing_variants',
  'listings',
  'article_options',
  'articles',
  'sessions',
  'deliveries',
  'shops',
] as const satisfies readonly (keyof Tables)[];

/** Table by table, so a large shop blocks no other. After an interruption it is simply repeated. */
export async function eraseShop(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).where('shop', '=', shop).execute();
}
