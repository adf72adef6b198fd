// When a secret of the environment was first seen: a keyed digest of it, never the secret.
export const secretsSeen: readonly string[] = [
  `create table secrets_seen (
    name text primary key,
    digest text not null,
    first_seen_at timestamptz not null
  )`,
];
