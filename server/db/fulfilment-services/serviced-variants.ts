// The variants that the app stocks at the location of its fulfilment service, each with the locations that stocked it before.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {RatesThere} from '#domain/fulfilment-service/plan-service.ts';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import {belongs, type ProfileScope, variantsWithListings} from '../shipping-profiles/profiled-variants.ts';
import type {Tables} from '../tables/tables.ts';

/** Which variants are to be stocked at the service's location: of these products, of all products on sale or about to be, or none. */
export type ServiceScope = ProfileScope;

/** SQL condition on `v`, a row of `listing_variants`: the variant is in the app's shipping profile, as far as known. */
const isProfiled = sql<boolean>`exists (
  select from profiled_variants p where p.shop = v.shop and p.variant_gid = v.variant_gid and p.moved_at is not null and p.taken_gid is null
)`;

/** SQL condition on `v`: the merchant wants it in the app's shipping profile. */
const isToBeProfiled = sql<boolean>`exists (
  select from shipping_profiles f where f.shop = v.shop and (f.want = 'on' or (f.want = 'trial' and v.product_gid = any(f.trial)))
)`;

/** SQL condition on `v` with its listing `l`: it is to be stocked at the location, and has rates there. */
export const isServed = (scope: ServiceScope): RawBuilder<boolean> =>
  sql<boolean>`(${belongs(scope)} and ${isProfiled} and ${isToBeProfiled})`;

/** SQL condition on `s`, a row of `serviced_variants`: Shopify did not refuse it, or long enough ago to be tried again. */
const isToBeTried = (triedBefore: Date): RawBuilder<boolean> =>
  sql<boolean>`(s.refused is null or s.tried_at is null or s.tried_at < ${triedBefore})`;

/** The next variants to be stocked at the location, product by product. @param triedBefore those refused after it are left out. */
export async function loadVariantsToStock(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {scope, triedBefore}: {readonly scope: ServiceScope; readonly triedBefore: Date},
  limit: number,
): Promise<readonly VariantGid[]> {
  const {rows} = await sql<{gid: VariantGid}>`
    select v.variant_gid as gid from ${variantsWithListings}
      left join serviced_variants s on s.shop = v.shop and s.variant_gid = v.variant_gid
    where v.shop = ${shop} and ${isServed(scope)} and s.moved_at is null and ${isToBeTried(triedBefore)}
    order by v.article_id, v.variant_gid limit ${limit}
  `.execute(db);
  return rows.map(({gid}) => gid);
}

