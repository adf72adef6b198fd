// The tables of orders: dropship orders and their attempts, store orders' money, audit trail, repeated requests.

import type {ColumnType, Generated} from 'kysely';
import type {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {Flag} from '#domain/orders/flags.ts';
import type {OrderWords} from '#domain/orders/order-words.ts';
import type {MadeFulfilment} from '#domain/orders/plan-shipment.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';
import type {Json, JsonOrNull, NumberOrNull, OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** A write to the store: pending, done, or failed. */
type Owed = 'wanted' | 'done' | 'failed';

export type DropshipOrdersTable = {
  id: DropshipOrderId;
  shop: ShopDomain;
  order_gid: OrderGid;
  order_name: string;
  line_gid: LineItemGid;
  generation: Generated<number>;
  article_id: ArticleId;
  article_name: string;
  colour: TextOrNull;
  size: TextOrNull;
  /** Colour and size with sources: what would be ordered, without typed words; once sent, what was ordered. Null: unknown, or erased. */
  words: JsonOrNull<OrderWords>;
  quantity: number;
  /** Pieces of the line the buyer wanted in all when the order was sent: more than `quantity` where the store had fulfilled some. */
  wanted: NumberOrNull;
  /** Of these, pieces that the store was to deliver later when it was sent: they were not sent. */
  scheduled: Generated<number>;
  country: TextOrNull;
  /** As sent. Of the address itself only a keyed mark is stored, which shows whether it is still the same. */
  province: TextOrNull;
  address_mark: TextOrNull;
  /** Keyed marks of the buyer's name and e-mail as the store showed them when it was sent. */
  name_mark: TextOrNull;
  email_mark: TextOrNull;
  /** The shop's name that these marks, and those in flags, are made with; null: its present name. Set when the store got another name. */
  marked_as: TextOrNull;
  zone: TextOrNull;
  state: DropshipState;
  /** Written from the closed list of codes; read through `readOrder`, since another release may have written it. */
  reason_code: ColumnType<string | null, ReasonCode | null | undefined, ReasonCode | null>;
  /** The reason as a text for the merchant. */
  reason: TextOrNull;
  /** Codes of further reasons in the text: approving the reason covers them too. Counts only while `reason_code` can be overruled. */
  reason_covers: ColumnType<readonly string[], string | undefined, string>;
  warning: TextOrNull;
  /** Unique across shops, shown on the supplier's order. */
  reference: string;
  ref: TextOrNull;
  checkout_url: TextOrNull;
  checkout_withheld: TextOrNull;
  /** Cents; the unit price and the zone's fee as known when the order was sent, or held because of them. */
  price: NumberOrNull;
  fee: NumberOrNull;
  lease_owner: TextOrNull;
  lease_until: TimeOrNull;
  next_attempt_at: TimeOrNull;
  attempts: Generated<number>;
  /** Rises with a reading of the store order, a merchant's action, or an event. A plan made on an older revision is not used. */
  revision: Generated<number>;
  /** What happened in the store after it was sent; domain/orders/flags holds the texts. */
  flags: ColumnType<readonly Flag[], string | undefined, string>;
  /** Flags that the merchant marked as seen; a flag raised again later is not among them. */
  flags_seen: ColumnType<readonly SeenFlag[], string | undefined, string>;
  /** Codes of reasons the merchant overruled: place anyway. */
  approved: ColumnType<readonly string[], string | undefined, string>;
  /** Cents: the highest price per piece the merchant approved, after a rise beyond the limit. */
  approved_price: NumberOrNull;
  /** Colour, size, name, e-mail as the merchant typed them; sealed. Erased once the order is placed or closed, by age, or on request. */
  details_sealed: TextOrNull;
  /** Minor units of the store's currency: the line after discounts and refunds, without tax. */
  revenue: NumberOrNull;
  /** Pieces covered by `revenue`; null: as many as were wanted when it was sent. */
  revenue_pieces: NumberOrNull;
  /** `revenue` with tax: the line's total for the buyer. The store order holds whether it was paid. */
  buyer_paid: NumberOrNull;
  /** The store's variant as ordered; null if it no longer existed. */
  variant_gid: OrNull<VariantGid>;
  /**
   * Since when the supplier has been unreachable for this order, or has refused its article; null: neither, or refused for so long that the
   * order is `blocked`.
   */
  unreachable_since: TimeOrNull;
  /** Whether the store order's tag and metafields may lack this state. */
  note_due: Generated<boolean>;
  /** How often its money became outdated since it was last read from the store; 0: it is up to date. */
  money_due: Generated<number>;
  /** The next attempt to read the money: the last one failed, or its answer was outdated. */
  money_after: TimeOrNull;
  /** Fingerprint of what the app reacts to in the store order, as last read; without the address. */
  store_fingerprint: TextOrNull;
  /** The fulfilment in the store. `sending`: the intent is committed, the request may be on its way. */
  fulfil: ColumnType<Owed | 'sending' | null, Owed | 'sending' | null | undefined, Owed | 'sending' | null>;
  fulfil_reason: TextOrNull;
  fulfil_since: TimeOrNull;
  notify_buyer: Generated<boolean>;
  /** Removal of the variant from sale in the store. */
  off_sale: ColumnType<Owed | null, Owed | null | undefined, Owed | null>;
  off_sale_reason: TextOrNull;
  /** Next attempt for the fulfilment or the removal from sale: the last one failed. */
  owed_after: TimeOrNull;
  /** The same for tag and metafields. */
  note_after: TimeOrNull;
  /** The store order's own `updatedAt` in the newest applied reading: see orders/order-readings.ts. */
  store_updated_at: TimeOrNull;
  /** Due because something about it changed, not because its time came. */
  due_by_event: Generated<boolean>;
  sent_at: TimeOrNull;
  paid_at: TimeOrNull;
  shipped_at: TimeOrNull;
  /** When it was shipped, refunded, cancelled or dismissed; retention counts from here. */
  closed_at: TimeOrNull;
  carrier: TextOrNull;
  tracking_number: TextOrNull;
  tracking_url: TextOrNull;
  /** The fulfilments made for it in the store. Those cancelled there are dropped at the next attempt. */
  fulfilments: ColumnType<readonly MadeFulfilment[], string | undefined, string>;
  /** The first fulfilment with a known gid. Before there was a list, only this one was stored. */
  fulfilment_gid: TextOrNull;
  found_by: Generated<'webhook' | 'reconciliation' | 'merchant'>;
  /** An earlier installation, whose rows are erased, sent it: the store order's note said so when the app first saw the order. */
  sent_before: Generated<boolean>;
  ordered_at: Time;
  placed_at: TimeOrNull;
  /**
   * When the buyer asked to be erased. From then on the database keeps no tracking number and link, no mark of the address, and no checkout
   * link but while the order awaits payment (migration 37).
   */
  buyer_erased_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
};

export type SeenFlag = Pick<Flag, 'code' | 'at'> & {readonly seenAt: string};

/** Money and marks of a store order that has lines of ours; no personal data. Minor units, without tax unless stated. */
export type StoreOrdersTable = {
  shop: ShopDomain;
  order_gid: OrderGid;
  order_name: string;
  currency: string;
  /** Our lines after discounts and refunds. */
  revenue: number;
  /** Our lines' share of the shipping, after discounts and refunds. */
  shipping: number;
  /** The same with tax. */
  shipping_paid: number;
  /** What the buyer has paid for the whole order, and got back; with tax. Null: not read yet. */
  received: NumberOrNull;
  refunded: NumberOrNull;
  country: TextOrNull;
  /** The one tag of ours that is on the order; null: none. */
  tag: TextOrNull;
  /** Fingerprint of the order's current metafields. */
  noted: TextOrNull;
  ordered_at: Time;
  updated_at: Time;
};

/** Who did what; no personal data of buyers. */
export type AuditTable = {
  id: Generated<number>;
  shop: ShopDomain;
  at: Time;
  /** 'app', or 'user:' and Shopify's user id. */
  actor: string;
  action: string;
  subject: string;
  detail: TextOrNull;
  /** The value before and after; null where there was, or is, none. */
  before: TextOrNull;
  after: TextOrNull;
};

/** Answers to the page's requests by their Idempotency-Key: a double click has one effect. */
export type RepeatsTable = {
  shop: ShopDomain;
  key: string;
  /** Keyed digest of method, path and body: the same key for another request is refused. */
  request: string;
  status: number;
  answer: Json<object>;
  at: Time;
};

/** Each attempt with its times and its verdict. `detail` may quote the supplier, who may mention the buyer; it is erased with such data. */
export type DropshipAttemptsTable = {
  id: Generated<number>;
  shop: ShopDomain;
  dropship_order_id: DropshipOrderId;
  started_at: Time;
  finished_at: TimeOrNull;
  phase: TextOrNull;
  http_status: NumberOrNull;
  verdict: TextOrNull;
  detail: TextOrNull;
};
