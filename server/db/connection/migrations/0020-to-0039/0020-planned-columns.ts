// Columns for the inputs of a listing's last plan. Before, they were one text: the article's hash, its list price, the second its details
// were read, and three digests of settings, as 'hash|price|second|pricing.onRequest.rest'.
const isOldText = (column: string): string => `${column} ~ '^[^|]*[|][0-9]*[|][0-9.]*[|][^|.]+[.][^|.]+[.][^|.]+$'`;

const part = (column: string, at: number): string => `nullif(split_part(${column}, '|', ${at}), '')`;

const settings = (column: string): string => `jsonb_build_object(
  'pricing', split_part(split_part(${column}, '|', 4), '.', 1),
  'onRequest', split_part(split_part(${column}, '|', 4), '.', 2),
  'rest', split_part(split_part(${column}, '|', 4), '.', 3))`;

const old = 'planned_for';

/** From now on `planned_for` says whether the columns count; a later release drops it. */
export const plannedColumns: readonly string[] = [
  `alter table listings
    add column planned_article text,
    add column planned_list_price bigint,
    add column planned_stock_read_at timestamptz,
    add column planned_settings jsonb`,
  `update listings set planned_for = 'in columns', planned_article = ${part(old, 1)},
    planned_list_price = ${part(old, 2)}::bigint, planned_stock_read_at = to_timestamp(${part(old, 3)}::double precision),
    planned_settings = ${settings(old)} where ${isOldText(old)}`,
  `update quarantine set input_hash = jsonb_build_object(
    'article', ${part('input_hash', 1)}, 'listPrice', ${part('input_hash', 2)}::bigint,
    'stockReadAt', round(${part('input_hash', 3)}::numeric * 1000), 'settings', ${settings('input_hash')}
  )::text where ${isOldText('input_hash')}`,
];
