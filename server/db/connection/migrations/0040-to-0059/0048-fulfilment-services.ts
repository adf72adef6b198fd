// The fulfilment service that the app registers in a store, the variants stocked at its location, and the requests that Shopify sends to it.
export const fulfilmentServices: readonly string[] = [
  `create table fulfilment_services (
    shop text primary key references shops on delete cascade,
    want text not null,
    wish integer not null default 1,
    trial text[] not null default '{}',
    settled_wish integer,
    service_gid text,
    location_gid text,
    stopped text,
    said text,
    is_settled boolean not null default false,
    working_until timestamptz,
    actor text not null,
    asked_at timestamptz not null,
    settled_at timestamptz
  )`,
  `create table serviced_variants (
    shop text not null references shops on delete cascade,
    variant_gid text not null,
    origins text[] not null,
    given_sku text,
    moved_at timestamptz,
    refused text,
    tried_at timestamptz,
    primary key (shop, variant_gid)
  )`,
  `create table fulfilment_requests (
    shop text not null references shops on delete cascade,
    fulfilment_order_gid text not null,
    order_gid text not null,
    lines text[] not null default '{}',
    status text not null,
    asked_at timestamptz not null,
    answered_at timestamptz,
    answer text,
    cancel_asked_at timestamptz,
    cancel_answered_at timestamptz,
    looked_at timestamptz not null,
    primary key (shop, fulfilment_order_gid)
  )`,
  'create index fulfilment_requests_by_order on fulfilment_requests (shop, order_gid)',
];
