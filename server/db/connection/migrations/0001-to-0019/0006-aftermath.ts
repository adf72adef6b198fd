// Stored after placing: flags that the merchant has seen, every fulfilment made in the store, the number of pieces the revenue covers, and
// the buyer's payments and refunds.
export const afterPlacingColumns: readonly string[] = [
  `alter table dropship_orders add column flags_seen jsonb not null default '[]'`,
  `alter table dropship_orders add column fulfilments jsonb not null default '[]'`,
  `alter table dropship_orders add column revenue_pieces integer`,
  `alter table store_orders add column received bigint`,
  `alter table store_orders add column refunded bigint`,
];
