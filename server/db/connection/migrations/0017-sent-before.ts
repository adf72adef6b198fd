// Lines of which the store order's note said that they were sent, when this database did not know them yet.
export const sentBefore: readonly string[] = [
  `alter table dropship_orders add column sent_before boolean not null default false`,
];
