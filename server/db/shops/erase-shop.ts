// Deletes every row of a shop that removed the app, as the webhook shop/redact asks.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** All tables with rows of a shop. Rows that refer to others come first, the shop itself last. */
const tablesToErase = [
  'repeats',
  'mails',
  'mail_settings',
  'audit',
  'store_orders',
  'dropship_attempts',
  'buyer_refunds',
  'dropship_orders',
  'run_changes',
  'brakes',
  'listing_media',
  'product_matches',
  'departures',
  'runs',
  'quarantine',
  'listing_variants',
  'listings',
  'article_options',
  'own_prices',
  'known_items',
  'articles',
  'shipping_rates',
  'store_markets',
  'profiled_variants',
  'shipping_profiles',
  'service_calls',
  'service_fulfilments',
  'request_answers',
  'fulfilment_requests',
  'serviced_variants',
  'fulfilment_services',
  'sessions',
  'deliveries',
  'shops',
] as const satisfies readonly (keyof Tables)[];

/**
 * Deletes every row of the shop. Table by table, so a large shop blocks no other. After an interruption it is simply repeated. False if the
 * removal is not confirmed: the app may be installed again meanwhile, and from then on nothing more is deleted.
 */
export async function eraseShop(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  for (const table of tablesToErase)
    await db.deleteFrom(table).where('shop', '=', shop).where(isRemovalConfirmed(shop)).execute();
  const kept = await db.selectFrom('shops').select('shop').where('shop', '=', shop).executeTakeFirst();
  return kept === undefined;
}

/** SQL condition: it is certain that the merchant removed the app from this shop. */
const isRemovalConfirmed = (shop: ShopDomain) => sql<boolean>`exists (
  select from shops removed where removed.shop = ${shop} and removed.state = 'uninstalled' and removed.removal_confirmed
)`;
