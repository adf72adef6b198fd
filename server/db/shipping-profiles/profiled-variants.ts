// The variants in the app's shipping profile, each with the profile it was in before.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Which variants are to be in the profile: of these products, of all products on sale or about to be, or none. */
export type ProfileScope = 'none' | 'all' | readonly string[];

/** SQL condition on `v`, a row of `listing_variants` with its listing `l`: the variant is to be in the profile. */
export function belongs(scope: ProfileScope): RawBuilder<boolean> {
  if (scope === 'none') return sql<boolean>`false`;
  const isOurs = sql<boolean>`v.state = 'live' and l.state in ('active', 'held') and l.product_gid = v.product_gid`;
  return scope === 'all' ? isOurs : sql<boolean>`${isOurs} and v.product_gid = any(${scope}::text[])`;
}

export const variantsWithListings = sql`
  listing_variants v join listings l on l.shop = v.shop and l.article_id = v.article_id and l.part = v.part
`;

/** The next variants to be put into the profile, product by product. */
export async function loadVariantsToMove(
  db: Kysely<Tables>,
  shop: ShopDomain,
  scope: ProfileScope,
  limit: number,
): Promise<readonly VariantGid[]> {
  const {rows} = await sql<{gid: VariantGid}>`
    select v.variant_gid as gid from ${variantsWithListings}
    where v.shop = ${shop} and ${belongs(scope)} and not exists (
      select from profiled_variants p where p.shop = v.shop and p.variant_gid = v.variant_gid and p.moved_at is not null
    )
    order by v.article_id, v.variant_gid limit ${limit}
  `.execute(db);
  return rows.map(({gid}) => gid);
}

/** How many variants are in the profile, and how many are to be. */
export async function countProfiled(
  db: Kysely<Tables>,
  shop: ShopDomain,
  scope: ProfileScope,
): Promise<{readonly moved: number; readonly wanted: number; readonly products: number}> {
  const {rows} = await sql<{wanted: string; moved: string; products: string}>`
    select count(*) as wanted, count(distinct v.product_gid) as products, count(p.moved_at) filter (where p.taken_gid is null) as moved
    from ${variantsWithListings} left join profiled_variants p on p.shop = v.shop and p.variant_gid = v.variant_gid
    where v.shop = ${shop} and ${belongs(scope)}
  `.execute(db);
  const [row] = rows;
  return {moved: Number(row?.moved ?? 0), wanted: Number(row?.wanted ?? 0), products: Number(row?.products ?? 0)};
}

export type ProfiledVariant = {
  readonly gid: VariantGid;
  /** The profile it was in before; null: the general one. */
  readonly fromGid: string | null;
};

/**
 * The next variants that leave the profile, those from one profile together.
 * @param onlyNamed leaves out those that were in the general profile: they go back by themselves when the app's profile is removed.
 */
export async function loadVariantsToGiveBack(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {scope, onlyNamed}: {readonly scope: ProfileScope; readonly onlyNamed: boolean},
  limit: number,
): Promise<readonly ProfiledVariant[]> {
  const {rows} = await sql<{gid: VariantGid; from_gid: string | null}>`
    select p.variant_gid as gid, p.from_gid
    from profiled_variants p
      left join listing_variants v on v.shop = p.shop and v.variant_gid = p.variant_gid
      left join listings l on l.shop = v.shop and l.article_id = v.article_id and l.part = v.part
    where p.shop = ${shop} and not coalesce(${belongs(scope)}, false) and (not ${onlyNamed}::boolean or p.from_gid is not null)
    order by p.from_gid nulls first, p.variant_gid limit ${limit}
  `.execute(db);
  const [first] = rows;
  return rows
    .filter(({from_gid: from}) => from === first?.from_gid)
    .map(({gid, from_gid: fromGid}) => ({gid, fromGid}));
}