/** Of the variants that are wanted at the location and not in the shipping profile, or soon not: whether it takes them; `none`: there are none. */
export async function findWithoutRates(
  db: Kysely<Tables>,
  shop: ShopDomain,
  scope: ServiceScope,
): Promise<'none' | RatesThere> {
  const {rows} = await sql<{soon: boolean}>`
    select ${isToBeProfiled} as soon from ${variantsWithListings}
    where v.shop = ${shop} and ${belongs(scope)} and (not ${isToBeProfiled} or not exists (
      select from profiled_variants p where p.shop = v.shop and p.variant_gid = v.variant_gid and p.moved_at is not null
    ))
    order by soon desc limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? 'none' : row.soon ? 'soon' : 'no';
}

export type ServicedVariant = {
  readonly gid: VariantGid;
  readonly origins: readonly string[];
  /** The SKU that the app gave it; null: none. */
  readonly givenSku: string | null;
};

/** SQL: what is stocked at the location, or maybe, with the listing where there is one. */
export const servicedWithListings = sql`
  serviced_variants s left join listing_variants v on v.shop = s.shop and v.variant_gid = s.variant_gid
    left join listings l on l.shop = v.shop and l.article_id = v.article_id and l.part = v.part
`;

/** The next variants that go back to where they were stocked. @param triedBefore those refused after it are left out. */
export async function loadVariantsToReturn(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {scope, triedBefore}: {readonly scope: ServiceScope; readonly triedBefore: Date},
  limit: number,
): Promise<readonly ServicedVariant[]> {
  const {rows} = await sql<ServicedVariant>`
    select s.variant_gid as gid, s.origins, s.given_sku as "givenSku" from ${servicedWithListings}
    where s.shop = ${shop} and not coalesce(${isServed(scope)}, false) and ${isToBeTried(triedBefore)}
    order by s.variant_gid limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Whether a run, or the shipping profile, has changed which variants the service stocks; or whether variants lost their rates at its
 * location, which the merchant was not told yet.
 */
export async function hasServiceChanges(db: Kysely<Tables>, shop: ShopDomain, triedBefore: Date): Promise<boolean> {
  const wanted = await db
    .selectFrom('fulfilment_services')
    .select(['want', 'trial', 'stopped'])
    .where('shop', '=', shop)
    .where('want', '!=', 'off')
    .executeTakeFirst();
  if (wanted === undefined) return false;
  const which = {scope: serviceScopeOf(wanted), triedBefore};
  if ((await loadVariantsToStock(db, shop, which, 1)).length > 0) return true;
  if ((await loadVariantsToReturn(db, shop, which, 1)).length > 0) return true;
  return wanted.stopped === null && (await findWithoutRates(db, shop, which.scope)) === 'no';
}

/** Which variants are to be stocked at the location. */
export const serviceScopeOf = ({want, trial}: {want: string; trial: readonly string[]}): ServiceScope =>
  want === 'off' ? 'none' : want === 'on' ? 'all' : trial;

/**
 * Whether variants on sale are still stocked at the location that are to leave the shipping profile. Those that Shopify refuses to move
 * back do not count: they would keep the profile for ever.
 */
export async function hasServicedToGiveBack(
  db: Kysely<Tables>,
  shop: ShopDomain,
  profileScope: ProfileScope,
): Promise<boolean> {
  const {rows} = await sql<{found: boolean}>`
    select exists (
      select from ${servicedWithListings}
      where s.shop = ${shop} and s.refused is null and ${belongs('all')} and not ${belongs(profileScope)}
    ) as found
  `.execute(db);
  return rows[0]?.found === true;
}

/** Stores, before they are moved, where the variants are stocked. A variant that is known already keeps what was stored first. */
export async function saveStockOrigins(
  db: Kysely<Tables>,
  shop: ShopDomain,
  origins: ReadonlyMap<VariantGid, readonly string[]>,
): Promise<void> {
  if (origins.size === 0) return;
  await db
    .insertInto('serviced_variants')
    .values([...origins].map(([gid, from]) => ({shop, variant_gid: gid, origins: from})))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores which variants are stocked at the location alone, and which Shopify refused, each with the sentence. */
export async function saveStocked(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {moved, refused}: {readonly moved: readonly VariantGid[]; readonly refused: ReadonlyMap<VariantGid, string>},
  now: Date,
): Promise<void> {
  await sql`
    update serviced_variants set moved_at = ${now}, refused = null, tried_at = null
    where shop = ${shop} and variant_gid = any(${moved}::text[])
  `.execute(db);
  await saveRefused(db, shop, refused, now);
}

/** Stores why Shopify refused to move these variants, there or back. */
export async function saveRefused(
  db: Kysely<Tables>,
  shop: ShopDomain,
  refused: ReadonlyMap<VariantGid, string>,
  now: Date,
): Promise<void> {
  await sql`
    update serviced_variants s set refused = r.said, tried_at = ${now}
    from unnest(${[...refused.keys()]}::text[], ${[...refused.values()]}::text[]) as r (gid, said)
    where s.shop = ${shop} and s.variant_gid = r.gid
  `.execute(db);
}

/** Forgets variants that are no longer at the location; without `gids` all. */
export async function forgetServiced(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gids?: readonly VariantGid[],
): Promise<void> {
  const query = db.deleteFrom('serviced_variants').where('shop', '=', shop);
  if (gids?.length === 0) return;
  await (gids === undefined ? query : query.where('variant_gid', 'in', gids)).execute();
}

/** Stores that the location is gone: what is known of each variant is only where it was stocked before. */
export async function saveLocationGone(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db.updateTable('serviced_variants').set({moved_at: null}).where('shop', '=', shop).execute();
}

export type ServiceCounts = {
  readonly products: number;
  /** How many variants are to be at the location, how many are, and how many Shopify refused. */
  readonly wanted: number;
  readonly moved: number;
  readonly refused: number;
};

/** How far the service is with the variants it is to stock. */
export async function countServiced(db: Kysely<Tables>, shop: ShopDomain, scope: ServiceScope): Promise<ServiceCounts> {
  const {rows} = await sql<Record<keyof ServiceCounts, string>>`
    select count(*) as wanted, count(distinct v.product_gid) as products, count(s.moved_at) as moved, count(s.refused) as refused
    from ${variantsWithListings} left join serviced_variants s on s.shop = v.shop and s.variant_gid = v.variant_gid
    where v.shop = ${shop} and ${belongs(scope)}
  `.execute(db);
  const [row] = rows;
  const {wanted, products, moved, refused} = row ?? {wanted: 0, products: 0, moved: 0, refused: 0};
  return {wanted: Number(wanted), products: Number(products), moved: Number(moved), refused: Number(refused)};
}

/** What Shopify said to the first variants that it refused; null: it refused none. */
export async function loadFirstRefusal(db: Kysely<Tables>, shop: ShopDomain): Promise<string | null> {
  const row = await db
    .selectFrom('serviced_variants')
    .select('refused')
    .where('shop', '=', shop)
    .where('refused', 'is not', null)
    .orderBy('variant_gid')
    .executeTakeFirst();
  return row?.refused ?? null;
}
