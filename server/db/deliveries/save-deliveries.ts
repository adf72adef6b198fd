// Stores webhooks in the inbox: one row for each event, and one for all pending webhooks with equal bodies.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredDelivery} from './deliveries.ts';

/** A webhook, or a store order that the reconciliation found, before it is stored. */
export type NewDelivery = {
  readonly shop: ShopDomain;
  readonly topic: string;
  /** Unique per shop and topic: the webhook id; without one, the event id and a hash of the resource; for a found order, its change. */
  readonly eventKey: string;
  /** The webhook's own id, or the event's id where the webhook has none. */
  readonly webhookId: string;
  /** Keyed digest of the signed body. Absent: it did not come as a webhook. */
  readonly bodyDigest?: string | null;
  /** Gid of what the delivery is about; null: it names nothing. */
  readonly resource: string | null;
  readonly triggeredAt: Date | null;
  readonly receivedAt: Date;
};

/** `id`: the row. `isNew`: its arrival has to be handled, in a row of its own or in one with an equal body that is still pending. */
type SavedDelivery = {readonly id: number; readonly isNew: boolean};

/**
 * Stores deliveries, with a result for each in the given order; null, and nothing stored, for an unknown shop. The ids of webhooks are not
 * signed, so an equal body with another id may be a repetition by anyone, or a second event in the same second. It gets no row of its own
 * while one with that body is pending: the later handling serves both. Usually one statement; known deliveries and equal bodies take more.
 */
export async function saveDeliveries(
  db: Kysely<Tables>,
  deliveries: readonly NewDelivery[],
): Promise<readonly (SavedDelivery | null)[]> {
  const saved = new Map<string, SavedDelivery>();
  let left = withoutRepeats(deliveries);
  // A row with an equal body may be handled between two of these statements: then the next round inserts one.
  for (let round = 0; left.length > 0 && round < 5; round += 1) {
    const unsaved = () => left.filter((delivery) => !saved.has(deliveryKeyOf(delivery)));
    for (const [key, id] of await insertNewDeliveries(db, left)) saved.set(key, {id, isNew: true});
    for (const [key, id] of await findStoredDeliveries(db, unsaved())) saved.set(key, {id, isNew: false});
    for (const [key, id] of await addToPendingRows(db, unsaved())) saved.set(key, {id, isNew: true});
    left = await filterKnownShops(db, unsaved());
  }
  if (left.length > 0) throw new Error('Equal webhooks are handled as fast as they arrive; they could not be stored.');
  const unreported = new Set(saved.keys());
  return deliveries.map((delivery) => {
    const key = deliveryKeyOf(delivery);
    const {id, isNew} = saved.get(key) ?? {};
    // If one statement repeats a delivery, the first one counts as new.
    return id === undefined ? null : {id, isNew: unreported.delete(key) && isNew === true};
  });
}

/** Stores one delivery, as `saveDeliveries` does; null for an unknown shop. */
export async function saveDelivery(db: Kysely<Tables>, delivery: NewDelivery): Promise<SavedDelivery | null> {
  const [saved] = await saveDeliveries(db, [delivery]);
  return saved ?? null;
}

/** The columns that identify a stored delivery. */
type DeliveryRow = Pick<StoredDelivery, 'id' | 'shop' | 'topic' | 'event_key'>;

/** What identifies a delivery: shop, topic and event key. */
const deliveryKeyOf = ({shop, topic, eventKey}: NewDelivery): string => `${shop} ${topic} ${eventKey}`;

/** The ids of rows by the key that `deliveryKeyOf` makes. */
const idsByDeliveryKey = (rows: readonly DeliveryRow[]): Map<string, number> =>
  new Map(rows.map(({id, shop, topic, event_key: event}) => [`${shop} ${topic} ${event}`, id]));

/**
 * Inserts deliveries of known shops that are not stored yet, and returns their row ids by key. Always in the same order: two processes that
 * insert the same events or bodies at once cannot deadlock. The lock is the one of a foreign key: a shop that is being given another name
 * keeps a webhook stored just now, or does not store it under the former one.
 */
