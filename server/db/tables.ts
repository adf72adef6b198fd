// The tables as Kysely sees them. Times are timestamptz (Date), money is integer minor units, encrypted columns end in `_sealed`.

import type {ColumnType, Generated} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {Json, JsonOrNull, NumberOrNull, TextOrNull, Time, TimeOrNull} from './columns.ts';
import type {
  AuditTable,
  DropshipAttemptsTable,
  DropshipOrdersTable,
  RepeatsTable,
  StoreOrdersTable,
} from './order-tables.ts';

export type Tables = {
  shops: ShopsTable;
  sessions: SessionsTable;
  deliveries: DeliveriesTable;
  articles: ArticlesTable;
  listings: ListingsTable;
  listing_variants: ListingVariantsTable;
  quarantine: QuarantineTable;
  runs: RunsTable;
  dropship_orders: DropshipOrdersTable;
  dropship_attempts: DropshipAttemptsTable;
  store_orders: StoreOrdersTable;
  audit: AuditTable;
  repeats: RepeatsTable;
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
  last_webhook_at: TimeOrNull;
  /** Lines that only the reconciliation found, since the last webhook of an order. */
  reconcile_found: Generated<number>;
  reconciled_at: TimeOrNull;
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
  /** Hash of everything the sync would write; equal means no Shopify call. */
  fingerprint: TextOrNull;
  /** Last-written values of the fields the sync owns. */
  written: JsonOrNull<Record<string, unknown>>;
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
  since: Time;
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
  kind: 'full' | 'daytime';
  trigger: 'merchant' | 'schedule' | 'catch_up' | 'connected';
  state: 'queued' | 'running' | 'done' | 'partial' | 'failed' | 'stopped';
  /** Why it is not `done`, in words for a merchant. */
  reason: TextOrNull;
  fence: number;
  counts: Json<RunCounts>;
  started_at: Time;
  heartbeat_at: Time;
  finished_at: TimeOrNull;
};
