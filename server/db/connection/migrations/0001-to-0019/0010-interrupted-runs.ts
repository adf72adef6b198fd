// How often a lost database connection interrupted a run, so that it is not resumed for ever.
export const interruptedRuns: readonly string[] = [
  `alter table runs add column interruptions integer not null default 0`,
];
