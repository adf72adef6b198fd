// The catalogue's tables: what the supplier says, what is in the store of it, and what each run did.

import type {ColumnType, Generated} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {SettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ProductGid, RunId, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Json, JsonOrNull, NumberOrNull, OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** The shop's own copy of what its key may read; never shared between shops. */
export type ArticlesTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  brand: string;
  category: string;
  name: string;
  data: JsonOrNull<Article>;
  /** Fingerprint of `data`. */
  hash: TextOrNull;
  listed: Generated<boolean>;
  list_price: NumberOrNull;
  stock: JsonOrNull<StockReading>;
  stock_read_at: TimeOrNull;
  /** `hash` and `list_price` as they were when `stock` was read; another value means: read again. Null: `a=stock` did not answer since. */
  stock_read_for: TextOrNull;
  /**
   * How often in a row it was asked for in vain, and when last: in the catalogue by its id as long as `data` is null, from then
   * on with `a=stock`. A record that changes starts again.
   */
  asks: Generated<number>;
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Chosen or left out by hand; stronger than any rule. */
  hand: ColumnType<
    'picked' | 'left_out' | null,
    'picked' | 'left_out' | null | undefined,
    'picked' | 'left_out' | null
  >;
  /** Whether hand and rules together choose it; kept when the article, its price, the rules or the hand change. */
  chosen: Generated<boolean>;
  /** The id of the rule that decided, or 'hand'; null where nothing chose it. */
  chosen_by: TextOrNull;
  has_image: Generated<boolean>;
  on_request: Generated<boolean>;
  /** Lower-case words of id, sku, brand, name and category, for searching. */
  search: Generated<string>;
  updated_at: Time;
};

export type ListingState = 'active' | 'held' | 'retired' | 'deleted_in_store';

export type ListingsTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  part: Generated<string>;
  product_gid: OrNull<ProductGid>;
  state: ListingState;
  reason: TextOrNull;
  /** Of a held listing: what kind of hold, for filters and approvals. */
  reason_code: TextOrNull;
  /** Hash of everything the sync would write; equal means no Shopify call. */
  fingerprint: TextOrNull;
  /** Last-written values of the fields the sync owns. */
  written: JsonOrNull<Record<string, unknown>>;
  /** Whether the next four columns count; null: plan it again. See server/db/listings/last-plan.ts. */
  planned_for: TextOrNull;
  /** What the last plan was made from; equal means nothing to plan. */
  planned_article: TextOrNull;
  planned_list_price: NumberOrNull;
  planned_stock_read_at: TimeOrNull;
  planned_settings: JsonOrNull<SettingsPrint>;
  /** Fields whose owner differs from the shop's setting for this product alone. */
  owned: ColumnType<Record<string, 'sync' | 'merchant'>, string | undefined, string>;
  /** Fields the merchant changed in the store: what was written last and what is there now. */
  edits: ColumnType<Record<string, {written: string | null; live: string | null}>, string | undefined, string>;
  /** How the price came about, step by step. */
  trace: JsonOrNull<readonly unknown[]>;
  /** Euro cents; what the price was made from. */
  cost: NumberOrNull;
  /** Minor units of the store's currency; the lowest of the variants. */
  price: NumberOrNull;
  /** A cost the merchant approved although it had moved too far. */
  approved_cost: NumberOrNull;
  /** A cost whose move was held and that the merchant turned down: the price stays as long as the cost is this one. */
  refused_cost: NumberOrNull;
  /** What the merchant said about a listing that left the list with many others; forgotten when it is listed again. */
  absence: ColumnType<'retire' | 'keep' | null, 'retire' | 'keep' | null | undefined, 'retire' | 'keep' | null>;
  /** What a run set out to write, until the store's answer is written down: found in the store, it is no edit. */
  intended: JsonOrNull<Record<string, string | null>>;
  /** The product was made, but could not be put into the Online Store yet; `reason` says why. */
  publish_due: Generated<boolean>;
  /** What the merchant said about variants or the place on sale that it would lose with many others; forgotten when it would not. */
  loss: ColumnType<'accept' | 'keep' | null, 'accept' | 'keep' | null | undefined, 'accept' | 'keep' | null>;
  /** When the product was last read back for edits. */
  seen_at: TimeOrNull;
  /** Whether the product's status was lowered by the sync, which alone it may raise again. */
  lowered: Generated<boolean>;
  created_at: Time;
  updated_at: Time;
};

/** Which colour and size of which article a store variant is. Rows are never deleted: old orders refer to them. */
export type ListingVariantsTable = {
  shop: ShopDomain;
  variant_gid: VariantGid;
  article_id: ArticleId;
  part: Generated<string>;
  product_gid: ProductGid;
  colour: TextOrNull;
  size: TextOrNull;
  /** suppressed: no longer on the product, though it was; deleted_in_store: the merchant took it off. */
  state: 'live' | 'suppressed' | 'deleted_in_store';
  /** Put off sale although the supplier states it, until released or no longer stated. */
  off_sale: Generated<boolean>;
  updated_at: Time;
};

export type QuarantineTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  run_id: RunId;
  reason: string;
  /** `PlannedFor` as jsonb writes it: what the plan that failed was made from; null when reading failed. After three failures the same input is not tried again by itself. */
  input_hash: TextOrNull;
  failures: Generated<number>;
  since: Time;
};

/** What a run did, or in a preview would do, field by field. */
export type RunChangesTable = {
  id: Generated<number>;
  shop: ShopDomain;
  run_id: RunId;
  article_id: ArticleId;
  kind: 'create' | 'update' | 'hold' | 'retire' | 'restore' | 'quarantine' | 'adopt' | 'delete';
  field: string;
  before: TextOrNull;
  after: TextOrNull;
  why: string;
  applied: Generated<boolean>;
  at: Time;
};

/** A part of a run that was stopped before damage, until the merchant releases or discards it. */
export type BrakesTable = {
  id: string;
  shop: ShopDomain;
  run_id: RunId;
  kind: 'retire' | 'cost' | 'variants' | 'hold';
  state: Generated<'held' | 'released' | 'discarded'>;
  reason: string;
  article_ids: Json<readonly ArticleId[]>;
  created_at: Time;
  decided_at: TimeOrNull;
};

export type ListingMediaTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  url: string;
  /** Its place among the product's images, from 0. */
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

export type RunKind = 'full' | 'daytime' | 'preview' | 'selected' | 'delete' | 'edits';

export type RunsTable = {
  id: RunId;
  shop: ShopDomain;
  /**
   * full: the nightly pass; daytime: what is new; preview: a full pass that writes nothing to the store; few: the named
   * articles alone, or what a released brake held; delete: the named products leave the store; edits: products read back.
   */
  kind: RunKind;
  trigger: 'merchant' | 'schedule' | 'catch_up' | 'connected';
  state: 'queued' | 'running' | 'done' | 'partial' | 'failed' | 'stopped';
  /** Why it is not `done`, in words for a merchant. */
  reason: TextOrNull;
  /** The articles it is about, where somebody named them. */
  article_ids: JsonOrNull<readonly ArticleId[]>;
  /** What the merchant asked of it while it runs. */
  wanted: Generated<'go' | 'pause' | 'stop'>;
  /** Where it is, in a word for the page. */
  step: TextOrNull;
  fence: number;
  /** How often it was cut short by a lost database connection or by the end of its worker. */
  interruptions: Generated<number>;
  counts: Json<RunCounts>;
  started_at: Time;
  heartbeat_at: Time;
  finished_at: TimeOrNull;
};
