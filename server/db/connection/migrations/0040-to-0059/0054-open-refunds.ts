// Refunds to buyers that still ask something of the merchant: noted at their dropship order, until the merchant says that it is done. An
// earlier release that runs beside this one neither reads nor writes the columns.
import type {LargeIndex} from '../../schema-ledger.ts';

export const openRefunds: readonly string[] = [
  'alter table buyer_refunds add column ended_at timestamptz',
  'alter table dropship_orders add column refund_open boolean not null default false',
  `update dropship_orders o set refund_open = true, note_due = true where exists (
    select from buyer_refunds r where r.shop = o.shop and r.dropship_order_id = o.id
      and r.state in ('intended', 'unknown', 'by_hand', 'failed')
  )`,
];

/** With them the orders that need the merchant are found among all others. */
export const openRefundsIndexes: readonly LargeIndex[] = [
  {name: 'dropship_orders_refund_open', on: 'dropship_orders (shop) where refund_open'},
  {name: 'dropship_orders_fulfil_failed', on: "dropship_orders (shop) where state = 'shipped' and fulfil = 'failed'"},
];
