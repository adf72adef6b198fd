// The shipping profile that a merchant asked for: what is wanted, what was written, and which worker has it.
import {type ExpressionBuilder, type Kysely, type Selectable, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {type ZoneCode, zoneCodes, zones} from '#domain/orders/zone.ts';
import type {WrittenRate, ZoneChange} from '#domain/shipping-profile/compare-profile.ts';
import type {ProfileStop, ProfileWish} from '#domain/shipping-profile/plan-profile.ts';
import type {ProfileTerms, ZoneFees} from '#domain/shipping-profile/profile-terms.ts';
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
export async function wakeProfile(
  db: Kysely<Tables>,
  shop: ShopDomain,
  despite: readonly ProfileStop[] = [],
): Promise<boolean> {
  const result = await db
    .updateTable('shipping_profiles')
    .set({is_settled: false})
    .where('shop', '=', shop)
    .where(isWantedOrMade)
    .where((eb) => eb.or([eb('stopped', 'is', null), ...despite.map((stop) => eb('stopped', '=', stop))]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Whether the merchant wants a profile, or one is still to be taken away. */
const isWantedOrMade = (eb: ExpressionBuilder<Tables, 'shipping_profiles'>) =>
  eb.or([eb('want', '!=', 'off'), eb('profile_gid', 'is not', null)]);

/** Takes the shop's profile for a worker until `until`; null: there is none, or another worker has it. */
export async function claimProfile(
  db: Kysely<Tables>,
  shop: ShopDomain,
  now: Date,
  until: Date,
): Promise<StoredProfile | null> {
  const row = await db
    .updateTable('shipping_profiles')
    .set({working_until: until})
    .where('shop', '=', shop)
    .where((eb) => eb.or([eb('working_until', 'is', null), eb('working_until', '<', now)]))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

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
  /** Until when the worker keeps it; null: it gives the profile up. */
  readonly working_until: Date | null;
};

/**
 * Stores the progress of the worker whose claim ends at `claimed`, and returns the row. Null: another worker has the profile now.
 * @param wish stores it only if the merchant has asked for nothing more since that wish; null: in any case.
 */
export async function saveProgress(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {claimed, wish}: {readonly claimed: Date; readonly wish: number | null},
  {rates, changes, working_until: until, ...progress}: ProfileProgress,
): Promise<StoredProfile | null> {
  const values = {
    ...progress,
    ...(rates === undefined ? {} : {rates: JSON.stringify(rates)}),
    ...(changes === undefined ? {} : {changes: JSON.stringify(changes)}),
  };
  const update = (set: object) =>
    db
      .updateTable('shipping_profiles')
      .set({...set, working_until: until})
      .where('shop', '=', shop)
      .where('working_until', '=', claimed)
      .returningAll();
  const saved = await update(values)
    .$if(wish !== null, (query) => query.where('wish', '=', wish ?? 0))
    .executeTakeFirst();
  return saved ?? (wish === null ? null : ((await update({}).executeTakeFirst()) ?? null));
}

/** The installed shops whose profile is not as wanted yet, or was last looked at before `before`. */
export async function loadShopsWithProfileDue(db: Kysely<Tables>, before: Date): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('shipping_profiles')
    .innerJoin('shops', 'shops.shop', 'shipping_profiles.shop')
    .select('shipping_profiles.shop')
    .where('shops.state', '=', 'installed')
    .where((eb) =>
      eb.or([
        eb('is_settled', '=', false),
        eb.and([isWantedOrMade(eb), eb.or([eb('settled_at', 'is', null), eb('settled_at', '<', before)])]),
      ]),
    )
    .orderBy('shipping_profiles.shop')
    .execute();
  return rows.map(({shop}) => shop);
}

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
