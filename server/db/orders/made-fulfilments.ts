// The fulfilments that the app made in the store for a dropship order, and when: Shopify counts those of a fulfilment service.
import {type Kysely, sql} from 'kysely';
import type {KnownFulfilment} from '#domain/orders/plan-shipment.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredDropshipOrder} from './dropship-orders.ts';

/** Fulfilments made in the store so far. Older orders stored only one, for all their pieces. */
export function madeFulfilmentsOf({
  fulfilments,
  fulfilment_gid: gid,
  quantity,
}: Pick<StoredDropshipOrder, 'fulfilments' | 'fulfilment_gid' | 'quantity'>): readonly KnownFulfilment[] {
  if (fulfilments.length > 0 || gid === null) return fulfilments;
  return [{gid, pieces: quantity, tracking: null}];
}

/**
 * Stores the fulfilments made so far. Call at once after each, so that none is made twice. Renews the claim's time for the next one. Of a
 * line that is requested of the fulfilment service, it also stores since when each fulfilment exists and has tracking; one whose gid is not
 * known is left out there, since the merchant may have made it.
 */
export async function saveFulfilments(
  db: Kysely<Tables>,
  {shop, id}: Pick<StoredDropshipOrder, 'shop' | 'id'>,
  made: readonly KnownFulfilment[],
  now: Date,
): Promise<void> {
  const known = made.flatMap(({gid, tracking}) =>
    gid === null ? [] : [{gid, isTracked: (tracking?.number ?? tracking?.url ?? null) !== null}],
  );
  const gids = known.map(({gid}) => gid);
  await sql`
    with saved as (
      update dropship_orders set fulfilments = ${JSON.stringify(made)}, fulfilment_gid = ${gids[0] ?? null},
        fulfil_since = ${now}, updated_at = ${now}
      where shop = ${shop} and id = ${id} returning shop, id, order_gid, line_gid
    ), cancelled as (
      delete from service_fulfilments
      where shop = ${shop} and dropship_order_id = ${id} and fulfilment_gid <> all(${gids}::text[])
    )
    insert into service_fulfilments as known (shop, fulfilment_gid, dropship_order_id, made_at, tracked_at)
    select saved.shop, made.gid, saved.id, ${now}::timestamptz, case when made.is_tracked then ${now}::timestamptz end
    from saved, unnest(${gids}::text[], ${known.map(({isTracked}) => isTracked)}::boolean[]) as made (gid, is_tracked)
    where exists (
      select from fulfilment_requests r
      where r.shop = saved.shop and r.order_gid = saved.order_gid and saved.line_gid = any(r.lines)
    )
    on conflict (shop, fulfilment_gid) do update set tracked_at = coalesce(known.tracked_at, excluded.tracked_at)
  `.execute(db);
}
