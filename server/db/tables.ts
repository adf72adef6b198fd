// The tables as Kysely sees them. Times are timestamptz (Date), money is integer minor units, encrypted columns end in `_sealed`.

import type {ColumnType, Generated, JSONColumnType} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';

type Time = ColumnType<Date, Date, Date>;
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>;
type NumberOrNull = ColumnType<number | null, number | null | undefined, number | null>;
type Json<T extends object> = JSONColumnType<T>;
type JsonOrNull<T extends object> = ColumnType<T | null, string | null | undefined, string | null>;

export type Tables = {
  shops: ShopsTable;
  sessions: SessionsTable;
  deliveries: DeliveriesTable;
  articles: ArticlesTable;
  listings: ListingsTable;
  listing_variants: ListingVariantsTable;
  quarantine: QuarantineTable;
  runs: RunsTable;
  run_changes: RunChangesTable;
  brakes: BrakesTable;
  listing_media: ListingMediaTable;
  dropship_orders: DropshipOrdersTable;
  dropship_attempts: DropshipAttemptsTable;
};

export type ShopsTable = {
  shop: string;
  state: Generated<'installed' | 'uninstalled'>;
  installed_at: Time;
  uninstalled_at: TimeOrNull;
  /** Set when no valid offline token can be had until the merchant opens the app again. */
  needs_reauth: Generated<boolean>;
  scopes: Generated<string>;
  currency: TextOrNull;
  taxes_included: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  time_zone: TextOrNull;
  plan: TextOrNull;
  catalogue_key_sealed: TextOrNull;
  catalogue_key_last4: TextOrNull;
  catalogue_key_state: Generated<'absent' | 'accepted' | 'rejected'>;
  catalogue_partner: TextOrNull;
  dropship_key_sealed: TextOrNull;
  dropship_key_last4: TextOrNull;
  dropship_key_state: Generated<'absent' | 'accepted' | 'rejected'>;
  settings: Json<Record<string, unknown>>;
  run_lease_owner: TextOrNull;
  run_lease_until: TimeOrNull;
  /** Rises with every lease taken; a writer whose number is no longer this one writes nothing. */
  run_fence: Generated<number>;
  token_lease_owner: TextOrNull;
  token_lease_until: TimeOrNull;
  last_good_night_at: TimeOrNull;
  orders_watermark_at: TimeOrNull;
  /** When `a=list` was last read whole. */
  list_read_at: TimeOrNull;
  /** When a shop without listings was searched for products of ours; null: not yet. */
  adopted_at: TimeOrNull;
  /** When all products were last compared with what was written. */
  edits_read_at: TimeOrNull;
  updated_at: Time;
};

export type SessionsTable = {
  id: string;
  shop: string;
  is_online: boolean;
  payload_sealed: string;
  expires_at: TimeOrNull;
  updated_at: Time;
};

/** The webhook inbox: ids only, never a body. */
export type DeliveriesTable = {
  id: Generated<number>;
  shop: string;
  topic: string;
  /** Event id, or the webhook id where a delivery carries no event id; unique per shop and topic. */
  event_key: string;
  webhook_id: string;
  /** The resource the delivery speaks of (an order, product or customer gid), where it speaks of one. */
  resource: TextOrNull;
  state: Generated<'pending' | 'done' | 'failed'>;
  attempts: Generated<number>;
  reason: TextOrNull;
  triggered_at: TimeOrNull;
  received_at: Time;
  done_at: TimeOrNull;
};

