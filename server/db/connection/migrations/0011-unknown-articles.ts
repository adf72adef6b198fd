// How often, and when last, the catalogue was asked for a listed article that no page shows, so that it is asked less and less often.
export const unknownArticles: readonly string[] = [
  `alter table articles add column asks integer not null default 0`,
  `alter table articles add column asked_at timestamptz`,
];
