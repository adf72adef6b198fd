// Colours and sizes that the merchant defined for an article whose `a=stock` states none. Articles without a row: nothing is defined.
export const definedOptions: readonly string[] = [
  `create table article_options (
    shop text not null references shops,
    article_id text not null,
    colours jsonb not null,
    sizes jsonb not null,
    defined_at timestamptz not null,
    primary key (shop, article_id)
  )`,
];
