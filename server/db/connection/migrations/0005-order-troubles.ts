// What keeps one order's trouble from being the others': money of any currency, writes to the store that are left alone for a
// while, how new a reading of the store order was, and whether something about an order changed since it was looked at.
export const orderTroubles: readonly string[] = [
  `alter table dropship_orders
    alter column price type bigint,
    alter column fee type bigint,
    alter column approved_price type bigint,
    alter column revenue type bigint,
    alter column buyer_paid type bigint`,
  `alter table store_orders
    alter column revenue type bigint,
    alter column shipping type bigint,
    alter column shipping_paid type bigint`,
  `alter table dropship_orders add column owed_after timestamptz`,
  `alter table dropship_orders add column note_after timestamptz`,
  `alter table dropship_orders add column store_updated_at timestamptz`,
  `alter table dropship_orders add column called_up boolean not null default false`,
];
