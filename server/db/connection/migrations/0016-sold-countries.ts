// The countries a store sells to, so that a preview counts the shipping fees of their zones without asking Shopify.
export const soldCountries: readonly string[] = [`alter table shops add column ships_to jsonb`];
