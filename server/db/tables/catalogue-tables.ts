// The catalogue's tables: the supplier's data, our products in the store, and the changes of each run.

import type {ColumnType, Generated} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {ListingReasonCode} from '#domain/catalogue/off-sale/listing-reason.ts';
import type {OnSaleStatus, StoreStatus} from '#domain/catalogue/operation.ts';
import type {SettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ProductGid, RunId, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import type {Pace} from '#domain/runs/run-progress.ts';
import type {UndoValues} from '#domain/undo/plan-undo.ts';
import type {Json, JsonOrNull, NumberOrNull, OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** The shop's own copy of what its key may read; never shared between shops. */
export type ArticlesTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  brand: string;
  category: string;
  name: string;
  /** The record in the catalogue; null: only the supplier's list has shown the article. */
  data: JsonOrNull<Article>;
  /** Fingerprint of `data` without the signatures of image addresses. */
  hash: TextOrNull;
  listed: Generated<boolean>; // whether `a=list` names the article
  list_price: NumberOrNull; // euro cents, as `a=list` last stated it; null: no price was stated
  stock: JsonOrNull<StockReading>; // the last reading of `a=stock`
  stock_read_at: TimeOrNull;
  /** `hash` and `list_price` when `stock` was read; if they differ now, it is read again. Null: never read, or no answer since. */
  stock_read_for: TextOrNull;
  /** Requests in a row that found nothing, at most 30: by id while `data` is null, then with `a=stock`, where only "unknown" counts. */
  asks: Generated<number>;
  /** Time of the last of the `asks`. A changed record, a reading, and leaving the list reset both. */
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Chosen or left out by hand; overrides every rule. */
  hand: OrNull<'picked' | 'left_out'>;
  /** The fence of the run that is about to put its product on sale (server/db/runs/sale-claims.ts); null: none is. */
  selling_fence: NumberOrNull;
  /** Whether manual choice and rules choose it. Computed again after a change of record, cost, fees, rules, prices or manual choice. */
  chosen: Generated<boolean>;
  chosen_by: TextOrNull; // the id of the rule that decided, or 'hand'; null: not chosen
  has_image: Generated<boolean>;
  on_request: Generated<boolean>; // the supplier sells it only on request
  /** Lower-case words of id, sku, brand, name and category, for searching. */
  search: Generated<string>;
  /** The price in `stock`, in euro cents. The database fills this and the next three columns. */
  stock_price: ColumnType<number | null, never, never>;
  /** The fees in `stock` in the order of `zoneCodes`, euro cents; -1: not stated. Null: not read since the column is there. */
  stock_fees: ColumnType<readonly number[] | null, never, never>;
  /** Euro cents: the recommended retail price in `data`. */
  rrp: ColumnType<number | null, never, never>;
  /** Fingerprint of the kind of price, currency, colours and sizes in `data`; null while `data` is null. Counts of new articles read it. */
  sold_as: ColumnType<string | null, never, never>;
  /** Whether `stock` states no colours, or no sizes; null: not read since the columns are there. The database fills these four. */
  no_colours: ColumnType<boolean | null, never, never>;
  no_sizes: ColumnType<boolean | null, never, never>;
  size_text: ColumnType<string | null, never, never>; // the first 100 characters of the text about sizes in `data`
  unit_text: ColumnType<string | null, never, never>; // the first 50 characters of the unit in `data`
  updated_at: Time;
};

/** State of a listing. `active`: the product is to be on sale; `held`: a draft, whose article may not be sold now. */
export type ListingState = 'active' | 'held' | 'retired' | 'deleted_in_store';

export type ListingsTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  part: Generated<string>; // always empty: an article has one listing
  product_gid: OrNull<ProductGid>;
  adopted_gid: OrNull<ProductGid>; // a product that was in the store before the app took it over, or perhaps was
  departed_as: OrNull<'active' | 'draft'>; // what a departure deletes is made again as this; stored right before, until then
  state: ListingState;
  reason: TextOrNull;
  /** Why it is a draft, or why it was retired. Read through `readListingReasonCode`: another release may have written it. */
  reason_code: ColumnType<string | null, ListingReasonCode | null | undefined, ListingReasonCode | null>;
  /** One short hash for each field the sync owns, as written last; a field with an equal hash is not written again. */
  fingerprint: TextOrNull;
  /** Last written values by field, with the status and the currency: `WrittenValues`. */
  written: JsonOrNull<Record<string, unknown>>;
  /** Whether the next four columns count; null: the next run plans it again. See server/db/listings/last-plan.ts. */
  planned_for: TextOrNull;
  /** The inputs of the last plan; equal means nothing to plan. The article's part includes what the merchant defined for it. */
  planned_article: TextOrNull;
  planned_list_price: NumberOrNull;
  planned_stock_read_at: TimeOrNull;
  planned_settings: JsonOrNull<SettingsFingerprint>;
  /** Fields whose owner on this product differs from the shop's setting. */
  owned: ColumnType<Record<string, 'sync' | 'merchant'>, string | undefined, string>;
  /** Fields the merchant changed in the store: the last written value and the current one. */
  edits: ColumnType<Record<string, {written: string | null; live: string | null}>, string | undefined, string>;
  /** The calculation of the price, step by step. */
  trace: JsonOrNull<readonly unknown[]>;
  /** Euro cents: the supplier's cost that the price is based on. */
  cost: NumberOrNull;
  /** Minor units of the store's currency: the calculated price, the same for all variants. */
  price: NumberOrNull;
  /** Euro cents: a cost the merchant approved although it had changed too far. */
  approved_cost: NumberOrNull;
  /** Euro cents: a cost that the merchant refused: the price stays while the supplier's cost is this one. */
  refused_cost: NumberOrNull;
  /** The merchant's decision on a `retire` brake, or by an undo of the retirement (`keep`). Cleared once it is listed and chosen again. */
  absence: ColumnType<'retire' | 'keep' | null, 'retire' | 'keep' | null | undefined, 'retire' | 'keep' | null>;
  /** Values a run was about to write, until the store's answer is stored: found in the store, they are no edits. */
  intended: JsonOrNull<Record<string, string | null>>;
  /** The product exists, but could not be put into the Online Store yet; `reason` says why. */
  publish_due: Generated<boolean>;
  /**
   * The merchant's decision on a `variants` or `hold` brake, or by an undo of the draft (`keep`). Cleared once it is carried out, or
   * nothing would be lost any more.
   */
  loss: ColumnType<'accept' | 'keep' | null, 'accept' | 'keep' | null | undefined, 'accept' | 'keep' | null>;
  /** When the product was last read for edits. */
  seen_at: TimeOrNull;
  /** Whether the sync took the product off sale by its status; only then may the sync put it on sale again. */
  lowered: Generated<boolean>;
  /** The product's status before `lowered`, to be put back; null: not lowered, or by a release that did not store it. */
  lowered_from: OrNull<OnSaleStatus>;
  /** The product's status in Shopify when the app last wrote it or read it whole; null: not known. */
  store_status: OrNull<StoreStatus>;
  /** `made`: the app made it a draft at first or by an undo, and saw no other status since. `publish`: such a draft that the merchant asked to publish. */
  own_draft: OrNull<'made' | 'publish'>;
  /** The product's `updatedAt` in Shopify when the app last wrote it or read it whole; null: not known. */
  store_updated_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
};

