// Products of the store that may be an article already, found before the first creation, and what the merchant said about each.
export const productMatches: readonly string[] = [
  'alter table shops add column matched_at timestamptz',
  `create table product_matches (
    shop text not null references shops,
    article_id text not null,
    product_gid text not null,
    title text not null,
    found_by text not null check (found_by in ('sku', 'tag')),
    decision text check (decision in ('same', 'other')),
    found_at timestamptz not null,
    primary key (shop, article_id)
  )`,
];
