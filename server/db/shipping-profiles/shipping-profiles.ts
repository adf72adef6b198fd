// The shipping profile that a merchant asked for: what is wanted, what was written, and which worker has it.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {type ZoneCode, zoneCodes, zones} from '#domain/orders/zone.ts';
import type {WrittenRate, ZoneChange} from '#domain/shipping-profile/compare-profile.ts';
import type {ProfileStop, ProfileWish} from '#domain/shipping-profile/plan-profile.ts';
import type {ProfileTerms, ZoneFees} from '#domain/shipping-profile/profile-terms.ts';
import {claimWish, loadShopsWithWishDue, saveWishProgress, wakeWish} from '../shops/kept-wishes.ts';
import type {ShippingProfilesTable} from '../tables/shipping-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredProfile = Selectable<ShippingProfilesTable>;

/** The shop's profile; null: none was ever asked for. */
export async function loadProfile(db: Kysely<Tables>, shop: ShopDomain): Promise<StoredProfile | null> {
  const row = await db.selectFrom('shipping_profiles').selectAll().where('shop', '=', shop).executeTakeFirst();
  return row ?? null;
}

export type AskedProfile = {
  readonly want: ProfileWish;
  readonly terms: ProfileTerms;
  /** The products of a trial. */
  readonly trial: readonly string[];
  readonly actor: string;
  /** The number of the wish that the merchant saw; 0: none. */
  readonly seen: number;
};

/**
 * Stores what the merchant wants; a worker then carries it out. A profile that someone deleted in Shopify is forgotten, so that a new one
 * is made. False: another wish was stored since the one that the merchant saw.
 */
export async function saveWish(db: Kysely<Tables>, shop: ShopDomain, asked: AskedProfile, now: Date): Promise<boolean> {
  const wish = {
    want: asked.want,
    terms: JSON.stringify(asked.terms),
    trial: asked.trial,
    actor: asked.actor,
    asked_at: now,
    is_settled: false,
    stopped: null,
    said: null,
  };
  const isGone = sql<boolean>`shipping_profiles.stopped = 'removed'`;
  const result = await db
    .insertInto('shipping_profiles')
    .values({shop, ...wish})
    .onConflict((conflict) =>
      conflict
        .column('shop')
        .doUpdateSet({
          ...wish,
          wish: sql`shipping_profiles.wish + 1`,
          profile_gid: sql`case when ${isGone} then null else shipping_profiles.profile_gid end`,
          rates: sql`case when ${isGone} then '[]'::jsonb else shipping_profiles.rates end`,
          changes: sql`case when ${isGone} then '[]'::jsonb else shipping_profiles.changes end`,
          resets: sql`case when ${isGone} then '{}'::text[] else shipping_profiles.resets end`,
        })
        .where('shipping_profiles.wish', '=', asked.seen),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The merchant wants the app's rate of this zone again. */
export async function saveReset(db: Kysely<Tables>, shop: ShopDomain, zone: ZoneCode): Promise<void> {
  await sql`
    update shipping_profiles set resets = array_append(array_remove(resets, ${zone}), ${zone}), wish = wish + 1,
      is_settled = false, stopped = null, said = null
    where shop = ${shop}
  `.execute(db);
}

/**
 * Has a worker look at the profile again, where the merchant wants one. False: there is none, or something else hinders it than these
 * reasons.
 */
export const wakeProfile = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  despite: readonly ProfileStop[] = [],
): Promise<boolean> => wakeWish(db, 'shipping_profiles', shop, despite);

/** Takes the shop's profile for a worker until `until`; null: there is none, or another worker has it. */
export const claimProfile = (db: Kysely<Tables>, shop: ShopDomain, now: Date, until: Date) =>
  claimWish<StoredProfile>(db, 'shipping_profiles', shop, {now, until});

/** What a worker stores after a step. */
export type ProfileProgress = {
  readonly profile_gid?: string | null;
  readonly removing_since?: Date | null;
  readonly settled_wish?: number;
  readonly version?: number | null;
  readonly rates?: readonly WrittenRate[];
  readonly resets?: readonly ZoneCode[];
  readonly changes?: readonly ZoneChange[];
  readonly stopped?: ProfileStop | null;
  readonly said?: string | null;
  readonly is_settled?: boolean;
  readonly settled_at?: Date;
  readonly needs_check?: boolean;
};

/**
 * Stores the progress of the worker whose claim ends at `claimed`, and returns the row. Null: another worker has the profile now.
 * @param wish stores it only if the merchant has asked for nothing more since that wish; null: in any case.
 */
export function saveProgress(
  db: Kysely<Tables>,
  shop: ShopDomain,
  claim: {readonly claimed: Date; readonly wish: number | null},
  {rates, changes, ...others}: ProfileProgress,
  until: Date | null,
): Promise<StoredProfile | null> {
  const progress = {
    ...others,
    ...(rates === undefined ? {} : {rates: JSON.stringify(rates)}),
    ...(changes === undefined ? {} : {changes: JSON.stringify(changes)}),
  };
  return saveWishProgress(db, 'shipping_profiles', shop, claim, {progress, until});
}

/** The installed shops whose profile is not as wanted yet, or was last looked at before `before`. */
export const loadShopsWithProfileDue = (db: Kysely<Tables>, before: Date) =>
  loadShopsWithWishDue(db, 'shipping_profiles', before);

/**
 * The highest fee that an article in the store costs in each zone, so that no shipment costs more than the shopper paid. Where the supplier
 * states none for an article, the fee of the table counts for it.
 */
export async function loadZoneFees(db: Kysely<Tables>, shop: ShopDomain): Promise<ZoneFees> {
  const table = zoneCodes.map((zone) => zones[zone].fee);
  const {rows} = await sql<{at: number; fee: number}>`
    select z.at::integer, max(case when a.stock_fees[z.at] >= 0 then a.stock_fees[z.at] else z.fee end) as fee
    from listings l join articles a using (shop, article_id), unnest(${table}::bigint[]) with ordinality as z (fee, at)
    where l.shop = ${shop} and l.state in ('active', 'held') group by z.at
  `.execute(db);
  const highest = new Map(rows.map(({at, fee}) => [zoneCodes[at - 1], fee]));
  const fees = zoneCodes.map((zone) => [zone, highest.get(zone) ?? zones[zone].fee] as const);
  return Object.fromEntries(fees) as Record<ZoneCode, number>;
}
