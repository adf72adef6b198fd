// For shop/redact: deletes every row of a shop that removed the app.
import {type Kysely, sql} from 'kysely';
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

/**
 * Table by table, so a large shop blocks no other. After an interruption it is simply repeated. False if the removal is not confirmed: the
 * app may be installed again meanwhile, and from then on nothing more is deleted.
 */
export async function eraseShop(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  for (const table of tables) await db.deleteFrom(table).where('shop', '=', shop).where(isRemoved(shop)).execute();
  const kept = await db.selectFrom('shops').select('shop').where('shop', '=', shop).executeTakeFirst();
  return kept === undefined;
}

const isRemoved = (shop: ShopDomain) => sql<boolean>`exists (
  select from shops removed where removed.shop = ${shop} and removed.state = 'uninstalled' and removed.removal_confirmed
)`;
