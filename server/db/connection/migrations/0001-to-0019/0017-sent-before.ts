// Lines that were unknown to this database although the store order's note said that they were sent.
export const sentBeforeColumn: readonly string[] = [
  `alter table dropship_orders add column sent_before boolean not null default false`,
];
