// What is on sale and should not be: its article is not listed, or not chosen, any more.
import {type Kysely, sql} from 'kysely';
import type {Leaving} from '#domain/catalogue/plan-leaving.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

export type ListingsToRetire = {
  /** Listings that are active or held. */
  readonly size: number;
  /** Those whose article is not listed, or not chosen, any more; without those the merchant wants to keep. */
  readonly leaving: readonly Leaving[];
};

export async function loadListingsToRetire(db: Kysely<Tables>, shop: ShopDomain): Promise<ListingsToRetire> {
  const size = await countLiveListings(db, shop);
  const {rows: leaving} = await sql<Leaving>`
    select l.article_id as "articleId", l.state, coalesce(a.listed, false) as listed, coalesce(a.chosen, false) as chosen,
      coalesce(a.hand = 'left_out', false) as "leftOut", coalesce(l.absence = 'retire', false) as released
    from listings l
    left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.state in ('active', 'held') and l.absence is distinct from 'keep'
      and not coalesce(a.listed and a.chosen, false)
    order by l.article_id
  `.execute(db);
  return {size, leaving};
}

/** The rules that products were last retired by; null: none yet, and no choice was confirmed. */
export async function loadRetiredFor(db: Kysely<Tables>, shop: ShopDomain): Promise<string | null> {
  const row = await db.selectFrom('shops').select('retired_for').where('shop', '=', shop).executeTakeFirst();
  return row?.retired_for ?? null;
}

export async function saveRetiredFor(db: Kysely<Tables>, shop: ShopDomain, print: string): Promise<void> {
  await db.updateTable('shops').set({retired_for: print}).where('shop', '=', shop).execute();
}

/** The print of no rules at all: a choice counts as confirmed where its print differs from what is stored. */
const noRules = '';

/** The merchant saw what these rules do: they count as confirmed, also where they were saved unseen before. */
export async function saveRulesConfirmed(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await saveRetiredFor(db, shop, noRules);
}

/** These rules were saved without a preview: they count as if products had been retired by them already. */
export async function saveRulesUnconfirmed(db: Kysely<Tables>, shop: ShopDomain, print: string): Promise<void> {
  await db
    .updateTable('shops')
    .set({retired_for: print})
    .where('shop', '=', shop)
    .where('retired_for', 'is not', null)
    .execute();
}

/** Products were found in the store that no preview could show: what was confirmed before says nothing about them. */
export async function forgetRetiredFor(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db
    .updateTable('shops')
    .set({retired_for: null})
    .where('shop', '=', shop)
    .where('retired_for', 'is not', null)
    .execute();
}

/** Listings that are active or held. */
export async function countLiveListings(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {size} = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('shop', '=', shop)
    .where('state', 'in', ['active', 'held'])
    .executeTakeFirstOrThrow();
  return size;
}
