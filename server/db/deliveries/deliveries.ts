// The webhook inbox. A delivery is acknowledged once its row is stored, and is processed from the row: ids only, never a body.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {isShopIdle} from '../runs/run-fence.ts';
import type {DeliveriesTable} from '../tables/delivery-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredDelivery = Selectable<DeliveriesTable>;

/** Not a webhook topic: an order that the reconciliation found and could not take. Its row waits to be tried again. */
export const foundTopic = 'orders/found';

/** After this many failures a delivery counts as failed, and is shown as failed. Postponements are no failures. */
const maxFailures = 8;

/**
 * A shop's next deliveries to handle: an uninstall first; then those with fewer attempts. Deliveries about products come last, since a run
 * causes one for every product it writes, and they wait until the shop is idle (`isShopIdle`).
 */
export async function loadNextDeliveries(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
  now: Date,
): Promise<readonly StoredDelivery[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('shop', '=', shop)
    .where('state', '=', 'pending')
    .where(isDeliveryDue(now))
    .where((eb) => eb.or([eb('topic', 'not like', 'products/%'), isShopIdle(shop, now)]))
    .orderBy((eb) =>
      eb.case().when('topic', '=', 'app/uninstalled').then(0).when('topic', 'like', 'products/%').then(2).else(1).end(),
    )
    .orderBy('attempts')
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** SQL condition: the delivery was not postponed, or its time has come. */
const isDeliveryDue = (now: Date) => sql<boolean>`coalesce(next_attempt_at, '-infinity') <= ${now}`;

/** Shops with a due delivery received before `olderThan`: the queue may have missed it, or it waits for the end of a run. */
export async function loadShopsWithDeliveries(
  db: Kysely<Tables>,
  olderThan: Date,
  now: Date,
): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('shop')
    .distinct()
    .where('state', '=', 'pending')
    .where('received_at', '<', olderThan)
    .where(isDeliveryDue(now))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shops')
            .select('shops.shop')
            .whereRef('shops.shop', '=', 'deliveries.shop')
            .where('set_aside_at', 'is not', null),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.shop);
}

/** Which of these articles have a product with a pending `products/update`; the value is when the oldest was triggered, null: not known. */
export async function loadArticlesWithDelivery(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleIds: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, Date | null>> {
  const {rows} = await sql<{id: ArticleId; triggeredAt: Date | null}>`
    select l.article_id as id, case when bool_and(d.triggered_at is not null) then min(d.triggered_at) end as "triggeredAt"
    from listings l
    join deliveries d on d.shop = l.shop and d.resource = l.product_gid and d.state = 'pending' and d.topic = 'products/update'
    where l.shop = ${shop} and l.article_id = any(${articleIds}::text[])
      and l.product_gid is not null and l.state <> 'deleted_in_store'
    group by l.article_id
  `.execute(db);
  return new Map(rows.map(({id, triggeredAt}) => [id, triggeredAt]));
}

/** Postpones a delivery after a temporary problem: it stays pending, behind those that were not tried yet. */
export async function markDeliveryPostponed(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set((eb) => ({attempts: eb('attempts', '+', 1)}))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** How many rows of handled deliveries with equal bodies are kept. */
const maxEqualRows = 10;

/**
 * Marks a delivery as done, unless an equal one arrived since it was loaded: then it stays pending, since its resource may have been read
 * too early. Of the handled rows with that body only the latest few are kept, so that a body sent again and again fills no table.
 * @param unread why its resource was not read; null: it was read.
 */
export async function markDeliveryDone(
  db: Kysely<Tables>,
  {id, arrivals}: Pick<StoredDelivery, 'id' | 'arrivals'>,
  now: Date,
  unread: string | null = null,
): Promise<void> {
  await sql`
    with done as (
      update deliveries set state = 'done', reason = ${unread}, done_at = ${now} where id = ${id} and arrivals = ${arrivals}
      returning shop, topic, body_digest
    )
    delete from deliveries where id in (
      select d.id from deliveries d join done on d.shop = done.shop and d.topic = done.topic and d.body_digest = done.body_digest
      where d.state <> 'pending' and d.id <> ${id}
      order by d.id desc offset ${maxEqualRows - 1} for update of d skip locked
    )
  `.execute(db);
}

/** Whether another delivery with the same body was done at or after `since`. */
export async function wasEqualBodyHandled(
  db: Kysely<Tables>,
  {id, shop, topic, body_digest: digest}: Pick<StoredDelivery, 'id' | 'shop' | 'topic' | 'body_digest'>,
  since: Date,
): Promise<boolean> {
  if (digest === null) return false;
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('shop', '=', shop)
    .where('topic', '=', topic)
    .where('body_digest', '=', digest)
    .where('id', '<>', id)
    .where('state', '=', 'done')
    .where('done_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a failure: the delivery stays pending until the last of `tries`. Returns its new state; `done`: it was not pending. */
export async function markDeliveryFailed(
  db: Kysely<Tables>,
  id: number,
  reason: string,
  now: Date,
  tries = maxFailures,
): Promise<StoredDelivery['state']> {
  const row = await db
    .updateTable('deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      failures: eb('failures', '+', 1),
      reason: reason.slice(0, 500),
      state: sql<StoredDelivery['state']>`case when failures + 1 >= ${tries} then 'failed' else 'pending' end`,
      done_at: sql<Date | null>`case when failures + 1 >= ${tries} then ${now}::timestamptz end`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('state')
    .executeTakeFirst();
  return row?.state ?? 'done';
}

/** How many failed deliveries are still stored, and the one that failed last; null: none. */
export async function loadFailedDeliveries(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<{readonly count: number; readonly last: StoredDelivery | null}> {
  const failed = db.selectFrom('deliveries').where('shop', '=', shop).where('state', '=', 'failed');
  const {count} = await failed.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const last =
    count === 0 ? undefined : await failed.selectAll().orderBy('done_at', 'desc').limit(1).executeTakeFirst();
  return {count, last: last ?? null};
}

/**
 * Deletes deliveries that ended before `before`; returns how many. A repetition of a deleted one counts as new, so keep them longer than
 * Shopify repeats.
 */
export async function purgeDeliveries(db: Kysely<Tables>, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('deliveries')
    .where('state', 'in', ['done', 'failed'])
    .where('done_at', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
