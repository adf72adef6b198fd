// Refunds to buyers that still ask something of the merchant: noted at their dropship order, until the merchant says that it is done. An
// earlier release that runs beside this one neither reads nor writes the columns.
export const openRefunds: readonly string[] = [
  'alter table buyer_refunds add column ended_at timestamptz',
  'alter table dropship_orders add column refund_open boolean not null default false',
  `update dropship_orders o set refund_open = true, note_due = true where exists (
    select from buyer_refunds r where r.shop = o.shop and r.dropship_order_id = o.id
      and r.state in ('intended', 'unknown', 'by_hand', 'failed')
  )`,
];
