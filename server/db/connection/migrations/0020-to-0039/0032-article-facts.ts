// What counts of rules and the list by margin read of an article, as narrow columns in one index: the article itself is some kilobytes. The
// database computes the columns, so they are right whichever release writes the article.
import type {LargeIndex} from '../../schema-ledger.ts';

const jsonTextOf = (name: string): string => `coalesce((data->'${name}')::text, 'null')`;

export const articleFacts: readonly string[] = [
  `alter table articles
    add column stock_price bigint generated always as ((stock->>'price')::bigint) stored,
    add column rrp bigint generated always as ((data->>'rrp')::bigint) stored,
    add column sold_as uuid generated always as (case when data is not null then
      md5(${['pricing', 'currency', 'colours', 'sizes'].map(jsonTextOf).join(' || ')})::uuid end) stored`,
];

/**
 * An index row may have 2,704 bytes. The longest brand, category and id together have 2,130, so the name, which may have 1,500, is left
 * out.
 */
export const articleFactsIndexes: readonly LargeIndex[] = [
  {
    name: 'articles_facts',
    on: `articles (shop, article_id) include (listed, chosen, hand, brand, category, has_image, on_request, list_price, stock_price,
      stock_read_at, rrp, sold_as, hash)`,
  },
  {
    name: 'listings_priced',
    on: `listings (shop, article_id) include (price, state, reason_code) where part = '' and price is not null`,
  },
  {name: 'listing_variants_on_sale', on: `listing_variants (shop, article_id) where state = 'live' and not off_sale`},
];
