// The tables as Kysely sees them. Times are timestamptz (Date), money is integer minor units, encrypted columns end in `_sealed`.

import type {ColumnType, Generated, JSONColumnType} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {FlagCode} from '#domain/orders/flags.ts';

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

/** Something still to be written to the store. */
type Owed = 'wanted' | 'done' | 'failed';

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
  /** What happened in the store after it was sent. */
  flags: ColumnType<readonly StoredFlag[], string | undefined, string>;
  /** Codes of reasons the merchant decided to overrule: place anyway. */
  approved: ColumnType<readonly string[], string | undefined, string>;
  /** Colour, size, name, e-mail as the merchant typed them; sealed, and erased once sent. */
  details_sealed: TextOrNull;
  /** Minor units of the store's currency: the line after discounts and refunds, without tax. */
  revenue: NumberOrNull;
  /** The same with tax: what the buyer has paid for the line and not got back. */
  buyer_paid: NumberOrNull;
  /** The store's variant as ordered; null where it was gone already. */
  variant_gid: TextOrNull;
  /** Since when the supplier could not be reached for this order; null once it answered. */
  unreachable_since: TimeOrNull;
  /** Whether the store order's tag and metafield may not say this yet. */
  note_due: Generated<boolean>;
  /** The fulfilment in the store. `sending`: the intent is committed, the request may be on its way. */
  fulfil: ColumnType<Owed | 'sending' | null, Owed | 'sending' | null | undefined, Owed | 'sending' | null>;
  fulfil_reason: TextOrNull;
  fulfil_since: TimeOrNull;
  notify_buyer: Generated<boolean>;
  /** Taking the variant off sale in the store. */
  off_sale: ColumnType<Owed | null, Owed | null | undefined, Owed | null>;
  off_sale_reason: TextOrNull;
  sent_at: TimeOrNull;
  paid_at: TimeOrNull;
  shipped_at: TimeOrNull;
  /** When nothing more was to be done; retention counts from here. */
  closed_at: TimeOrNull;
  carrier: TextOrNull;
  tracking_number: TextOrNull;
  tracking_url: TextOrNull;
  fulfilment_gid: TextOrNull;
  found_by: Generated<'webhook' | 'reconciliation' | 'merchant'>;
  ordered_at: Time;
  placed_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
};

/** What to do about it depends on where the order is by now: domain/orders/flags puts it in words. */
export type StoredFlag = {readonly code: FlagCode; readonly at: string};

/** Money and marks of a store order that has lines of ours; no personal data. Amounts in minor units, without tax. */
export type StoreOrdersTable = {
  shop: string;
  order_gid: string;
  order_name: string;
  currency: string;
  /** Lines of ours after discounts and refunds. */
  revenue: number;
  /** What the buyer paid for shipping, after discounts and refunds. */
  shipping: number;
  /** The same with tax. */
  shipping_paid: number;
  country: TextOrNull;
  /** The one tag of ours that is on the order now. */
  tag: TextOrNull;
  /** Fingerprint of what the order's metafield says now. */
  noted: TextOrNull;
  ordered_at: Time;
  updated_at: Time;
};

/** Who did what; no personal data of buyers. */
export type AuditTable = {
  id: Generated<number>;
  shop: string;
  at: Time;
  /** 'app', or 'user:' and Shopify's user id. */
  actor: string;
  action: string;
  subject: string;
  detail: TextOrNull;
};

/** Answers to requests of the page by their Idempotency-Key: a double click has one effect. */
export type RepeatsTable = {
  shop: string;
  key: string;
  /** Method, path and body fingerprint: the same key for another request is refused. */
  request: string;
  status: number;
  answer: Json<object>;
  at: Time;
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
