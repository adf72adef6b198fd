// The inbox's indexes: of an order's news only what was read, since a privacy request may name more orders than an index row
// holds; and one for what is pending, where two served the same questions.
export const inbox: readonly string[] = [
  `drop index deliveries_by_resource`,
  `drop index deliveries_pending`,
  `create index deliveries_read on deliveries (shop, resource)
    where state = 'done' and reason is null and topic not like 'customers/%'`,
];
