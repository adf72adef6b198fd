// How often a run was cut short by a lost database connection or by the end of its worker, so that it is not taken up for ever.
export const interruptedRuns: readonly string[] = [
  `alter table runs add column interruptions integer not null default 0`,
];
