// Images of our products, one row each. Shopify fetches them later, so their state is read back.
import {type Kysely, sql} from 'kysely';
import type {KnownMedia} from '#domain/catalogue/operation.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** The images that the app sent, by article id and in their order; an article without any is missing from the map. */
export async function loadMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
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

/** Saves the images that a product now has from us, in order. They replace all its former rows. */
export async function saveMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
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

/** An image of which it is not known yet whether the store could take it. */
export type PendingMedia = {readonly articleId: ArticleId; readonly url: string; readonly gid: string};

/** Pending images whose file in the store is known, by article and address; `after` is the last of the previous page. */
export async function loadPendingMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  after: PendingMedia | null,
  limit: number,
): Promise<readonly PendingMedia[]> {
  const {rows} = await sql<PendingMedia>`
    select article_id as "articleId", url, media_gid as gid from listing_media
    where shop = ${shop} and state = 'pending' and media_gid is not null
      and (article_id, url) > (${after?.articleId ?? ''}, ${after?.url ?? ''})
    order by article_id, url limit ${limit}
  `.execute(db);
  return rows;
}

/** Articles with images that were sent and whose file in the store is not known yet, in the order of their ids. */
export async function loadArticlesOfUnplacedMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly ArticleId[]> {
  const rows = await db
    .selectFrom('listing_media')
    .select('article_id')
    .distinct()
    .where('shop', '=', shop)
    .where('state', '=', 'pending')
    .where('media_gid', 'is', null)
    .orderBy('article_id')
    .limit(limit)
    .execute();
  return rows.map(({article_id}) => article_id);
}

/** Stores which file of the store each image is. An image whose file is known by now, or that is no longer pending, stays as it is. */
export async function savePlacedMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
  placed: readonly KnownMedia[],
  now: Date,
): Promise<void> {
  await sql`
    update listing_media set media_gid = fresh.gid, state = fresh.state, reason = fresh.reason, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as fresh (url text, gid text, state text, reason text)
    where listing_media.shop = ${shop} and listing_media.article_id = ${articleId} and listing_media.url = fresh.url
      and listing_media.state = 'pending' and listing_media.media_gid is null
  `.execute(db);
}

/** Saves the states read back; an image that is no longer pending keeps its state. */
export async function saveMediaStates(
  db: Kysely<Tables>,
  shop: ShopDomain,
  states: readonly {readonly gid: string; readonly state: KnownMedia['state']; readonly reason: string | null}[],
  now: Date,
): Promise<void> {
  const ended = states.filter(({state}) => state !== 'pending');
  if (ended.length === 0) return;
  await sql`
    update listing_media set state = fresh.state, reason = fresh.reason, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as fresh (gid text, state text, reason text)
    where listing_media.shop = ${shop} and listing_media.media_gid = fresh.gid and listing_media.state = 'pending'
  `.execute(db);
}

/** Shops with images whose final state is unknown. */
export async function listShopsWithPendingMedia(db: Kysely<Tables>): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('listing_media')
    .innerJoin('shops', 'shops.shop', 'listing_media.shop')
    .select('listing_media.shop')
    .distinct()
    .where('listing_media.state', '=', 'pending')
    .where('shops.state', '=', 'installed')
    .execute();
  return rows.map(({shop}) => shop);
}

type FailedMedia = {
  readonly articleId: ArticleId;
  /** Of the article; empty: the catalogue has none. */
  readonly name: string;
  readonly url: string;
  readonly reason: string | null;
};

/** Images the store could not take, to show to the merchant; at most `limit`, ordered by article id. */
export async function loadFailedMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly FailedMedia[]> {
  return db
    .selectFrom('listing_media')
    .leftJoin('articles', (join) =>
      join
        .onRef('articles.shop', '=', 'listing_media.shop')
        .onRef('articles.article_id', '=', 'listing_media.article_id'),
    )
    .select(['listing_media.article_id as articleId', 'listing_media.url', 'listing_media.reason'])
    .select((of) => of.fn.coalesce('articles.name', of.val('')).as('name'))
    .where('listing_media.shop', '=', shop)
    .where('listing_media.state', '=', 'failed')
    .orderBy('listing_media.article_id')
    .limit(limit)
    .execute();
}

/** Articles with failed images, the one tried longest ago first: saving the outcome of a try saves its time. */
export async function loadArticlesOfFailedMedia(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly ArticleId[]> {
  const rows = await db
    .selectFrom('listing_media')
    .select('article_id')
    .where('shop', '=', shop)
    .where('state', '=', 'failed')
    .groupBy('article_id')
    .orderBy((eb) => eb.fn.min('updated_at'))
    .orderBy('article_id')
    .limit(limit)
    .execute();
  return rows.map(({article_id}) => article_id);
}
