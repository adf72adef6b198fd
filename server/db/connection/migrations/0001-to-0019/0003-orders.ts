// Orders: the merchant's typed details, approvals and actions; flags after placing; money of a store order; audit trail and repeated
// requests.
export const orderStatements: readonly string[] = [
  // Colour and size by category were stored with the product's template, where orders did not read them. Values that cannot be sent are
  // dropped.
  `update shops set settings = (settings #- '{template,standing}') || jsonb_build_object(
    'orders', coalesce(settings->'orders', '{}'::jsonb) || jsonb_build_object(
      'standingAnswers', coalesce(settings->'orders'->'standingAnswers', '[]'::jsonb) || coalesce((
        select jsonb_agg(jsonb_build_object(
          'articleId', null, 'category', category, 'colour', answer->>'colour', 'size', answer->>'size'
        ))
        from (
          select * from jsonb_each(settings->'template'->'standing') as each (category, answer)
          where category <> '' and coalesce(answer->>'colour', answer->>'size') is not null
            and length(coalesce(answer->>'colour', 'one')) between 1 and 100
            and length(coalesce(answer->>'size', 'one')) between 1 and 100
          limit greatest(0, 500 - jsonb_array_length(coalesce(settings->'orders'->'standingAnswers', '[]'::jsonb)))
        ) as kept
      ), '[]'::jsonb)
    )
  ) where jsonb_typeof(settings->'template'->'standing') = 'object'`,
  `alter table dropship_orders add column flags jsonb not null default '[]'`,
  `alter table dropship_orders add column approved jsonb not null default '[]'`,
  `alter table dropship_orders add column approved_price integer`,
  `alter table dropship_orders add column details_sealed text`,
  `alter table dropship_orders add column revenue integer`,
  `alter table dropship_orders add column sent_at timestamptz`,
  `alter table dropship_orders add column paid_at timestamptz`,
  `alter table dropship_orders add column shipped_at timestamptz`,
  `alter table dropship_orders add column closed_at timestamptz`,
  `alter table dropship_orders add column carrier text`,
  `alter table dropship_orders add column tracking_number text`,
  `alter table dropship_orders add column tracking_url text`,
  `alter table dropship_orders add column fulfilment_gid text`,
  `alter table dropship_orders add column found_by text not null default 'webhook' check (found_by in ('webhook', 'reconciliation', 'merchant'))`,
  `alter table dropship_orders add column variant_gid text`,
  `alter table dropship_orders add column buyer_paid integer`,
  `alter table dropship_orders add column unreachable_since timestamptz`,
  `alter table dropship_orders add column province text`,
  `alter table dropship_orders add column address_mark text`,
  `alter table dropship_orders add column wanted integer`,
  `alter table dropship_orders add column told integer not null default 0`,
  `alter table dropship_orders add column note_due boolean not null default true`,
  `alter table dropship_orders add column fulfil text check (fulfil in ('wanted', 'sending', 'done', 'failed'))`,
  `alter table dropship_orders add column fulfil_reason text`,
  `alter table dropship_orders add column fulfil_since timestamptz`,
  `alter table dropship_orders add column notify_buyer boolean not null default false`,
  `alter table dropship_orders add column off_sale text check (off_sale in ('wanted', 'done', 'failed'))`,
  `alter table dropship_orders add column off_sale_reason text`,
  `create index dropship_orders_note on dropship_orders (shop, order_gid) where note_due`,
  `create index dropship_orders_owed on dropship_orders (shop) where fulfil in ('wanted', 'sending') or off_sale = 'wanted'`,
  `create index deliveries_by_resource on deliveries (shop, resource) where resource is not null`,
  `create index deliveries_of_shop on deliveries (shop, attempts, received_at) where state = 'pending'`,
  `create index deliveries_given_up on deliveries (shop, done_at) where state = 'failed'`,
  `create index dropship_orders_due on dropship_orders (next_attempt_at) where state in ('waiting', 'needs_details', 'blocked', 'held')`,
  `create index dropship_orders_closed on dropship_orders (closed_at) where closed_at is not null`,
  `create table store_orders (
    shop text not null references shops,
    order_gid text not null,
    order_name text not null,
    currency text not null,
    revenue integer not null,
    shipping integer not null,
    shipping_paid integer not null,
    country text,
    tag text,
    noted text,
    ordered_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (shop, order_gid)
  )`,
  `create table audit (
    id bigint generated always as identity primary key,
    shop text not null,
    at timestamptz not null,
    actor text not null,
    action text not null,
    subject text not null,
    detail text
  )`,
  `create index audit_by_shop on audit (shop, id desc)`,
  `create table repeats (
    shop text not null,
    key text not null,
    request text not null,
    status integer not null,
    answer jsonb not null,
    at timestamptz not null,
    primary key (shop, key)
  )`,
  `alter table shops add column last_webhook_at timestamptz`,
  `alter table shops add column reconcile_found integer not null default 0`,
  `alter table shops add column reconciled_at timestamptz`,
];
