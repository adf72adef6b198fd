// A newly installed shop tries a few products first. Nothing else is created in its store before the merchant asks for everything.
// Shops with listings asked for it long ago.
export const setUpColumns: readonly string[] = [
  'alter table runs drop constraint runs_kind_check',
  `alter table runs add constraint runs_kind_check
    check (kind in ('full', 'daytime', 'preview', 'selected', 'delete', 'edits', 'undo', 'trial'))`,
  `alter table shops
    add column prices_saved_at timestamptz,
    add column everything_asked_at timestamptz,
    add column set_up_closed_at timestamptz`,
  `update shops set everything_asked_at = installed_at, set_up_closed_at = installed_at
    where exists (select 1 from listings l where l.shop = shops.shop)`,
];
