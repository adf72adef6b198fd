// Keeps one order's problems from blocking the others: amounts of any currency, back-off for failed writes to the store, the age of a
// store order's reading, and whether an order changed since it was looked at.
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
