// The merchant's mails. `mail_settings`: where they go, once confirmed, and about what; no row: nothing was ever set. `mails`: one row for
// an event and a local day, written before the mail is sent, so that none is sent twice. Digests are of the random tokens in the links.
export const mails: readonly string[] = [
  `create table mail_settings (
    shop text primary key references shops on delete cascade,
    contact_sealed text,
    unsubscribe_digest text unique,
    events text[] not null default '{}',
    unpaid_hours integer not null default 12,
    confirmed_at timestamptz,
    stopped text check (stopped in ('refused', 'unsubscribed')),
    said text,
    link_state text not null default 'none' check (link_state in ('none', 'wanted', 'sending', 'sent', 'failed')),
    link_digest text unique,
    link_at timestamptz,
    link_said text,
    updated_at timestamptz not null,
    check ((contact_sealed is null) = (unsubscribe_digest is null))
  )`,
  `create table mails (
    shop text not null references shops on delete cascade,
    event text not null,
    day text not null,
    state text not null check (state in ('claimed', 'sent', 'unknown', 'failed', 'empty')),
    attempts integer not null default 1,
    retry_at timestamptz,
    said text,
    claimed_at timestamptz not null,
    ended_at timestamptz,
    primary key (shop, event, day)
  )`,
  'create index mails_by_time on mails (shop, claimed_at)',
];