/** Whether a run has made or retired variants of which the profile of all products does not know yet. */
export async function hasVariantChanges(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  const wants = await db
    .selectFrom('shipping_profiles')
    .select('shop')
    .where('shop', '=', shop)
    .where('want', '=', 'on')
    .executeTakeFirst();
  if (wants === undefined) return false;
  const toMove = await loadVariantsToMove(db, shop, 'all', 1);
  const toGiveBack = await loadVariantsToGiveBack(db, shop, {scope: 'all', onlyNamed: false}, 1);
  return toMove.length + toGiveBack.length > 0;
}

/** Stores, before they are moved, where the variants are. A variant that is known already keeps what was stored first. */
export async function saveVariantOrigins(
  db: Kysely<Tables>,
  shop: ShopDomain,
  origins: ReadonlyMap<VariantGid, string | null>,
): Promise<void> {
  if (origins.size === 0) return;
  await db
    .insertInto('profiled_variants')
    .values([...origins].map(([gid, from]) => ({shop, variant_gid: gid, from_gid: from})))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores that these variants are in the profile now. */
export async function saveVariantsMoved(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gids: readonly VariantGid[],
  now: Date,
): Promise<void> {
  if (gids.length === 0) return;
  await db
    .updateTable('profiled_variants')
    .set({moved_at: now})
    .where('shop', '=', shop)
    .where('variant_gid', 'in', gids)
    .execute();
}

/** The next variants in the profile after this one, in the order of their ids. */
export async function loadProfiledVariants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  after: string,
  limit: number,
): Promise<readonly VariantGid[]> {
  const rows = await db
    .selectFrom('profiled_variants')
    .select('variant_gid')
    .where('shop', '=', shop)
    .where('variant_gid', '>', after as VariantGid)
    .where('moved_at', 'is not', null)
    .orderBy('variant_gid')
    .limit(limit)
    .execute();
  return rows.map(({variant_gid: gid}) => gid);
}

/** Stores which of the variants that were looked for are in other profiles now, with the profile. */
export async function saveTakenVariants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  looked: readonly VariantGid[],
  taken: ReadonlyMap<VariantGid, string>,
): Promise<void> {
  await sql`
    update profiled_variants p set taken_gid = t.of
    from unnest(${looked}::text[]) as l (gid)
      left join unnest(${[...taken.keys()]}::text[], ${[...taken.values()]}::text[]) as t (gid, of) on t.gid = l.gid
    where p.shop = ${shop} and p.variant_gid = l.gid and p.taken_gid is distinct from t.of
  `.execute(db);
}

/** Forgets variants that are no longer in the profile; without `gids` all. */
export async function forgetVariants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gids?: readonly VariantGid[],
): Promise<void> {
  if (gids?.length === 0) return;
  const query = db.deleteFrom('profiled_variants').where('shop', '=', shop);
  await (gids === undefined ? query : query.where('variant_gid', 'in', gids)).execute();
}

/** How many variants someone else has put into other profiles. */
export async function countTaken(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {rows} = await sql<{count: string}>`
    select count(*) as count from profiled_variants where shop = ${shop} and taken_gid is not null
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The first products on sale, for a trial. */
export async function loadTrialProducts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly string[]> {
  const {rows} = await sql<{gid: string}>`
    select product_gid as gid from listings where shop = ${shop} and state = 'active' and product_gid is not null and coalesce(store_status, 'ACTIVE') = 'ACTIVE'
    order by article_id limit ${limit}
  `.execute(db);
  return rows.map(({gid}) => gid);
}

/** The names of the articles of these products. */
export async function loadProductNames(
  db: Kysely<Tables>,
  shop: ShopDomain,
  products: readonly string[],
): Promise<readonly string[]> {
  const {rows} = await sql<{name: string}>`
    select a.name from listings l join articles a using (shop, article_id)
    where l.shop = ${shop} and l.product_gid = any(${products}::text[]) order by a.name
  `.execute(db);
  return rows.map(({name}) => name);
}
