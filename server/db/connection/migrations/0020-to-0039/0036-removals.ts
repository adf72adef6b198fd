// When a token of the shop was last granted or accepted, and whether Shopify confirmed that the app was removed. Before, a shop without a
// usable token counted as removed too; so nothing is confirmed for the shops that are uninstalled already.
export const removalColumns: readonly string[] = [
  'alter table shops add column token_accepted_at timestamptz, add column removal_confirmed boolean not null default false',
  'alter table shops drop constraint shops_stopped_reason_check',
  `alter table shops add constraint shops_stopped_reason_check
    check (stopped_reason in ('frozen', 'locked', 'no_answer', 'no_access', 'forbidden'))`,
];
