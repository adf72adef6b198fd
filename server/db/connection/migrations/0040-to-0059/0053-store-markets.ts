// The store's markets as read from Shopify; and the currency in which the surcharge of a shipping profile was entered, so that it is not
// taken for one of another currency. Processes of the release before write no such currency: it is optional.
export const storeMarkets: readonly string[] = [
  `create table store_markets (
    shop text primary key references shops on delete cascade,
    markets jsonb not null,
    is_complete boolean not null,
    read_at timestamptz not null
  )`,
  `update shipping_profiles p
    set terms = p.terms || jsonb_build_object('surchargeIn',
      case when p.terms ->> 'currency' = 'EUR' then 'EUR' else s.currency end)
    from shops s where s.shop = p.shop and s.currency is not null`,
];
