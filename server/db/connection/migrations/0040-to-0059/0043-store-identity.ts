// Shopify's id of a store outlives its name. `former_names`: names the shop had before, the latest last. `set_aside_at`: its name belongs
// to another store now, and its present one is not known; until then the row's name is none that a store can have. `marked_as`: the name of
// the shop that an order's keyed marks were made with, since they cannot be made again; null: its present name.
export const storeIdentityColumns: readonly string[] = [
  'alter table shops add column shop_gid text unique',
  "alter table shops add column former_names text[] not null default '{}'",
  'alter table shops add column set_aside_at timestamptz',
  'alter table dropship_orders add column marked_as text',
];
