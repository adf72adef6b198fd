// The countries a store sells to. A preview then counts the shipping fees of their zones without asking Shopify.
export const soldCountriesColumn: readonly string[] = [`alter table shops add column ships_to jsonb`];
