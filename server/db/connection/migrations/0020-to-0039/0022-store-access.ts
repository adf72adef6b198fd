/** What the app asks a store for, whether it shows buyers' data (null: nothing speaks against it), and when both were last read. */
export const storeAccess: readonly string[] = [
  `alter table shops
    add column wanted_scopes text not null default '',
    add column buyer_data text,
    add column access_read_at timestamptz`,
];
