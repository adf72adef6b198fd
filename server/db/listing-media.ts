// Images of our products, one row each: Shopify fetches them later, so what became of an image is read back.
import type {Kysely} from 'kysely';
import type {KnownMedia} from '#domain/catalogue/operation.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from './tables.ts';

export async function loadMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownMedia[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('listing_media')
    .select(['article_id', 'url', 'media_gid as gid', 'state', 'reason'])
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.article_id);
}

/** The images a product has from us now, in order; what it had before is forgotten. */
export async function saveMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: string,
  media: readonly KnownMedia[],
  now: Date,
): Promise<void> {
  await db.deleteFrom('listing_media').where('shop', '=', shop).where('article_id', '=', articleId).execute();
  const distinct = [...new Map(media.map((entry, position) => [entry.url, {...entry, position}])).values()];
  if (distinct.length === 0) return;
  await db
    .insertInto('listing_media')
    .values(
      distinct.map(({url, gid, state, reason, position}) => ({
        shop,
        article_id: articleId,
        url,
        media_gid: gid,
        state,
        reason,
        position,
        updated_at: now,
      })),
    )
    .execute();
}

/** Products with images whose end is not known yet, oldest first. */
export async function loadPendingMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly {readonly articleId: string; readonly productGid: string}[]> {
  return db
    .selectFrom('listing_media as m')
    .innerJoin('listings as l', (join) => join.onRef('l.shop', '=', 'm.shop').onRef('l.article_id', '=', 'm.article_id'))
    .select((eb) => ['m.article_id as articleId', eb.fn.max('l.product_gid').$castTo<string>().as('productGid')])
    .where('m.shop', '=', shop)
    .where('m.state', '=', 'pending')
    .where('l.product_gid', 'is not', null)
    .where('l.state', '<>', 'deleted_in_store')
    .groupBy('m.article_id')
    .orderBy((eb) => eb.fn.min('m.updated_at'))
    .limit(limit)
    .execute();
}

/** Images the store could not take, for the merchant's eyes. */
export async function loadFailedMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly {readonly articleId: string; readonly url: string; readonly reason: string | null}[]> {
  return db
    .selectFrom('listing_media')
    .select(['article_id as articleId', 'url', 'reason'])
    .where('shop', '=', shop)
    .where('state', '=', 'failed')
    .orderBy('article_id')
    .limit(limit)
    .execute();
}
