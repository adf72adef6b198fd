// The webhook inbox. A delivery is acknowledged once its row is stored, and is processed from the row: ids only, never a body.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {isIdle} from '../runs/run-fence.ts';
import type {DeliveriesTable, Tables} from '../tables/tables.ts';

export type StoredDelivery = Selectable<DeliveriesTable>;

export type NewDelivery = {
  readonly shop: ShopDomain;
  readonly topic: string;
  /** Unique per shop and topic: the webhook id; without one, the event id and a hash of the resource; for a found order, its change. */
  readonly eventKey: string;
  readonly webhookId: string;
  readonly resource: string | null;
  readonly triggeredAt: Date | null;
  readonly receivedAt: Date;
};

/** Not a webhook topic: an order that the reconciliation found and could not take. It is stored here to be tried again. */
export const foundTopic = 'orders/found';

/** After so many failures a delivery counts as failed, and is shown as such. Postponements are no failures. */
const maxFailures = 8;

type Saved = {readonly id: number; readonly isNew: boolean};

/**
 * Inserts all new deliveries with one statement; a second statement finds the rows of known ones. Results are in the given order. Null,
 * and nothing stored, for an unknown shop.
 */
export async function saveDeliveries(
  db: Kysely<Tables>,
  deliveries: readonly NewDelivery[],
): Promise<readonly (Saved | null)[]> {
  const created = await insertNew(db, deliveries);
  const there = await findThere(
    db,
    deliveries.filter((delivery) => !created.has(keyOf(delivery))),
  );
  const unreported = new Set(created.keys());
  return deliveries.map((delivery) => {
    const key = keyOf(delivery);
    const id = created.get(key) ?? there.get(key);
    // If one statement repeats a delivery, the first one counts as new.
    return id === undefined ? null : {id, isNew: unreported.delete(key)};
  });
}

export async function saveDelivery(db: Kysely<Tables>, delivery: NewDelivery): Promise<Saved | null> {
  const [saved] = await saveDeliveries(db, [delivery]);
  return saved ?? null;
}

type Row = Pick<StoredDelivery, 'id' | 'shop' | 'topic' | 'event_key'>;

const keyOf = ({shop, topic, eventKey}: NewDelivery): string => `${shop} ${topic} ${eventKey}`;

const byKey = (rows: readonly Row[]): Map<string, number> =>
  new Map(rows.map(({id, shop, topic, event_key: event}) => [`${shop} ${topic} ${event}`, id]));

/** Always in the same order: two processes that insert the same events at once cannot deadlock. */
async function insertNew(db: Kysely<Tables>, deliveries: readonly NewDelivery[]): Promise<Map<string, number>> {
  const {rows} = await sql<Row>`
    insert into deliveries (shop, topic, event_key, webhook_id, resource, triggered_at, received_at)
    select came.shop, came.topic, "eventKey", "webhookId", resource, "triggeredAt", "receivedAt"
    from jsonb_to_recordset(${JSON.stringify(firstOfEach(deliveries))}::jsonb) as came (
      shop text, topic text, "eventKey" text, "webhookId" text, resource text,
      "triggeredAt" timestamptz, "receivedAt" timestamptz
    )
    where exists (select from shops where shops.shop = came.shop)
    order by came.shop, came.topic, "eventKey"
    on conflict (shop, topic, event_key) do nothing
    returning id, shop, topic, event_key
  `.execute(db);
  return byKey(rows);
}

/** Of a repeated delivery only the first: the database would store any of them. */
const firstOfEach = (deliveries: readonly NewDelivery[]): readonly NewDelivery[] =>
  [...Map.groupBy(deliveries, keyOf).values()].flatMap((same) => same.slice(0, 1));

async function findThere(db: Kysely<Tables>, deliveries: readonly NewDelivery[]): Promise<Map<string, number>> {
  if (deliveries.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'shop', 'topic', 'event_key'])
    .where((eb) =>
      eb(
        eb.refTuple('shop', 'topic', 'event_key'),
        'in',
        deliveries.map(({shop, topic, eventKey}) => eb.tuple(shop, topic, eventKey)),
      ),
    )
    .execute();
  return byKey(rows);
}

/**
 * A shop's next deliveries to handle: an uninstall first; then those with fewer attempts. Deliveries about products come last, since a run
 * causes one for every product it writes, and they wait until the shop is idle (`isIdle`).
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
    .where(isDue(now))
    .where((eb) => eb.or([eb('topic', 'not like', 'products/%'), isIdle(shop, now)]))
    .orderBy((eb) =>
      eb.case().when('topic', '=', 'app/uninstalled').then(0).when('topic', 'like', 'products/%').then(2).else(1).end(),
    )
    .orderBy('attempts')
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A delivery postponed to a later time carries that time; the others are due. */
const isDue = (now: Date) => sql<boolean>`coalesce(next_attempt_at, '-infinity') <= ${now}`;

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
    .where(isDue(now))
    .execute();
  return rows.map((row) => row.shop);
}

/** Which of these articles have a product with a pending `products/update`, and when the oldest was triggered; null: not known. */
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

/** Temporary problems are not the delivery's fault: it stays pending, behind those that were not tried yet. */
export async function markDeliveryPostponed(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set((eb) => ({attempts: eb('attempts', '+', 1)}))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** @param unread why its resource was not read; null: it was read. */
export async function markDeliveryDone(
  db: Kysely<Tables>,
  id: number,
  now: Date,
  unread: string | null = null,
): Promise<void> {
  await db.updateTable('deliveries').set({state: 'done', reason: unread, done_at: now}).where('id', '=', id).execute();
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

/** Failed deliveries that are still stored, and the latest of them. */
export async function loadGivenUp(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<{readonly count: number; readonly last: StoredDelivery | null}> {
  const failed = db.selectFrom('deliveries').where('shop', '=', shop).where('state', '=', 'failed');
  const {count} = await failed.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const last =
    count === 0 ? undefined : await failed.selectAll().orderBy('done_at', 'desc').limit(1).executeTakeFirst();
  return {count, last: last ?? null};
}

/** Deletes deliveries that ended before `before`. A repetition of a deleted one counts as new, so keep them longer than Shopify repeats. */
export async function purgeDeliveries(db: Kysely<Tables>, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('deliveries')
    .where('state', 'in', ['done', 'failed'])
    .where('done_at', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
