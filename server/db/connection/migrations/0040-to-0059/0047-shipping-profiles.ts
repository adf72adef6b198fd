// The shipping profile that the app keeps in a store, and the variants that it has put into it.
export const shippingProfiles: readonly string[] = [
  'alter table shops add column market_driven boolean',
  `create table shipping_profiles (
    shop text primary key references shops on delete cascade,
    want text not null,
    wish integer not null default 1,
    terms jsonb not null,
    trial text[] not null default '{}',
    settled_wish integer,
    removing_since timestamptz,
    profile_gid text,
    version bigint,
    needs_check boolean not null default false,
    rates jsonb not null default '[]',
    resets text[] not null default '{}',
    changes jsonb not null default '[]',
    stopped text,
    said text,
    is_settled boolean not null default false,
    working_until timestamptz,
    actor text not null,
    asked_at timestamptz not null,
    settled_at timestamptz
  )`,
  `create table profiled_variants (
    shop text not null references shops on delete cascade,
    variant_gid text not null,
    from_gid text,
    moved_at timestamptz,
    taken_gid text,
    primary key (shop, variant_gid)
  )`,
];
