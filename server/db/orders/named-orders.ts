// Finds dropship orders by what merchants and suppliers call them: the name of the store order, our reference, or the supplier's number.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {NamedOrder} from '#domain/orders/tracking/match-line.ts';
import type {Tables} from '../tables/tables.ts';

/** An order with the name of its article. */
export type StoredNamedOrder = NamedOrder & {readonly article_name: string};

/** The shop's orders with one of these names, references or supplier's numbers, whatever their case; `lowered` is in lower case. All generations. */
export async function loadNamedOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  lowered: readonly string[],
): Promise<readonly StoredNamedOrder[]> {
  if (lowered.length === 0) return [];
  return db
    .selectFrom('dropship_orders')
    .select([
      'id',
      'order_gid',
      'line_gid',
      'generation',
      'order_name',
      'reference',
      'ref',
      'article_name',
      'state',
      'carrier',
      'tracking_number',
      'tracking_url',
      'fulfil',
      'fulfilment_gid',
      'buyer_erased_at',
    ])
    .where('shop', '=', shop)
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['order_name']), 'in', lowered),
        eb(eb.fn<string>('lower', ['reference']), 'in', lowered),
        eb(eb.fn<string>('lower', ['ref']), 'in', lowered),
      ]),
    )
    .execute();
}
