// Defines one lock order for all statements that change several rows of articles, so that two of them never wait for each other. A bulk
// update locks its rows in the order in which they lie or are named, which differs from statement to statement.
import {type RawBuilder, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';

/**
 * The condition for a bulk update, `where(shop)` beside it: the rows of these articles, each locked in the order of its key before the
 * first is changed.
 */
export const isAmongArticles = (
  table: 'articles' | 'listings',
  shop: ShopDomain,
  ids: readonly ArticleId[],
): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${table}.article_id`)} = any(${ids}::text[]) and ${sql.ref(`${table}.article_id`)} in (
  select article_id from ${sql.table(table)} where shop = ${shop} and article_id = any(${ids}::text[])
  order by ${table === 'articles' ? sql`article_id` : sql`article_id, part`} for update
)`;
