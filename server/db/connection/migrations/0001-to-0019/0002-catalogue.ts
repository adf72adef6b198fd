// The catalogue: choosing by rules and by hand, owned fields and edits, brake, preview, history, one row per image.
import {articleWordsSql} from '../../../catalogue/article-words.ts';

export const catalogueStatements: readonly string[] = [
  // Brands and categories chosen before rules existed become rules; markup and VAT move to the prices.
  `update shops set settings = (settings - 'choice' - 'markupPercent' - 'vatPercent') || jsonb_build_object(
    'choice', coalesce((
      select jsonb_agg(jsonb_build_object('id', word, 'effect', 'include', word, settings->'choice'->word))
      from unnest(array['brands', 'categories']) as word where settings->'choice'->word <> '[]'::jsonb
    ), '[]'::jsonb),
    'pricing', jsonb_strip_nulls(jsonb_build_object(
      'markupPercent', settings->'markupPercent', 'vatPercent', settings->'vatPercent'
    ))
  ) where jsonb_typeof(settings->'choice') = 'object' or settings ? 'markupPercent' or settings ? 'vatPercent'`,
  `alter table articles add column hand text check (hand in ('picked', 'left_out'))`,
  `alter table articles add column chosen boolean not null default false`,
  `alter table articles add column chosen_by text`,
  `alter table articles add column has_image boolean not null default false`,
  `alter table articles add column on_request boolean not null default false`,
  `alter table articles add column search text not null default ''`,
  // Articles can be searched and filtered at once. The next full run reads them as if for the first time.
  `update articles set hash = null, has_image = coalesce(jsonb_array_length(data->'images'), 0) > 0,
    on_request = coalesce(data->>'pricing' = 'on_request', false),
    search = lower(concat_ws(' ', article_id, data->>'sku', brand, name, category))
  where data is not null`,
  `create index articles_chosen on articles (shop, article_id) where chosen and listed`,
  `create index articles_by_name on articles (shop, name, article_id)
    include (listed, chosen, hand, has_image, on_request)`,
  `create index articles_by_hand on articles (shop, article_id) where hand is not null`,
  `alter table articles add column words tsvector generated always as (${articleWordsSql}) stored`,
  `create index articles_by_words on articles using gin (words)`,
  `alter table listings add column reason_code text`,
  `alter table listings add column planned_for text`,
  `alter table listings add column owned jsonb not null default '{}'`,
  `alter table listings add column edits jsonb not null default '{}'`,
  `alter table listings add column trace jsonb`,
  `alter table listings add column cost integer`,
  `alter table listings add column price integer`,
  // Of the last written values only the cost was kept, in euro cents.
  `update listings set cost = (written->>'cost')::integer, written = null where written is not null`,
  `alter table listings add column approved_cost integer`,
  `alter table listings add column refused_cost integer`,
  `alter table listings add column absence text check (absence in ('retire', 'keep'))`,
  `alter table listings add column loss text check (loss in ('accept', 'keep'))`,
  `alter table listings add column seen_at timestamptz`,
  `alter table listings add column intended jsonb`,
  `alter table listings add column publish_due boolean not null default false`,
  `create index listings_by_state on listings (shop, state, reason_code)`,
  `create index listings_edited on listings (shop, article_id) where edits <> '{}'`,
  `alter table listing_variants add column off_sale boolean not null default false`,
  `alter table quarantine add column failures integer not null default 1`,
  `alter table shops add column adopted_at timestamptz`,
  `alter table shops add column edits_read_at timestamptz`,
  `alter table shops add column chosen_for text`,
  `alter table shops add column retired_for text`,
  `alter table runs drop constraint runs_kind_check`,
  `alter table runs add constraint runs_kind_check check (kind in ('full', 'daytime', 'preview', 'few', 'delete', 'edits'))`,
  `alter table runs add column article_ids jsonb`,
  `alter table runs add column wanted text not null default 'go' check (wanted in ('go', 'pause', 'stop'))`,
  `alter table runs add column step text`,
  `create table run_changes (
    id bigint generated always as identity primary key,
    shop text not null references shops,
    run_id uuid not null references runs on delete cascade,
    article_id text not null,
    kind text not null,
    field text not null,
    before text,
    after text,
    why text not null,
    applied boolean not null default true,
    at timestamptz not null
  )`,
  `create index run_changes_by_run on run_changes (shop, run_id, id)`,
  `create index run_changes_by_article on run_changes (shop, article_id, id)`,
  `create table brakes (
    id uuid primary key,
    shop text not null references shops,
    run_id uuid not null references runs on delete cascade,
    kind text not null check (kind in ('retire', 'cost', 'variants', 'hold')),
    state text not null default 'held' check (state in ('held', 'released', 'discarded')),
    reason text not null,
    article_ids jsonb not null,
    created_at timestamptz not null,
    decided_at timestamptz
  )`,
  `create unique index brakes_held on brakes (shop, kind) where state = 'held'`,
  `create table listing_media (
    shop text not null references shops,
    article_id text not null,
    url text not null,
    position integer not null,
    media_gid text,
    state text not null check (state in ('pending', 'ready', 'failed')),
    reason text,
    updated_at timestamptz not null,
    primary key (shop, article_id, url)
  )`,
];
