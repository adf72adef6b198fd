// Which articles state no colour or no size, so that those about which an order would ask are found and counted without reading articles
// whole. Null: not read since the columns are there.
import type {LargeIndex} from '../../schema-ledger.ts';

/** White space, control characters and characters that cannot be seen, as in server/db/catalogue/defined-options.ts at this version. */
const blank = String.raw`\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`;

/** Whether the stored reading states no word with a visible character. Any value that an article can hold has a result. */
const statesNone = (list: string): string => `case when jsonb_typeof(new.stock->'${list}') = 'array' then not exists (
  select from jsonb_array_elements_text(new.stock->'${list}') as word where word ~ '[^${blank}]') else true end`;

export const unstatedOptions: readonly string[] = [
  'alter table articles add column no_colours boolean',
  'alter table articles add column no_sizes boolean',
  'alter table articles add column size_text text',
  'alter table articles add column unit_text text',
  // A computed column would rewrite the whole table while it is locked.
  `create or replace function state_unstated_options() returns trigger language plpgsql as $$
    begin
      new.size_text := left(new.data->>'sizes', 100);
      new.unit_text := left(new.data->>'unit', 50);
      if new.stock is null then
        new.no_colours := null;
        new.no_sizes := null;
      else
        new.no_colours := ${statesNone('colours')};
        new.no_sizes := ${statesNone('sizes')};
      end if;
      return new;
    end
  $$`,
  `create trigger state_unstated_options before insert or update of stock, data on articles
    for each row execute function state_unstated_options()`,
];

export const unstatedOptionsIndexes: readonly LargeIndex[] = [
  {
    name: 'articles_without_sizes',
    on: 'articles (shop, article_id) include (category, size_text, unit_text) where listed and chosen and no_sizes',
  },
  {
    name: 'articles_without_colours',
    on: 'articles (shop, article_id) include (category) where listed and chosen and no_colours',
  },
  {
    name: 'articles_options_unread',
    on: 'articles (shop) where listed and chosen and no_sizes is null',
  },
];
