// How often, and when last, the catalogue was asked for a listed article that no page shows. The interval grows with each attempt.
export const unknownArticles: readonly string[] = [
  `alter table articles add column asks integer not null default 0`,
  `alter table articles add column asked_at timestamptz`,
];