/** Which colour and size of which article a store variant is. Rows stay until the shop is erased: old orders refer to them. */
export type ListingVariantsTable = {
  shop: ShopDomain;
  variant_gid: VariantGid;
  article_id: ArticleId;
  part: Generated<string>;
  product_gid: ProductGid;
  colour: TextOrNull;
  size: TextOrNull;
  /** suppressed: was on the product and no longer is; deleted_in_store: removed by the merchant, or on the merchant's request. */
  state: 'live' | 'suppressed' | 'deleted_in_store';
  /** Off sale although the supplier states it, until released or no longer stated. */
  off_sale: Generated<boolean>;
  updated_at: Time;
};

export type QuarantineTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  run_id: RunId;
  reason: string;
  /** Inputs of the failed plan (`PlanInputs` as jsonb writes it); null: reading failed. After three equal failures runs skip it. */
  input_hash: TextOrNull;
  failures: Generated<number>; // in a row with the same inputs
  since: Time; // when the article came into quarantine
};

/** The changes a run made, or in a preview would make, field by field. */
export type RunChangesTable = {
  id: Generated<number>;
  shop: ShopDomain;
  run_id: RunId;
  article_id: ArticleId;
  /** What the run did: `hold`: made a draft; `adopt`: linked a product found in the store; `restore`: put on sale again. */
  kind: 'create' | 'update' | 'hold' | 'retire' | 'restore' | 'quarantine' | 'adopt' | 'delete' | 'undo';
  field: string;
  before: TextOrNull;
  after: TextOrNull;
  why: string;
  applied: Generated<boolean>; // carried out; false in a preview, except an adoption
  /** What an undo needs, and of an undo's own change its two values; not shortened, unlike `before` and `after`. Null: neither, or older. */
  undo: JsonOrNull<UndoValues>;
  /** The undo that took the change back, or found that it stays; null: none did yet. */
  undone_in: ColumnType<RunId | null, never, RunId | null>;
  at: Time;
};

