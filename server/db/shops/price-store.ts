// The store's facts that every price depends on, as they were last read from Shopify.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import {toPriceStore} from '../catalogue/choice.ts';
import type {Tables} from '../tables/tables.ts';

/** The store's currency, and whether its prices contain tax; null: there is no such shop, for example after its erasure. */
export async function loadPriceStore(db: Kysely<Tables>, shop: ShopDomain): Promise<PriceStore | null> {
  const row = await db
    .selectFrom('shops')
    .select(['currency', 'taxes_included as taxesIncluded'])
    .where('shop', '=', shop)
    .executeTakeFirst();
  return row === undefined ? null : toPriceStore(row);
}
