// A run can be undone by another one, and a run's progress is kept beside its counts.
export const undoColumns: readonly string[] = [
  'alter table runs drop constraint runs_kind_check',
  `alter table runs add constraint runs_kind_check
    check (kind in ('full', 'daytime', 'preview', 'selected', 'delete', 'edits', 'undo'))`,
  'alter table runs add column undoes uuid, add column pace jsonb',
  'create index runs_undoes on runs (shop, undoes) where undoes is not null',
  'alter table run_changes add column undo jsonb, add column undone_in uuid',
];
