// What the figures of the fulfilment service are counted from: Shopify's calls by day, when requests were answered, and when fulfilments
// were made and got a tracking number.
export const serviceFigures: readonly string[] = [
  `create table service_calls (
    shop text not null references shops on delete cascade,
    day text not null,
    answered integer not null default 0,
    failed integer not null default 0,
    primary key (shop, day)
  )`,
  `create table request_answers (
    shop text not null references shops on delete cascade,
    fulfilment_order_gid text not null,
    kind text not null,
    asked_at timestamptz not null,
    answered_at timestamptz not null,
    primary key (shop, fulfilment_order_gid, kind, asked_at)
  )`,
  'create index request_answers_by_time on request_answers (shop, asked_at)',
  `create table service_fulfilments (
    shop text not null references shops on delete cascade,
    fulfilment_gid text not null,
    dropship_order_id uuid not null,
    made_at timestamptz not null,
    tracked_at timestamptz,
    primary key (shop, fulfilment_gid)
  )`,
  'create index service_fulfilments_by_order on service_fulfilments (shop, dropship_order_id)',
  'create index service_fulfilments_by_time on service_fulfilments (shop, made_at)',
  'create index fulfilment_requests_by_time on fulfilment_requests (shop, asked_at)',
];
