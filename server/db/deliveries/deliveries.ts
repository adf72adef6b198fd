// The webhook inbox. A delivery is acknowledged once its row is here, and is processed from here: ids only, never a body.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {isIdle} from '../runs/run-fence.ts';
import type {DeliveriesTable, Tables} from '../tables/tables.ts';

export type StoredDelivery = Selectable<DeliveriesTable>;

export type NewDelivery = {
  readonly shop: ShopDomain;
  readonly topic: string;
  /** Event id, or the webhook id where the delivery carries none. */
  readonly eventKey: string;
  readonly webhookId: string;
  readonly resource: string | null;
  readonly triggeredAt: Date | null;
  readonly receivedAt: Date;
};

/** No webhook's: an order that the reconciliation found, could not take, and set aside here to be tried again. */
export const foundTopic = 'orders/found';

/** Tries before a delivery is given up and shown as failed. */
const maxAttempts = 8;

type Saved = {readonly id: number; readonly isNew: boolean};

/**
 * One statement for all that is new; of what is there already a second one finds the rows. In the order given; null, and
 * nothing kept, for a shop we have no row of.
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
  const untold = new Set(created.keys());
  return deliveries.map((delivery) => {
    const key = keyOf(delivery);
    const id = created.get(key) ?? there.get(key);
    // Of repetitions within one statement the first is the new one.
    return id === undefined ? null : {id, isNew: untold.delete(key)};
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

/** In one order wherever two processes write the same events down at once: neither waits for the other in a circle. */
async function insertNew(db: Kysely<Tables>, deliveries: readonly NewDelivery[]): Promise<Map<string, number>> {
  const {rows} = await sql<Row>`
    insert into deliveries (shop, topic, event_key, webhook_id, resource, triggered_at, received_at)
    select came.shop, came.topic, "eventKey", "webhookId", resource, "triggeredAt", "receivedAt"
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as came (
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
 * A shop's next deliveries to handle: an uninstall at once, those that failed before after the others. What tells of products
 * comes last, since a run causes a webhook for everything it writes, and waits while one writes to them.
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

/** A delivery that is to be handled later has a time; the others are due. */
const isDue = (now: Date) => sql<boolean>`coalesce(next_attempt_at, '-infinity') <= ${now}`;

/** Shops with something due that came before `olderThan`: what the queue has missed. */
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

/** Of these articles' products, those that a delivery not yet handled tells of. */
export async function loadArticlesWithDelivery(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleIds: readonly ArticleId[],
): Promise<readonly ArticleId[]> {
  const {rows} = await sql<{id: ArticleId}>`
    select l.article_id as id from listings l
    where l.shop = ${shop} and l.article_id = any(${articleIds}::text[])
      and l.product_gid is not null and l.state <> 'deleted_in_store'
      and l.product_gid in (
        select resource from deliveries where shop = ${shop} and state = 'pending' and topic = 'products/update'
      )
  `.execute(db);
  return rows.map(({id}) => id);
}

/** Trouble that passes is no fault of the delivery: it stays pending, behind those that were not tried yet. */
export async function markDeliveryPostponed(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set((eb) => ({attempts: eb('attempts', '+', 1)}))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** @param unread why what it tells of was not looked at; null: it was. */
export async function markDeliveryDone(
  db: Kysely<Tables>,
  id: number,
  now: Date,
  unread: string | null = null,
): Promise<void> {
  await db.updateTable('deliveries').set({state: 'done', reason: unread, done_at: now}).where('id', '=', id).execute();
}

/** Counts a failed try: pending still, until the last one of `tries`. Says what it is now. */
export async function markDeliveryFailed(
  db: Kysely<Tables>,
  id: number,
  reason: string,
  now: Date,
  tries = maxAttempts,
): Promise<StoredDelivery['state']> {
  const row = await db
    .updateTable('deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      reason: reason.slice(0, 500),
      state: sql<StoredDelivery['state']>`case when attempts + 1 >= ${tries} then 'failed' else 'pending' end`,
      done_at: sql<Date | null>`case when attempts + 1 >= ${tries} then ${now}::timestamptz end`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('state')
    .executeTakeFirst();
  return row?.state ?? 'done';
}

/** What was given up and is still kept, and the last of it. */
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

/** Forgets what ended before `before`; keep it well behind the days in which Shopify may still repeat a delivery. */
export async function purgeDeliveries(db: Kysely<Tables>, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('deliveries')
    .where('state', 'in', ['done', 'failed'])
    .where('done_at', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
