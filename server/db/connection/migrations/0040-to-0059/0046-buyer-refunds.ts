// Refunds to buyers that a merchant asked for on the page of a dropship order. The row is committed before Shopify is asked.
export const buyerRefunds: readonly string[] = [
  `create table buyer_refunds (
    id uuid primary key,
    shop text not null references shops on delete cascade,
    dropship_order_id uuid not null references dropship_orders on delete cascade,
    input jsonb not null,
    currency text not null,
    line bigint not null,
    shipping bigint not null,
    refunds_before integer not null,
    refunded_before bigint not null,
    state text not null,
    said text,
    refund_gid text,
    went bigint not null default 0,
    by_hand bigint not null default 0,
    actor text not null,
    asked_at timestamptz not null,
    sent_at timestamptz not null,
    sending_until timestamptz,
    settled_at timestamptz
  )`,
  // At most one that was made, or may have been made, for each dropship order.
  `create unique index buyer_refunds_one on buyer_refunds (dropship_order_id) where state not in ('refused', 'not_made')`,
  'create index buyer_refunds_of_order on buyer_refunds (shop, dropship_order_id, asked_at)',
  // For the deletion of orders, which knows no shop.
  'create index buyer_refunds_of_dropship_order on buyer_refunds (dropship_order_id)',
];
