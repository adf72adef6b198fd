// The tables of orders: dropship orders and their attempts, store orders' money, audit trail, repeated requests.

import type {ColumnType, Generated} from 'kysely';
import type {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {Flag} from '#domain/orders/flags.ts';
import type {OrderWords} from '#domain/orders/order-words.ts';
import type {KnownFulfilment} from '#domain/orders/plan-shipment.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';
import type {Json, JsonOrNull, NumberOrNull, OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** A write to the store: pending, done, or failed. */
type StoreWriteState = 'wanted' | 'done' | 'failed';

/** Our orders at the supplier. One row for each line of a store order and each generation. */
export type DropshipOrdersTable = {
  id: DropshipOrderId;
  shop: ShopDomain;
  order_gid: OrderGid;
  order_name: string;
  line_gid: LineItemGid;
  /** 1 for the first order of the line; an order placed once more for the same line has the next number. */
  generation: Generated<number>;
  article_id: ArticleId;
  article_name: string;
  /** The supplier's colour of the sold variant; null: it has none, none is known, or the buyer's word was erased. */
  colour: TextOrNull;
  /** The supplier's size of the sold variant; null: it has none, none is known, or the buyer's word was erased. */
  size: TextOrNull;
  /** Colour and size with sources: what would be ordered, without typed words; once sent, what was ordered. Null: unknown, or erased. */
  words: JsonOrNull<OrderWords>;
  /** Pieces that are ordered at the supplier. */
  quantity: number;
  /** Pieces of the line the buyer wanted in all when the order was sent: more than `quantity` where the store had fulfilled some. */
  wanted: NumberOrNull;
  /** Pieces of `wanted` that the store was to deliver later when the order was sent: these were not sent. */
  scheduled: Generated<number>;
  country: TextOrNull;
  /** The province of the delivery address when the order was sent. */
  province: TextOrNull;
  /**
   * Keyed mark of the delivery address when the order was sent: it shows whether the address is still the same, and is stored instead of
   * it.
   */
  address_mark: TextOrNull;
  /** Keyed mark of the buyer's name as the store showed it when the order was sent. */
  name_mark: TextOrNull;
  /** Keyed mark of the buyer's e-mail as the store showed it when the order was sent. */
  email_mark: TextOrNull;
  /**
   * The shop's name that the marks of this order and of its flags are made with; null: its present name. Set when the store got another
   * name.
   */
  marked_as: TextOrNull;
  /** The supplier's delivery zone of the destination; null: not known, or none. */
  zone: TextOrNull;
  state: DropshipState;
  /** Written from the closed list of codes; read through `toDropshipOrder`, since another release may have written it. */
  reason_code: ColumnType<string | null, ReasonCode | null | undefined, ReasonCode | null>;
  /** The reason as a text for the merchant. */
  reason: TextOrNull;
  /** Codes of further reasons in the text: approving the reason covers them too. Counts only while `reason_code` can be overruled. */
  reason_covers: ColumnType<readonly string[], string | undefined, string>;
  /** What the merchant should know about the order although it may be sent; null: nothing. */
  warning: TextOrNull;
  /** Unique across shops, shown on the supplier's order. */
  reference: string;
  /** The supplier's own number of the order; null: none is known. */
  ref: TextOrNull;
  /** Where the merchant pays the order at the supplier; null: not placed, withheld, or erased. */
  checkout_url: TextOrNull;
  /** Why the supplier's checkout link was not stored, as a sentence; null: it was, or there was none. */
  checkout_withheld: TextOrNull;
  /** Euro cents: the price per piece as known when the order was sent, or stopped because of it. */
  price: NumberOrNull;
  /** Euro cents: the zone's shipping fee as known when the order was sent, or stopped because of it. */
  fee: NumberOrNull;
  /** The worker that is sending the order; null: none is. */
  lease_owner: TextOrNull;
  /** When a worker that did not report the outcome counts as dead. */
  lease_until: TimeOrNull;
  /** When the open order is planned again; null: it is not due by time. */
  next_attempt_at: TimeOrNull;
  /** How often a worker began to send the order. */
  attempts: Generated<number>;
  /** Rises with a reading of the store order, a merchant's action, or an event. A plan made on an older revision is not used. */
  revision: Generated<number>;
  /** What happened in the store after it was sent; domain/orders/flags holds the texts. */
  flags: ColumnType<readonly Flag[], string | undefined, string>;
  /** Flags that the merchant marked as seen; a flag raised again later is not among them. */
  flags_seen: ColumnType<readonly SeenFlag[], string | undefined, string>;
  /** Codes of reasons the merchant overruled: place anyway. */
  approved: ColumnType<readonly string[], string | undefined, string>;
  /** Euro cents: the highest price per piece the merchant approved, after a rise beyond the limit. */
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
  /** Whether the refund to the buyer still asks something of the merchant. */
  refund_open: Generated<boolean>;
  /** How often the store order's money became outdated since it was last read from the store; 0: it is up to date. */
  money_due: Generated<number>;
  /** Not before this time is the money read again, because the last reading failed or was outdated; null: at once. */
  money_after: TimeOrNull;
  /** Fingerprint of what the app reacts to in the store order, as last read; without the address. */
  store_fingerprint: TextOrNull;
  /**
   * The fulfilment in the store. `wanted`: to be made; `sending`: the intent is committed, the request may be on its way. Null: none is
   * wanted.
   */
  fulfil: ColumnType<
    StoreWriteState | 'sending' | null,
    StoreWriteState | 'sending' | null | undefined,
    StoreWriteState | 'sending' | null
  >;
  /** Why the fulfilment failed or was postponed, as a sentence; null: neither. */
  fulfil_reason: TextOrNull;
  /** When `fulfil` last changed, or was last worked on. */
  fulfil_since: TimeOrNull;
  /** Whether Shopify writes to the buyer when the fulfilment is made. */
  notify_buyer: Generated<boolean>;
  /** Taking the sold variant off sale in the store; null: not asked for. */
  off_sale: ColumnType<StoreWriteState | null, StoreWriteState | null | undefined, StoreWriteState | null>;
  /** Why taking the variant off sale failed or was postponed, as a sentence; null: neither. */
  off_sale_reason: TextOrNull;
  /** Not before this time is the fulfilment or taking off sale tried again, because the last attempt failed; null: at once. */
  owed_after: TimeOrNull;
  /** Not before this time are tag and metafields written again, because the last attempt failed; null: at once. */
  note_after: TimeOrNull;
  /** The store order's own `updatedAt` in the newest applied reading: see orders/order-readings.ts. */
  store_updated_at: TimeOrNull;
  /** True: the order is due because something about it changed, not because its time came. */
  due_by_event: Generated<boolean>;
  /** When a worker last began to send the order; null: never, or sending it failed for certain. */
  sent_at: TimeOrNull;
  paid_at: TimeOrNull;
  shipped_at: TimeOrNull;
  /** When the order was shipped, refunded, cancelled or dismissed; retention counts from here. */
  closed_at: TimeOrNull;
  /** The name of the parcel's carrier, as the merchant gave it; null: not given. */
  carrier: TextOrNull;
  tracking_number: TextOrNull;
  tracking_url: TextOrNull;
  /** The fulfilments made in the store for this order. Those cancelled there are dropped at the next attempt. */
  fulfilments: ColumnType<readonly KnownFulfilment[], string | undefined, string>;
  /** The first fulfilment with a known gid. Before there was a list, only this one was stored. */
  fulfilment_gid: TextOrNull;
  /** Through what the app first saw the line. */
  found_by: Generated<'webhook' | 'reconciliation' | 'merchant'>;
  /** An earlier installation, whose rows are erased, sent it: the store order's note said so when the app first saw the order. */
  sent_before: Generated<boolean>;
  ordered_at: Time;
  /** When the supplier accepted the order. */
  placed_at: TimeOrNull;
  /**
   * When the buyer asked to be erased. From then on the database keeps no tracking number and link, no mark of address, name and e-mail,
   * and no checkout link but while the order awaits payment (migration 39).
   */
  buyer_erased_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
};

/** A flag that the merchant marked as seen, with the time of that. */
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
  /** `shipping` with tax. */
  shipping_paid: number;
  /** What the buyer has paid for the whole order, with tax; null: not read yet. */
  received: NumberOrNull;
  /** What the buyer got back of the whole order, with tax; null: not read yet. */
  refunded: NumberOrNull;
  country: TextOrNull;
  /** The one tag of ours that is on the order; null: none. */
  tag: TextOrNull;
  /** Fingerprint of the order's metafields as the app last wrote them; null: none. */
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
  /** The value before; null: there was none. */
  before: TextOrNull;
  /** The value after; null: there is none. */
  after: TextOrNull;
};

/** Answers to the page's requests by their Idempotency-Key: a double click has one effect. */
export type RepeatsTable = {
  shop: ShopDomain;
  key: string;
  /** Keyed digest of method, path and body: the same key for another request is refused. */
  request: string;
  /** The answer's HTTP status; 0: the work is under way. */
  status: number;
  answer: Json<object>;
  /** When the claim was made. */
  at: Time;
};

/** Each attempt with its times and its verdict. `detail` may quote the supplier, who may mention the buyer; it is erased with such data. */
export type DropshipAttemptsTable = {
  id: Generated<number>;
  shop: ShopDomain;
  dropship_order_id: DropshipOrderId;
  started_at: Time;
  finished_at: TimeOrNull;
  /** How far the attempt got: `never_sent`, `sent` without an answer, or `answered`. Null: not finished. */
  phase: TextOrNull;
  http_status: NumberOrNull;
  /** The outcome, for example `placed` or `rejected`. Null: not finished. */
  verdict: TextOrNull;
  detail: TextOrNull;
};