async function insertNewDeliveries(
  db: Kysely<Tables>,
  deliveries: readonly NewDelivery[],
): Promise<Map<string, number>> {
  const {rows} = await sql<DeliveryRow>`
    insert into deliveries (shop, topic, event_key, webhook_id, body_digest, resource, triggered_at, received_at)
    select came.shop, came.topic, "eventKey", "webhookId", "bodyDigest", came.resource, "triggeredAt", "receivedAt"
    from jsonb_to_recordset(${JSON.stringify(withoutRepeats(deliveries))}::jsonb) as came (
      shop text, topic text, "eventKey" text, "webhookId" text, "bodyDigest" text, resource text,
      "triggeredAt" timestamptz, "receivedAt" timestamptz
    )
    where exists (select from shops where shops.shop = came.shop for key share)
      and not exists (
        select from deliveries d where d.shop = came.shop and d.topic = came.topic and d.body_digest = came."bodyDigest"
          and came."eventKey" = any(d.covered_keys)
      )
    order by came.shop, came.topic, "bodyDigest", "eventKey"
    on conflict do nothing
    returning id, shop, topic, event_key
  `.execute(db);
  return idsByDeliveryKey(rows);
}

/** Keeps only the first of equal keys, because the database would store any of them. */
const withoutRepeats = (deliveries: readonly NewDelivery[]): readonly NewDelivery[] =>
  [...Map.groupBy(deliveries, deliveryKeyOf).values()].flatMap((same) => same.slice(0, 1));

/** Finds stored rows by the delivery's key: the row's own key, or the key of an equal delivery that the row also stands for. */
async function findStoredDeliveries(
  db: Kysely<Tables>,
  deliveries: readonly NewDelivery[],
): Promise<Map<string, number>> {
  if (deliveries.length === 0) return new Map();
  const {rows} = await sql<DeliveryRow>`
    select d.id, d.shop, d.topic, came."eventKey" as event_key
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as came (
      shop text, topic text, "eventKey" text, "bodyDigest" text
    )
    join deliveries d on d.shop = came.shop and d.topic = came.topic
      and (d.event_key = came."eventKey" or (d.body_digest = came."bodyDigest" and came."eventKey" = any(d.covered_keys)))
  `.execute(db);
  return idsByDeliveryKey(rows);
}

/** How many keys of equal webhooks are kept with a row, so that they are recognised when Shopify repeats them. */
const maxCoveredKeys = 20;

/**
 * Adds deliveries to the pending row with an equal body. Locks the rows in the order of their ids. A request to erase the store keeps its
 * first time: whoever sends the body again could put off the erasure for ever. What Shopify refuted counts only until an equal one comes.
 */
async function addToPendingRows(db: Kysely<Tables>, deliveries: readonly NewDelivery[]): Promise<Map<string, number>> {
  if (deliveries.length === 0) return new Map();
  const {rows} = await sql<Pick<DeliveryRow, 'id' | 'shop' | 'topic'> & {readonly keys: readonly string[]}>`
    with came as (
      select shop, topic, "bodyDigest", array_agg("eventKey") as keys, max("receivedAt") as "receivedAt"
      from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as came (
        shop text, topic text, "eventKey" text, "bodyDigest" text, "receivedAt" timestamptz
      )
      group by shop, topic, "bodyDigest"
    ), pending as (
      select d.id, came.keys, came."receivedAt" from deliveries d
      join came on came.shop = d.shop and came.topic = d.topic and came."bodyDigest" = d.body_digest
      where d.state = 'pending'
      order by d.id
      for update of d
    )
    update deliveries d set
      arrivals = d.arrivals + cardinality(pending.keys),
      covered_keys = (d.covered_keys || pending.keys)[greatest(1, cardinality(d.covered_keys || pending.keys) - ${maxCoveredKeys - 1}):],
      received_at = case when d.topic = 'shop/redact' then d.received_at else greatest(d.received_at, pending."receivedAt") end,
      refuted_at = null
    from pending where pending.id = d.id and d.state = 'pending'
    returning d.id, d.shop, d.topic, pending.keys
  `.execute(db);
  return idsByDeliveryKey(rows.flatMap(({keys, ...row}) => keys.map((key) => ({...row, event_key: key}))));
}

/** The deliveries whose shop has a row. */
async function filterKnownShops(
  db: Kysely<Tables>,
  deliveries: readonly NewDelivery[],
): Promise<readonly NewDelivery[]> {
  if (deliveries.length === 0) return [];
  const shops = deliveries.map(({shop}) => shop);
  const rows = await db.selectFrom('shops').select('shop').where('shop', 'in', shops).execute();
  const known = new Set(rows.map(({shop}) => shop));
  return deliveries.filter(({shop}) => known.has(shop));
}
