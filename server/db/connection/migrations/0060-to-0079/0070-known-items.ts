// The items of the catalogue that were read, by the digest of their bytes. A readable one is there for as long as the shop's article is
// stored as it was read from it: whatever changes the record takes the digest away, also a release that does not know this table.

export const knownItems: readonly string[] = [
  `create table known_items (
    shop text not null references shops on delete cascade,
    digest bytea not null,
    article_id text,
    reason text,
    primary key (shop, digest),
    check (article_id is not null or reason is not null)
  )`,
  'create unique index known_items_of_articles on known_items (shop, article_id) where reason is null',
  'create index known_items_unreadable on known_items (shop) where reason is not null',
  `create or replace function forget_known_item() returns trigger language plpgsql as $$
  begin
    delete from known_items where shop = new.shop and article_id = new.article_id and reason is null;
    return null;
  end $$`,
  `create trigger forget_known_item after update of data, hash on articles for each row
    when (old.data is distinct from new.data or old.hash is distinct from new.hash) execute function forget_known_item()`,
];
