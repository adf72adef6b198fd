// What an order still needs from its store after it was sent, so that it is read once and together with others.
//
// money_due: how often its money became outdated since it was last read; 0: it is up to date. money_after: the next attempt, after a
// failed one. store_fingerprint: what the app reacts to in the store order, as last read.
export const storeReadColumns: readonly string[] = [
  `alter table dropship_orders
    add column money_due integer not null default 0,
    add column money_after timestamptz,
    add column store_fingerprint text`,
  'create index dropship_orders_money on dropship_orders (shop, order_gid) where money_due > 0',
];
