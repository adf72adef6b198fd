// One order for all statements that change several rows of articles, and one for those of orders: two of them then never wait for each
// other. A bulk update locks its rows in the order in which they lie or are named, which differs from statement to statement.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * The condition for a bulk update, `where(shop)` beside it: the rows of these articles, each locked in the order of its key before the first
 * is changed.
 */
export const ofArticles = (
  table: 'articles' | 'listings',
  shop: ShopDomain,
  ids: readonly ArticleId[],
): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${table}.article_id`)} = any(${ids}::text[]) and ${sql.ref(`${table}.article_id`)} in (
  select article_id from ${sql.table(table)} where shop = ${shop} and article_id = any(${ids}::text[])
  order by ${table === 'articles' ? sql`article_id` : sql`article_id, part`} for update
)`;

/**
 * The ids of dropship orders, each row locked in the order of its id. A bulk update takes its rows from here, with all its conditions:
 * `where('id', 'in', …)`. A transaction that changes several rows one after the other asks for them first.
 */
export const lockedOrders = (db: Kysely<Tables>, shop: ShopDomain) => lockedOrdersOfAll(db).where('shop', '=', shop);

/** The same over all shops. */
export const lockedOrdersOfAll = (db: Kysely<Tables>) =>
  db.selectFrom('dropship_orders').select('id').orderBy('id').forNoKeyUpdate();