/** The shop's own copy of what its key may read; never shared between shops. */
export type ArticlesTable = {
  shop: string;
  article_id: string;
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
  /** `hash` and `list_price` as they were when `stock` was read; another value means: read again. */
  stock_read_for: TextOrNull;
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
  shop: string;
  article_id: string;
  part: Generated<string>;
  product_gid: TextOrNull;
  state: ListingState;
  reason: TextOrNull;
  /** Of a held listing: what kind of hold, for filters and approvals. */
  reason_code: TextOrNull;
  /** Hash of everything the sync would write; equal means no Shopify call. */
  fingerprint: TextOrNull;
  /** Last-written values of the fields the sync owns. */
  written: JsonOrNull<Record<string, unknown>>;
  /** What the last plan was made from (article, list price, stock reading, settings); equal means nothing to plan. */
  planned_for: TextOrNull;
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
  /** When the product was last read back for edits. */
  seen_at: TimeOrNull;
  /** Whether the product's status was lowered by the sync, which alone it may raise again. */
  lowered: Generated<boolean>;
  created_at: Time;
  updated_at: Time;
};

/** Which colour and size of which article a store variant is. Rows are never deleted: old orders refer to them. */
export type ListingVariantsTable = {
  shop: string;
  variant_gid: string;
  article_id: string;
  part: Generated<string>;
  product_gid: string;
  colour: TextOrNull;
  size: TextOrNull;
  state: 'live' | 'suppressed' | 'deleted_in_store';
  updated_at: Time;
};

export type QuarantineTable = {
  shop: string;
  article_id: string;
  run_id: string;
  reason: string;
  /** Fingerprint of what failed; the same input is not tried again by itself. */
  input_hash: TextOrNull;
  failures: Generated<number>;
  since: Time;
};

/** What a run did, or in a preview would do, field by field. */
export type RunChangesTable = {
  id: Generated<number>;
  shop: string;
  run_id: string;
  article_id: string;
  kind: 'create' | 'update' | 'hold' | 'retire' | 'restore' | 'quarantine' | 'adopt';
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
  shop: string;
  run_id: string;
  kind: 'retire' | 'cost';
  state: Generated<'held' | 'released' | 'discarded'>;
  reason: string;
  article_ids: Json<readonly string[]>;
  created_at: Time;
  decided_at: TimeOrNull;
};

export type ListingMediaTable = {
  shop: string;
  article_id: string;
  url: string;
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
  id: string;
  shop: string;
  kind: 'full' | 'daytime' | 'preview';
  trigger: 'merchant' | 'schedule' | 'catch_up' | 'connected';
  state: 'queued' | 'running' | 'done' | 'partial' | 'failed' | 'stopped';
  /** Why it is not `done`, in words for a merchant. */
  reason: TextOrNull;
  /** What the merchant asked of it while it runs. */
  wanted: Generated<'go' | 'pause' | 'stop'>;
  /** Where it is, in a word for the page. */
  step: TextOrNull;
  fence: number;
  counts: Json<RunCounts>;
  started_at: Time;
  heartbeat_at: Time;
  finished_at: TimeOrNull;
};

export type DropshipOrdersTable = {
  id: string;
  shop: string;
  order_gid: string;
  order_name: string;
  line_gid: string;
  generation: Generated<number>;
  article_id: string;
  article_name: string;
  colour: TextOrNull;
  size: TextOrNull;
  quantity: number;
  country: TextOrNull;
  zone: TextOrNull;
  state: DropshipState;
  reason_code: TextOrNull;
  /** The reason in words for a merchant. */
  reason: TextOrNull;
  warning: TextOrNull;
  /** Unique over all shops, shown on the supplier's order. */
  reference: string;
  ref: TextOrNull;
  checkout_url: TextOrNull;
  checkout_withheld: TextOrNull;
  /** Cents; the unit price and the zone's fee as known when the order was sent. */
  price: NumberOrNull;
  fee: NumberOrNull;
  lease_owner: TextOrNull;
  lease_until: TimeOrNull;
  next_attempt_at: TimeOrNull;
  attempts: Generated<number>;
  ordered_at: Time;
  placed_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
};

/** Append-only: what was tried, when and with which verdict; no personal data. */
export type DropshipAttemptsTable = {
  id: Generated<number>;
  shop: string;
  dropship_order_id: string;
  started_at: Time;
  finished_at: TimeOrNull;
  phase: TextOrNull;
  http_status: NumberOrNull;
  verdict: TextOrNull;
  detail: TextOrNull;
};
