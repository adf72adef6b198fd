// Active and drafted listings whose article is no longer listed or no longer chosen, and whether the rules were confirmed.
import {type Kysely, sql} from 'kysely';
import type {NotOfferedListing} from '#domain/catalogue/off-sale/choose-retirements.ts';
import type {ListingAvailability} from '#domain/catalogue/off-sale/plan-retirement.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

export type ListingsToRetire = {
  /** Listings that are active or drafted. */
  readonly size: number;
  /** Listings whose article is no longer listed, or no longer chosen; without those the merchant wants to keep (`isKeptOnSale`). */
  readonly notOffered: readonly NotOfferedListing[];
};

/**
 * Loads the listings that a run may retire, and how many listings are active or drafted. Offered articles are found in an index of
 * them alone, so the other table is read only for what is not offered.
 */
export async function loadListingsToRetire(db: Kysely<Tables>, shop: ShopDomain): Promise<ListingsToRetire> {
  const size = await countLiveListings(db, shop);
  const {rows: notOffered} = await sql<NotOfferedListing>`
    select l.article_id as "articleId", l.state, coalesce(a.listed, false) as listed, coalesce(a.chosen, false) as chosen,
      coalesce(a.hand = 'left_out', false) as "leftOut", coalesce(l.absence = 'retire', false) as released
    from listings l
    left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.state in ('active', 'held') and not ${isKeptOnSale}
      and not exists (
        select from articles offered
        where offered.shop = l.shop and offered.article_id = l.article_id and offered.listed and offered.chosen
      )
    order by l.article_id
  `.execute(db);
  return {size, notOffered};
}

/** What decides whether these listings are retired; those that are neither active nor drafted are left out. */
export async function loadAvailability(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<readonly ListingAvailability[]> {
  const {rows} = await sql<ListingAvailability>`
    select l.article_id as "articleId", l.state, coalesce(a.listed, false) as listed, coalesce(a.chosen, false) as chosen,
      coalesce(a.hand = 'left_out', false) as "leftOut"
    from listings l left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.article_id = any(${ids}::text[]) and l.state in ('active', 'held')
  `.execute(db);
  return rows;
}

/** SQL condition on listing `l` and article `a`: the merchant discarded a brake to keep it, and has not left the article out by hand. */
export const isKeptOnSale = sql<boolean>`(l.absence is not distinct from 'keep' and a.hand is distinct from 'left_out')`;

/**
 * The fingerprint of the rules that count as applied; empty: the rules were confirmed by a preview; null: neither (`retired_for` in
 * tables/tables.ts).
 */
export async function loadRetiredFor(db: Kysely<Tables>, shop: ShopDomain): Promise<string | null> {
  const row = await db.selectFrom('shops').select('retired_for').where('shop', '=', shop).executeTakeFirst();
  return row?.retired_for ?? null;
}

/** Stores that the rules with this fingerprint were applied: while they stay unchanged, the brake applies to them. */
export async function saveRetiredFor(db: Kysely<Tables>, shop: ShopDomain, print: string): Promise<void> {
  await db.updateTable('shops').set({retired_for: print}).where('shop', '=', shop).execute();
}

/** Fingerprint for "no rules": a choice counts as confirmed where its fingerprint differs from the stored one. */
const noRulesFingerprint = '';

/** Stores that the merchant saw the effect of the rules: they count as confirmed, even if they were saved without a preview before. */
export async function saveRulesConfirmed(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await saveRetiredFor(db, shop, noRulesFingerprint);
}

/**
 * Stores that these rules were saved without a preview: they count as if they had retired products already, so the brake applies. Where
 * nothing is stored yet, nothing is stored now: the brake applies to a first choice anyway.
 */
export async function saveRulesUnconfirmed(db: Kysely<Tables>, shop: ShopDomain, print: string): Promise<void> {
  await db
    .updateTable('shops')
    .set({retired_for: print})
    .where('shop', '=', shop)
    .where('retired_for', 'is not', null)
    .execute();
}

/** Removes an earlier confirmation, because products were found in the store that no preview could show. */
export async function forgetRetiredFor(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db
    .updateTable('shops')
    .set({retired_for: null})
    .where('shop', '=', shop)
    .where('retired_for', 'is not', null)
    .execute();
}

/** How many listings of the shop are active or drafted. */
export async function countLiveListings(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {size} = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('shop', '=', shop)
    .where('state', 'in', ['active', 'held'])
    .executeTakeFirstOrThrow();
  return size;
}
