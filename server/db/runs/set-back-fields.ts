// Finds the fields that products still have as an undo set them back. They are the merchant's, among edits of the merchant's own: only the
// history of the undos tells them apart.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {OwnableField} from '#domain/catalogue/product-fields.ts';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * SQL condition on listing `l` and change `c`: an undo set the field back by this change, nothing has written the field since, the store
 * shows the value that it kept then, and the merchant has not taken the field. The value is in `undo`, as `after` may be shortened; changes
 * of earlier releases have it in `after` alone.
 */
export const isStillSetBack = sql<boolean>`(
  c.shop = l.shop and c.article_id = l.article_id and c.kind = 'undo' and c.applied
  and l.state <> 'deleted_in_store' and l.edits ? c.field and l.owned->>c.field is distinct from 'merchant'
  and coalesce(c.undo->'from', to_jsonb(c.after), 'null') = l.edits->c.field->'live'
  and not exists (
    select from run_changes since where since.shop = l.shop and since.article_id = l.article_id and since.id > c.id
      and since.field = c.field and since.applied offset 0
  ))`;

/**
 * SQL condition on listing `l`: at least one of its fields is still as an undo set it back. `offset 0`, also above, makes the database look at
 * the history of each product by itself: the many changes of a new undo are not in its statistics yet, and it would compare all with all.
 */
export const hasSetBackFields = sql<boolean>`(
  l.edits <> '{}' and exists (select from run_changes c where ${isStillSetBack} offset 0)
)`;

/** How many products still have something as this undo set it back. */
export async function countSetBack(db: Kysely<Tables>, shop: ShopDomain, undoId: RunId): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(distinct l.article_id)::int as count from run_changes c join listings l
      on l.shop = c.shop and l.article_id = c.article_id and l.part = ''
    where c.shop = ${shop} and c.run_id = ${undoId} and ${isStillSetBack}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Locks the next products with fields that are still as an undo set them back, in the order of their articles. Where another transaction
 * gives them back just now, this one waits and takes those after them.
 */
export async function lockSetBackFields(
  transaction: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<ReadonlyMap<ArticleId, readonly OwnableField[]>> {
  const locked = await sql<{id: ArticleId}>`
    select l.article_id as id from listings l where l.shop = ${shop} and l.part = '' and ${hasSetBackFields}
    order by l.article_id limit ${limit} for update
  `.execute(transaction);
  const {rows} = await sql<{id: ArticleId; fields: readonly OwnableField[]}>`
    select l.article_id as id, ${fieldsSetBack} as fields from listings l
    where l.shop = ${shop} and l.part = '' and l.article_id = any(${locked.rows.map(({id}) => id)}::text[])
    order by l.article_id
  `.execute(transaction);
  return new Map(rows.map(({id, fields}) => [id, fields]));
}

/** SQL value: the fields of listing `l` that are still as an undo set them back. */
const fieldsSetBack: RawBuilder<readonly OwnableField[]> = sql`array(
  select distinct c.field from run_changes c where ${isStillSetBack} order by c.field
)`;
