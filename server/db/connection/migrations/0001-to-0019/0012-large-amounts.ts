// Amounts of any currency: an int4 ends at 21,474,836.47. Supplier amounts stored before bounds existed, and rejected today, are deleted
// and read again.
export const largeAmounts: readonly string[] = [
  `alter table articles alter column list_price type bigint`,
  `alter table listings
    alter column cost type bigint,
    alter column price type bigint,
    alter column approved_cost type bigint,
    alter column refused_cost type bigint`,
  `update articles set stock = null, stock_read_at = null, stock_read_for = null
    where abs((stock->>'price')::numeric) > 100000000`,
  `update articles set data = data || '{"rrp": null}', hash = null where abs((data->>'rrp')::numeric) > 100000000`,
];
