// What came to be kept of an order after it was placed: flags a person has seen, every fulfilment made for it in the store, how
// many pieces its revenue is of, and what the buyer has paid and got back.
export const aftermath: readonly string[] = [
  `alter table dropship_orders add column flags_seen jsonb not null default '[]'`,
  `alter table dropship_orders add column fulfilments jsonb not null default '[]'`,
  `alter table dropship_orders add column revenue_pieces integer`,
  `alter table store_orders add column received bigint`,
  `alter table store_orders add column refunded bigint`,
];
