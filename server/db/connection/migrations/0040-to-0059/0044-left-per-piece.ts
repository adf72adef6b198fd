// What a list needs to say what is left of a piece in each zone, without asking Shopify and without reading articles whole.
import type {LargeIndex} from '../../schema-ledger.ts';

/** As `zoneCodes` has them: the place of a zone in `stock_fees`. A zone that comes later is not in it, and its fee is the table's. */
const zones = ['EU', 'GB', 'US', 'JP', 'SG', 'AE', 'SA', 'QA', 'AU', 'CA', 'KR'];

/** The fee that `a=stock` states for a zone in euro cents, else -1. Any value that an article can hold has a result. */
const stated = (zone: string): string => {
  const fee = `new.stock->'shipping'->'${zone}'->>'fee'`;
  return `case when ${fee} ~ '^[0-9]{1,12}$' then (${fee})::bigint else -1 end`;
};

export const leftPerPiece: readonly string[] = [
  // A computed column would rewrite the whole table while it is locked. A trigger fills it with each reading, whichever program stores that.
  'alter table articles add column stock_fees bigint[]',
  `create or replace function state_stock_fees() returns trigger language plpgsql as $$
    begin
      new.stock_fees := case when new.stock is not null then array[${zones.map(stated).join(', ')}] end;
      return new;
    end
  $$`,
  `create trigger state_stock_fees before insert or update of stock on articles
    for each row execute function state_stock_fees()`,
  // The store's shipping rates as they were last read; no row: not permitted, or not read yet.
  `create table shipping_rates (
    shop text primary key references shops on delete cascade,
    currency text not null,
    groups jsonb not null,
    is_complete boolean not null,
    read_at timestamptz not null
  )`,
];

/** `articles_facts` with the fees; that index goes in a later release. */
export const leftPerPieceIndexes: readonly LargeIndex[] = [
  {
    name: 'articles_money',
    on: `articles (shop, article_id) include (listed, chosen, hand, brand, category, has_image, on_request, list_price, stock_price,
      stock_fees, stock_read_at, rrp, sold_as, hash)`,
  },
];
