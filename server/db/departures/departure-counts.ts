// What a departure would be about, or how far it is, in numbers.
import {type Kysely, sql} from 'kysely';
import type {ProductCounts} from '#domain/departure/plan-departure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {isMadeByApp} from './departures.ts';

export type DepartureCounts = ProductCounts & {
  readonly drafts: number;
  readonly archived: number;
  /** Products that someone deleted in Shopify. */
  readonly gone: number;
};

/** The products of the app by where they are, as the app last wrote or read them. */
export async function loadDepartureCounts(db: Kysely<Tables>, shop: ShopDomain): Promise<DepartureCounts> {
  const {rows} = await sql<{isMade: boolean; place: 'on_sale' | 'draft' | 'archived' | 'gone'; count: number}>`
    select ${isMadeByApp('listings')} as "isMade", case
        when state = 'deleted_in_store' then 'gone'
        when ${isShownOnSale} then 'on_sale'
        when store_status = 'ARCHIVED' then 'archived' else 'draft' end as place, count(*)::integer as count
    from listings where shop = ${shop} and product_gid is not null group by 1, 2
  `.execute(db);
  const sum = (isCounted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isCounted).reduce((total, {count}) => total + count, 0);
  const isThere = ({place}: (typeof rows)[number]) => place === 'draft' || place === 'archived';
  return {
    made: {
      onSale: sum(({isMade, place}) => isMade && place === 'on_sale'),
      offSale: sum((row) => row.isMade && isThere(row)),
    },
    adopted: {
      onSale: sum(({isMade, place}) => !isMade && place === 'on_sale'),
      offSale: sum((row) => !row.isMade && isThere(row)),
    },
    drafts: sum(({place}) => place === 'draft'),
    archived: sum(({place}) => place === 'archived'),
    gone: sum(({place}) => place === 'gone'),
  };
}

/** SQL condition on `listings`: as far as is known, shoppers can buy the product. Older listings state no status. */
const isShownOnSale = sql<boolean>`(store_status in ('ACTIVE', 'UNLISTED') or (store_status is null and state = 'active'))`;

/** How many products that leaving deleted the next update would make again after a start again, and how many of them as the drafts they were. */
export async function countToMakeAgain(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<{readonly products: number; readonly drafts: number}> {
  const {rows} = await sql<{products: number; drafts: number}>`
    select count(*)::integer as products, (count(*) filter (where departed_as = 'draft'))::integer as drafts
    from listings join articles using (shop, article_id)
    where shop = ${shop} and state = 'deleted_in_store' and departed_as is not null and listed and chosen
  `.execute(db);
  return rows[0] ?? {products: 0, drafts: 0};
}

/** How many products of the app there were and are, and how many of them belong to an article up to this one. */
export async function countDepartureProgress(
  db: Kysely<Tables>,
  shop: ShopDomain,
  reached: string,
): Promise<{readonly done: number; readonly total: number}> {
  const {rows} = await sql<{done: number; total: number}>`
    select count(*)::integer as total, count(*) filter (where article_id <= ${reached})::integer as done
    from listings where shop = ${shop} and product_gid is not null
  `.execute(db);
  return rows[0] ?? {done: 0, total: 0};
}
