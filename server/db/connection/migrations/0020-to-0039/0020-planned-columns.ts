// Columns for the inputs of a listing's last plan. Before, they were one text: the article's hash, its list price, the second its details
// were read, and three digests of settings, as 'hash|price|second|pricing.onRequest.rest'.
const hasOldForm = (column: string): string => `${column} ~ '^[^|]*[|][0-9]*[|][0-9.]*[|][^|.]+[.][^|.]+[.][^|.]+$'`;

const partOfOldText = (column: string, at: number): string => `nullif(split_part(${column}, '|', ${at}), '')`;

const settingsOfOldText = (column: string): string => `jsonb_build_object(
  'pricing', split_part(split_part(${column}, '|', 4), '.', 1),
  'onRequest', split_part(split_part(${column}, '|', 4), '.', 2),
  'rest', split_part(split_part(${column}, '|', 4), '.', 3))`;

const oldColumn = 'planned_for';

/** From now on `planned_for` says whether the columns count; a later release drops it. */
export const plannedColumns: readonly string[] = [
  `alter table listings
    add column planned_article text,
    add column planned_list_price bigint,
    add column planned_stock_read_at timestamptz,
    add column planned_settings jsonb`,
  `update listings set planned_for = 'in columns', planned_article = ${partOfOldText(oldColumn, 1)},
    planned_list_price = ${partOfOldText(oldColumn, 2)}::bigint, planned_stock_read_at = to_timestamp(${partOfOldText(oldColumn, 3)}::double precision),
    planned_settings = ${settingsOfOldText(oldColumn)} where ${hasOldForm(oldColumn)}`,
  `update quarantine set input_hash = jsonb_build_object(
    'article', ${partOfOldText('input_hash', 1)}, 'listPrice', ${partOfOldText('input_hash', 2)}::bigint,
    'stockReadAt', round(${partOfOldText('input_hash', 3)}::numeric * 1000), 'settings', ${settingsOfOldText('input_hash')}
  )::text where ${hasOldForm('input_hash')}`,
];
