// What an approval covers beside the reason that was shown first, and where colour and size of an order come from.
export const orderChoices: readonly string[] = [
  `alter table dropship_orders add column reason_covers jsonb not null default '[]'`,
  `alter table dropship_orders add column words jsonb`,
];
