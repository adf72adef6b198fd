// A run over named articles is of kind `selected`.
export const runKind: readonly string[] = [
  'alter table runs drop constraint runs_kind_check',
  `update runs set kind = 'selected' where kind = 'few'`,
  `alter table runs add constraint runs_kind_check
    check (kind in ('full', 'daytime', 'preview', 'selected', 'delete', 'edits'))`,
];
