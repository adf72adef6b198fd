// What is on sale and should not be: its article is not listed, or not chosen, any more.
import {type Kysely, sql} from 'kysely';
import type {OffShelf, Shelf} from '#domain/catalogue/plan-retirement.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from './tables.ts';

export async function loadShelf(db: Kysely<Tables>, shop: ShopDomain): Promise<Shelf> {
  const {size} = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('shop', '=', shop)
    .where('state', 'in', ['active', 'held'])
    .executeTakeFirstOrThrow();
  const {rows: off} = await sql<OffShelf>`
    select l.article_id as "articleId", coalesce(a.listed, false) as listed, l.absence
    from listings l
    left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.state in ('active', 'held') and not coalesce(a.listed and a.chosen, false)
    order by l.article_id
  `.execute(db);
  return {size, off};
}
