// The catalogue's tables: the supplier's data, our products in the store, and the changes of each run.

import type {ColumnType, Generated} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {ListingReasonCode} from '#domain/catalogue/off-sale/listing-reason.ts';
import type {OnSale, StoreStatus} from '#domain/catalogue/operation.ts';
import type {SettingsPrint} from '#domain/catalogue/settings-print.ts';
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
  data: JsonOrNull<Article>;
  /** Fingerprint of `data` without the signatures of image addresses. */
  hash: TextOrNull;
  listed: Generated<boolean>;
  list_price: NumberOrNull;
  stock: JsonOrNull<StockReading>;
  stock_read_at: TimeOrNull;
  /** `hash` and `list_price` when `stock` was read; if they differ now, it is read again. Null: never read, or no answer since. */
  stock_read_for: TextOrNull;
  /**
   * Requests in a row that found nothing (counted up to 30), and the time of the last one: by id in the catalogue while `data` is null,
   * then with `a=stock`, where only "unknown" counts. A changed record, a reading, and leaving the list reset them.
   */
  asks: Generated<number>;
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Chosen or left out by hand; overrides every rule. */
  hand: ColumnType<
    'picked' | 'left_out' | null,
    'picked' | 'left_out' | null | undefined,
    'picked' | 'left_out' | null
  >;
  /** Whether manual choice and rules choose it. Computed again after a change of record, cost, fees, rules, prices or manual choice. */
  chosen: Generated<boolean>;
  /** The id of the rule that decided, or 'hand'; null: not chosen. */
  chosen_by: TextOrNull;
  has_image: Generated<boolean>;
  on_request: Generated<boolean>;
  /** Lower-case words of id, sku, brand, name and category, for searching. */
  search: Generated<string>;
  /** The next three are computed by the database. The price in `stock`. */
  stock_price: ColumnType<number | null, never, never>;
  /** The recommended retail price in `data`. */
  rrp: ColumnType<number | null, never, never>;
  /**
   * Fingerprint of the kind of price, currency, colours and sizes in `data`; null while `data` is null. With brand, category and prices
   * it is all that a count of new articles reads (server/preview/new-articles.ts).
   */
  sold_as: ColumnType<string | null, never, never>;
  updated_at: Time;
};

/** `held`: a draft, whose article may not be sold now. */
export type ListingState = 'active' | 'held' | 'retired' | 'deleted_in_store';

export type ListingsTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  part: Generated<string>;
  product_gid: OrNull<ProductGid>;
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
  planned_settings: JsonOrNull<SettingsPrint>;
  /** Fields whose owner on this product differs from the shop's setting. */
  owned: ColumnType<Record<string, 'sync' | 'merchant'>, string | undefined, string>;
  /** Fields the merchant changed in the store: the last written value and the current one. */
  edits: ColumnType<Record<string, {written: string | null; live: string | null}>, string | undefined, string>;
  /** The price calculation, step by step. */
  trace: JsonOrNull<readonly unknown[]>;
  /** Euro cents; the cost that the price is based on. */
  cost: NumberOrNull;
  /** Minor units of the store's currency: the calculated price, the same for all variants. */
  price: NumberOrNull;
  /** A cost the merchant approved although it had changed too far. */
  approved_cost: NumberOrNull;
  /** A cost that the merchant refused: the price stays while the supplier's cost is this one. */
  refused_cost: NumberOrNull;
  /**
   * The merchant's decision to retire the listing or keep it, made on a `retire` brake, or by an undo of the retirement (`keep`). Cleared
   * once the article is listed and chosen again.
   */
  absence: ColumnType<'retire' | 'keep' | null, 'retire' | 'keep' | null | undefined, 'retire' | 'keep' | null>;
  /** Values a run was about to write, until the store's answer is stored: found in the store, they are no edits. */
  intended: JsonOrNull<Record<string, string | null>>;
  /** The product exists, but could not be put into the Online Store yet; `reason` says why. */
  publish_due: Generated<boolean>;
  /**
   * The merchant's decision on a `variants` or `hold` brake, or by an undo of the draft (`keep`). Cleared once it is carried out, or nothing
   * would be lost any more.
   */
  loss: ColumnType<'accept' | 'keep' | null, 'accept' | 'keep' | null | undefined, 'accept' | 'keep' | null>;
  /** When the product was last read for edits. */
  seen_at: TimeOrNull;
  /** Whether the sync took the product off sale by its status; only then may the sync put it on sale again. */
  lowered: Generated<boolean>;
  /** The status it had before, to which the sync puts it back; null: not taken off sale, or by a release that did not store it. */
  lowered_from: OrNull<OnSale>;
  /** The product's status in Shopify when the app last wrote it or read it whole; null: not known. */
  store_status: OrNull<StoreStatus>;
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
  /**
   * `PlannedFor` as jsonb writes it: the inputs of the failed plan; null when reading failed. After three failures the same input is not
   * tried again automatically.
   */
  input_hash: TextOrNull;
  failures: Generated<number>;
  since: Time;
};