/** A part of a run that was stopped before damage, until the merchant decides, or a run finds its cause gone (`discarded`). */
export type BrakesTable = {
  id: string;
  shop: ShopDomain;
  run_id: RunId;
  /** What is stopped: retirements, changed costs, the loss of variants, or (`hold`) products becoming drafts. */
  kind: 'retire' | 'cost' | 'variants' | 'hold';
  /** `held`: waits for the merchant; released: may be carried out; discarded: refused, or no longer needed. */
  state: Generated<'held' | 'released' | 'discarded'>;
  reason: string;
  article_ids: Json<readonly ArticleId[]>; // the stopped articles
  costs: JsonOrNull<Readonly<Record<ArticleId, number>>>; // of a cost brake: the supplier's costs, euro cents; null: none were kept
  created_at: Time;
  decided_at: TimeOrNull;
  rest_of: TextOrNull; // the brake of which this one is what was not released: it waits however small it is; null: it is whole
};

export type ListingMediaTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  url: string; // the image’s address at the supplier
  /** The image's position among those that the app sent for the product, from 0. */
  position: number;
  media_gid: TextOrNull; // the file in the store; null: not known yet, or none
  state: 'pending' | 'ready' | 'failed'; // pending: not known whether the store could take it
  reason: TextOrNull;
  updated_at: Time;
};

/** Numbers of articles by what the run did with them; `held`: drafts; `writes`: mutations sent to the store. */
export type RunCounts = {
  readonly articles: number;
  readonly listed: number;
  readonly chosen: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly held: number; // articles with a draft
  readonly retired: number;
  readonly restored: number;
  readonly quarantined: number;
  readonly writes: number; // mutations sent to the store
};

export type RunsTable = {
  id: RunId;
  shop: ShopDomain;
  /**
   * full: everything, at night or on request; daytime: the same, but of the catalogue only new articles; preview: a full run that writes
   * nothing to the store; selected: only named articles, or those of a released brake; delete: deletes named products; edits: reads
   * products back; undo: sets back what another run changed; trial: a few chosen articles, before everything else; departure: carries
   * out what becomes of the products when the merchant stops using the app.
   */
  kind: RunKind;
  trigger: 'merchant' | 'schedule' | 'catch_up' | 'connected'; // catch_up: for a missed night; connected: a key was entered
  state: 'queued' | 'running' | 'done' | 'partial' | 'failed' | 'stopped';
  /** Why it is not `done`, as a text for the merchant. */
  reason: TextOrNull;
  /** The named articles, if the run has any. */
  article_ids: JsonOrNull<readonly ArticleId[]>;
  /** The merchant's request while the run is queued or running: to go on, to pause, or to stop. */
  wanted: Generated<'go' | 'pause' | 'stop'>;
  /** The run's current step, one word for the page; null: it does not run. */
  step: TextOrNull;
  /** The number of the lease that the run works under; a later lease ends its right to write. 0: not begun. */
  fence: number;
  /** How often a lost database connection interrupted the run; the end of its worker does not count. */
  interruptions: Generated<number>;
  counts: Json<RunCounts>;
  undoes: ColumnType<RunId | null, RunId | null | undefined, never>; // the run that this one undoes
  /** How fast the run got through the chosen articles lately; null: it does not work on them at the moment. */
  pace: JsonOrNull<Pace>;
  started_at: Time;
  heartbeat_at: Time; // when the run last made progress
  finished_at: TimeOrNull;
};
