// The further reasons an approval covers besides the one shown first, and the source of an order's colour and size.
export const orderChoices: readonly string[] = [
  `alter table dropship_orders add column reason_covers jsonb not null default '[]'`,
  `alter table dropship_orders add column words jsonb`,
];
