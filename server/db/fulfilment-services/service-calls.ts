// How many of Shopify's calls about the fulfilment service were answered, by shop and day; and how long what the figures need is kept.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {createLocalDayFormat} from '#domain/local-days.ts';
import type {Tables} from '../tables/tables.ts';

/** Calls of a shop at about this time. */
export type CountedCalls = {
  readonly shop: ShopDomain;
  readonly at: Date;
  readonly answered: number;
  readonly failed: number;
};

/**
 * Adds the calls to those of the shop's day. Those of a shop without a service are left out, since the name that a call states is not
 * signed. Repeated after an answer of the database was lost, it counts them twice.
 */
export async function saveCalls(db: Kysely<Tables>, calls: readonly CountedCalls[]): Promise<void> {
  const shops = await db
    .selectFrom('shops')
    .innerJoin('fulfilment_services', 'fulfilment_services.shop', 'shops.shop')
    .select(['shops.shop', 'shops.time_zone'])
    .where('shops.shop', 'in', [...new Set(calls.map(({shop}) => shop))])
    .execute();
  const rows = shops.flatMap(({shop, time_zone: timeZone}) => {
    const dayOf = createLocalDayFormat(timeZone ?? 'UTC');
    const own = Map.groupBy(
      calls.filter((one) => one.shop === shop),
      ({at}) => dayOf(at),
    );
    return [...own].map(([day, some]) => ({
      shop,
      day,
      answered: some.reduce((sum, {answered}) => sum + answered, 0),
      failed: some.reduce((sum, {failed}) => sum + failed, 0),
    }));
  });
  if (rows.length === 0) return;
  await db
    .insertInto('service_calls')
    // Two processes that write the same rows take them in one order.
    .values(rows.toSorted((one, other) => `${one.shop} ${one.day}`.localeCompare(`${other.shop} ${other.day}`)))
    .onConflict((conflict) =>
      conflict.columns(['shop', 'day']).doUpdateSet({
        answered: sql`service_calls.answered + excluded.answered`,
        failed: sql`service_calls.failed + excluded.failed`,
      }),
    )
    .execute();
}

/** Deletes what the figures were counted from before `before`. */
export async function purgeFigureFacts(db: Kysely<Tables>, shop: ShopDomain, before: Date): Promise<void> {
  const day = before.toISOString().slice(0, 'YYYY-MM-DD'.length);
  await db.deleteFrom('service_calls').where('shop', '=', shop).where('day', '<', day).execute();
  await db.deleteFrom('request_answers').where('shop', '=', shop).where('asked_at', '<', before).execute();
  await db.deleteFrom('service_fulfilments').where('shop', '=', shop).where('made_at', '<', before).execute();
}
