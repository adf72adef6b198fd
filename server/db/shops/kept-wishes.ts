// What a merchant wants the app to keep in the store: which worker carries it out now, how far it is, and when it is looked at again.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** A table with one wish a shop, and its column with the id of what was made for it in Shopify. */
const madeIn = {shipping_profiles: 'profile_gid', fulfilment_services: 'service_gid'} as const;
type WishTable = keyof typeof madeIn;

/** Takes the shop's wish for a worker until `until`; null: there is none, or another worker has it. */
export async function claimWish<T>(
  db: Kysely<Tables>,
  table: WishTable,
  shop: ShopDomain,
  {now, until}: {readonly now: Date; readonly until: Date},
): Promise<T | null> {
  const {rows} = await sql<T>`
    update ${sql.table(table)} set working_until = ${until}
    where shop = ${shop} and (working_until is null or working_until < ${now}) returning *
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Stores the progress of the worker whose claim ends at `claimed`, and returns the row. Null: another worker has the wish now.
 * @param wish stores it only if the merchant has asked for nothing more since that wish; null: in any case.
 * @param progress values by column.
 * @param until how long the worker keeps it; null: it gives it up.
 */
export async function saveWishProgress<T>(
  db: Kysely<Tables>,
  table: WishTable,
  shop: ShopDomain,
  {claimed, wish}: {readonly claimed: Date; readonly wish: number | null},
  {progress, until}: {readonly progress: Readonly<Record<string, unknown>>; readonly until: Date | null},
): Promise<T | null> {
  const update = async (values: Readonly<Record<string, unknown>>, condition: RawBuilder<boolean>) => {
    const set = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const {rows} = await sql<T>`
      update ${sql.table(table)} set ${sql.join(set)} where shop = ${shop} and working_until = ${claimed} and ${condition} returning *
    `.execute(db);
    return rows[0] ?? null;
  };
  const all = {...progress, working_until: until};
  if (wish === null) return update(all, sql`true`);
  return (await update(all, sql`wish = ${wish}`)) ?? update({working_until: until}, sql`true`);
}

/** Has a worker look at the wish again, unless nothing is wanted or made, or something else hinders it than these reasons. */
export async function wakeWish(
  db: Kysely<Tables>,
  table: WishTable,
  shop: ShopDomain,
  despite: readonly string[],
): Promise<boolean> {
  const {numAffectedRows = 0n} = await sql`
    update ${sql.table(table)} set is_settled = false
    where shop = ${shop} and ${isWantedOrMade(table)} and (stopped is null or stopped = any(${despite}::text[]))
  `.execute(db);
  return numAffectedRows > 0n;
}

/** Whether the merchant wants something, or it is still to be taken away. */
const isWantedOrMade = (table: WishTable): RawBuilder<boolean> =>
  sql<boolean>`(want != 'off' or ${sql.ref(madeIn[table])} is not null)`;

/** The installed shops in which it is not as wanted yet, or was last looked at before `before`. */
export async function loadShopsWithWishDue(
  db: Kysely<Tables>,
  table: WishTable,
  before: Date,
): Promise<readonly ShopDomain[]> {
  const {rows} = await sql<{shop: ShopDomain}>`
    select w.shop from ${sql.table(table)} w join shops s on s.shop = w.shop
    where s.state = 'installed'
      and (not w.is_settled or (${isWantedOrMade(table)} and (w.settled_at is null or w.settled_at < ${before})))
    order by w.shop
  `.execute(db);
  return rows.map(({shop}) => shop);
}
