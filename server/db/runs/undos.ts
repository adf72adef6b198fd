// Loads the undos of runs, and what a preview of an undo needs of the listings.
import {type Kysely, sql} from 'kysely';
import {FieldEdits, WrittenValues} from '#domain/catalogue/edits.ts';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredRun} from './runs.ts';

/** The undos of these runs, newest first. */
export async function loadUndos(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runs: readonly RunId[],
): Promise<readonly StoredRun[]> {
  if (runs.length === 0) return [];
  return db
    .selectFrom('runs')
    .selectAll()
    .where('shop', '=', shop)
    .where('undoes', 'in', runs)
    .orderBy('started_at', 'desc')
    .execute();
}

/** What a preview of an undo needs of one listing. */
export type ListingToUndo = Pick<KnownListing, 'state' | 'productGid' | 'written' | 'edits'> & {
  /** The article's name; empty where it is not known. */
  readonly name: string;
};

/** These listings by article id; an article without a listing is missing from the map. */
export async function loadListingsToUndo(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, ListingToUndo>> {
  const {rows} = await sql<
    Omit<ListingToUndo, 'productGid'> & {articleId: ArticleId; gid: ListingToUndo['productGid']}
  >`
    select l.article_id as "articleId", l.state, l.product_gid as gid, l.written, l.edits, coalesce(a.name, '') as name
    from listings l left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.article_id = any(${ids}::text[])
  `.execute(db);
  return new Map(
    rows.map(({articleId, gid, written, edits, ...row}) => [
      articleId,
      {...row, productGid: gid, written: WrittenValues.parse(written ?? {}), edits: FieldEdits.parse(edits)},
    ]),
  );
}
