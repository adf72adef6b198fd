// Prices that the merchant set for single articles: an amount in the currency that the store had then, or a markup in hundredths of a per
// cent. Articles without a row: the price rules decide. A release before this one neither reads nor writes the table: a run of it writes the
// price of the rules, and the next run of this release plans those articles again.
export const ownPrices: readonly string[] = [
  `create table own_prices (
    shop text not null references shops on delete cascade,
    article_id text not null,
    amount bigint,
    currency text,
    markup_basis integer,
    set_at timestamptz not null,
    primary key (shop, article_id),
    check ((amount is null) = (currency is null) and (amount is null) <> (markup_basis is null))
  )`,
];