/** The changes a run made, or in a preview would make, field by field. */
export type RunChangesTable = {
  id: Generated<number>;
  shop: ShopDomain;
  run_id: RunId;
  article_id: ArticleId;
  kind: 'create' | 'update' | 'hold' | 'retire' | 'restore' | 'quarantine' | 'adopt' | 'delete' | 'undo';
  field: string;
  before: TextOrNull;
  after: TextOrNull;
  why: string;
  applied: Generated<boolean>;
  /** What an undo needs; not shortened, unlike `before` and `after`. Null: it cannot be taken back, or is older than this column. */
  undo: JsonOrNull<UndoValues>;
  /** The undo that took it back, or found that it stays. */
  undone_in: ColumnType<RunId | null, never, RunId | null>;
  at: Time;
};

/** A part of a run that was stopped before damage, until the merchant decides, or a run finds its cause gone (`discarded`). */
export type BrakesTable = {
  id: string;
  shop: ShopDomain;
  run_id: RunId;
  kind: 'retire' | 'cost' | 'variants' | 'hold';
  state: Generated<'held' | 'released' | 'discarded'>;
  reason: string;
  article_ids: Json<readonly ArticleId[]>;
  /** Of a cost brake: the supplier's cost of each article, in euro cents. Null on other brakes, and on those saved before this column. */
  costs: JsonOrNull<Readonly<Record<ArticleId, number>>>;
  created_at: Time;
  decided_at: TimeOrNull;
};

export type ListingMediaTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  url: string;
  /** Its position among the images that the app sent for the product, from 0. */
  position: number;
  media_gid: TextOrNull;
  state: 'pending' | 'ready' | 'failed';
  reason: TextOrNull;
  updated_at: Time;
};

export type RunCounts = {
  readonly articles: number;
  readonly listed: number;
  readonly chosen: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly held: number;
  readonly retired: number;
  readonly restored: number;
  readonly quarantined: number;
  readonly writes: number;
};

export type RunsTable = {
  id: RunId;
  shop: ShopDomain;
  /**
   * full: everything, at night or on request; daytime: the same, but of the catalogue only new articles; preview: a full run that writes
   * nothing to the store; selected: only named articles, or those of a released brake; delete: deletes named products; edits: reads
   * products back; undo: sets back what another run changed; trial: a few chosen articles, before everything else.
   */
  kind: RunKind;
  trigger: 'merchant' | 'schedule' | 'catch_up' | 'connected';
  state: 'queued' | 'running' | 'done' | 'partial' | 'failed' | 'stopped';
  /** Why it is not `done`, as a text for the merchant. */
  reason: TextOrNull;
  /** The named articles, if the run has any. */
  article_ids: JsonOrNull<readonly ArticleId[]>;
  /** The merchant's request while the run is queued or running. */
  wanted: Generated<'go' | 'pause' | 'stop'>;
  /** Its current step, one word for the page. */
  step: TextOrNull;
  fence: number;
  /** How often a lost database connection interrupted it; the end of its worker does not count. */
  interruptions: Generated<number>;
  counts: Json<RunCounts>;
  /** The run that this one undoes. */
  undoes: ColumnType<RunId | null, RunId | null | undefined, never>;
  /** How fast it got through the chosen articles lately; null: it does not work on them at the moment. */
  pace: JsonOrNull<Pace>;
  started_at: Time;
  heartbeat_at: Time;
  finished_at: TimeOrNull;
};
