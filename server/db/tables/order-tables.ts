// The tables of the order half: dropship orders and their attempts, store orders' money, audit trail, repeats.

import type {ColumnType, Generated} from 'kysely';
import type {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {Flag} from '#domain/orders/flags.ts';
import type {OrderWords} from '#domain/orders/order-words.ts';
import type {MadeFulfilment} from '#domain/orders/plan-shipment.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';
import type {Json, JsonOrNull, NumberOrNull, OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** Something still to be written to the store. */
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
  /** Colour and size with where each comes from: as they would be ordered while it is open, then as they were. */
  words: JsonOrNull<OrderWords>;
  quantity: number;
  /** Pieces of the line the buyer wanted in all when it was sent: more than `quantity` where the store had fulfilled some. */
  wanted: NumberOrNull;
  country: TextOrNull;
  /** As the order was sent with; of the address itself only a keyed mark, which tells whether it is still the same. */
  province: TextOrNull;
  address_mark: TextOrNull;
  zone: TextOrNull;
  state: DropshipState;
  /** Written from the closed list; read through `readOrder`, since another release may have written it. */
  reason_code: ColumnType<string | null, ReasonCode | null | undefined, ReasonCode | null>;
  /** The reason in words for a merchant. */
  reason: TextOrNull;
  /** Codes of further reasons that the text names: approving the one covers them too. Written with the reason. */
  reason_covers: ColumnType<readonly string[], string | undefined, string>;
  warning: TextOrNull;
  /** Unique over all shops, shown on the supplier's order. */
  reference: string;
  ref: TextOrNull;
  checkout_url: TextOrNull;
  checkout_withheld: TextOrNull;
  /** Cents; the unit price and the zone's fee as known when the order was sent, or was held for them. */
  price: NumberOrNull;
  fee: NumberOrNull;
  lease_owner: TextOrNull;
  lease_until: TimeOrNull;
  next_attempt_at: TimeOrNull;
  attempts: Generated<number>;
  /** Raised by every change: in the store, by the merchant, of a setting. A plan made on an older revision is not used. */
  revision: Generated<number>;
  /** What happened in the store after it was sent; domain/orders/flags puts it in words. */
  flags: ColumnType<readonly Flag[], string | undefined, string>;
  /** Those that a person marked as seen; one raised again since then is not among them. */
  flags_seen: ColumnType<readonly SeenFlag[], string | undefined, string>;
  /** Codes of reasons the merchant decided to overrule: place anyway. */
  approved: ColumnType<readonly string[], string | undefined, string>;
  /** Cents: the highest price of a piece the merchant agreed to, where it rose beyond the guard. */
  approved_price: NumberOrNull;
  /** Colour, size, name, e-mail as the merchant typed them; sealed; erased once the supplier has it, and by age. */
  details_sealed: TextOrNull;
  /** Minor units of the store's currency: the line after discounts and refunds, without tax. */
  revenue: NumberOrNull;
  /** How many pieces that is for; null: as many as were wanted when it was sent. */
  revenue_pieces: NumberOrNull;
  /** The same with tax: what the line comes to for the buyer. Whether it was paid, the store order knows. */
  buyer_paid: NumberOrNull;
  /** The store's variant as ordered; null where it was gone already. */
  variant_gid: OrNull<VariantGid>;
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
  /** The fulfilment, or what is to be taken off sale, is left alone until then: the last try came to nothing. */
  owed_after: TimeOrNull;
  /** The same of tag and metafield. */
  note_after: TimeOrNull;
  /** The store order's own `updatedAt` in the newest reading that was applied: an older one changes nothing. */
  store_updated_at: TimeOrNull;
  /** Due because something about it changed, not because its time came. */
  due_by_event: Generated<boolean>;
  sent_at: TimeOrNull;
  paid_at: TimeOrNull;
  shipped_at: TimeOrNull;
  /** When nothing more was to be done; retention counts from here. */
  closed_at: TimeOrNull;
  carrier: TextOrNull;
  tracking_number: TextOrNull;
  tracking_url: TextOrNull;
  /** Every fulfilment that was made for it in the store. */
  fulfilments: ColumnType<readonly MadeFulfilment[], string | undefined, string>;
  /** The first of them whose gid is known; the only one that was kept before there was a list. */
  fulfilment_gid: TextOrNull;
  found_by: Generated<'webhook' | 'reconciliation' | 'merchant'>;
  /** When it was first seen, the store order's note said that it was sent: by an installation of which no record is left. */
  sent_before: Generated<boolean>;
  ordered_at: Time;
  placed_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
};

export type SeenFlag = Pick<Flag, 'code' | 'at'> & {readonly seenAt: string};

/** Money and marks of a store order that has lines of ours; no personal data. Amounts in minor units, without tax. */
export type StoreOrdersTable = {
  shop: ShopDomain;
  order_gid: OrderGid;
  order_name: string;
  currency: string;
  /** Lines of ours after discounts and refunds. */
  revenue: number;
  /** What our lines bear of the shipping, after discounts and refunds. */
  shipping: number;
  /** The same with tax. */
  shipping_paid: number;
  /** What the buyer has paid of the whole order, and got back of it; with tax, null where it was not read yet. */
  received: NumberOrNull;
  refunded: NumberOrNull;
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
  shop: ShopDomain;
  at: Time;
  /** 'app', or 'user:' and Shopify's user id. */
  actor: string;
  action: string;
  subject: string;
  detail: TextOrNull;
  /** What it was, and what it is now; null where nothing was, or is, there. */
  before: TextOrNull;
  after: TextOrNull;
};

/** Answers to requests of the page by their Idempotency-Key: a double click has one effect. */
export type RepeatsTable = {
  shop: ShopDomain;
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
  shop: ShopDomain;
  dropship_order_id: DropshipOrderId;
  started_at: Time;
  finished_at: TimeOrNull;
  phase: TextOrNull;
  http_status: NumberOrNull;
  verdict: TextOrNull;
  detail: TextOrNull;
};
