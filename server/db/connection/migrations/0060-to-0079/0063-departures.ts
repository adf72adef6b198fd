// What a merchant who stops using the app wants done with the products, and how far that is. A product that was in the store before the
// app took it over is never deleted: of older listings it is only known where the history still says that the app made them.
export const departures: readonly string[] = [
  // Before `runs`, as the older program reads them: else each could wait for the other.
  'alter table shops add column stayed_on_sale integer, add column stayed_read_at timestamptz',
  'alter table runs drop constraint runs_kind_check',
  `alter table runs add constraint runs_kind_check
    check (kind in ('full', 'daytime', 'preview', 'selected', 'delete', 'edits', 'undo', 'trial', 'departure'))`,
  `create table departures (
    shop text primary key references shops on delete cascade,
    products text not null,
    actor text not null,
    asked_at timestamptz not null,
    run_id uuid not null,
    after_article text not null default '',
    compared_at timestamptz,
    drafted integer not null default 0,
    archived integer not null default 0,
    deleted integer not null default 0,
    on_sale integer not null default 0,
    failed integer not null default 0,
    failures jsonb not null default '[]',
    stopped_at timestamptz
  )`,
  'alter table listings add column adopted_gid text',
  `update listings l set adopted_gid = l.product_gid where l.product_gid is not null and not exists (
    select from run_changes c where c.shop = l.shop and c.article_id = l.article_id and c.kind = 'create' and c.applied
  )`,
];
