// The tables of the fulfilment service: what the merchant wants, the variants stocked at its location, the requests to it, and what its
// figures are counted from.
import type {ColumnType, Generated} from 'kysely';
import type {RequestStatus} from '#domain/fulfilment-requests/request-status.ts';
import type {ServiceStop, ServiceWish} from '#domain/fulfilment-service/plan-service.ts';
import type {DropshipOrderId, LineItemGid, OrderGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {NumberOrNull, OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';

type TextList<T extends string = string> = ColumnType<readonly T[], readonly T[] | undefined, readonly T[]>;

/** The service that a merchant asked for; no row: none was ever asked for. */
export type FulfilmentServicesTable = {
  shop: ShopDomain;
  want: ServiceWish;
  /** Rises with each thing the merchant asks. */
  wish: Generated<number>;
  /** The products of a trial. */
  trial: TextList;
  /** The wish that the store was last found to be as; null: none. */
  settled_wish: NumberOrNull;
  service_gid: TextOrNull;
  location_gid: TextOrNull;
  /** Why nothing more is done; null: nothing hinders it. */
  stopped: OrNull<ServiceStop>;
  /** What Shopify said to its refusal. */
  said: TextOrNull;
  /** Whether the store is as the merchant wants it, as far as known. */
  is_settled: Generated<boolean>;
  /** Until then a worker has it; null: none does. */
  working_until: TimeOrNull;
  actor: string;
  asked_at: Time;
  settled_at: TimeOrNull;
};

/** A variant that the app stocks at the service's location, or is about to. */
export type ServicedVariantsTable = {
  shop: ShopDomain;
  variant_gid: VariantGid;
  /** The locations that stocked it before; none: it was stocked nowhere else. */
  origins: TextList;
  /** The SKU that the app gave it, since it had none; null: it had one. */
  given_sku: TextOrNull;
  /** Null: it is not known whether it was moved. */
  moved_at: TimeOrNull;
  /** Why Shopify refused to move it there, or back; null: it did not. */
  refused: TextOrNull;
  /** When it was refused; it is tried again a day later. Null: it is tried at once. */
  tried_at: TimeOrNull;
};

/** What Shopify asks of the service for one fulfilment order. */
export type FulfilmentRequestsTable = {
  shop: ShopDomain;
  fulfilment_order_gid: string;
  order_gid: OrderGid;
  /** The lines of the store order that it has pieces of, as they were last read; empty: none were. */
  lines: TextList<LineItemGid>;
  status: RequestStatus;
  /** When the present request was made. */
  asked_at: Time;
  answered_at: TimeOrNull;
  /** The sentence that Shopify was sent with the answer. */
  answer: TextOrNull;
  /** When the merchant asked to cancel it; null: never. */
  cancel_asked_at: TimeOrNull;
  cancel_answered_at: TimeOrNull;
  /** What Shopify said when it refused the last answer; null: it did not. */
  refused: TextOrNull;
  /** Whether the present request was looked at. */
  is_seen: Generated<boolean>;
  looked_at: Time;
};

/** Shopify's signed calls about the service on one day. */
export type ServiceCallsTable = {
  shop: ShopDomain;
  /** A day of the store's calendar, like "2026-11-22". */
  day: string;
  answered: Generated<number>;
  failed: Generated<number>;
};

/** Each answer to a request. The row of the fulfilment order itself shows only the newest. */
export type RequestAnswersTable = {
  shop: ShopDomain;
  fulfilment_order_gid: string;
  kind: 'request' | 'cancellation';
  asked_at: Time;
  answered_at: Time;
};

/** A fulfilment that the app made in the store for a request. */
export type ServiceFulfilmentsTable = {
  shop: ShopDomain;
  fulfilment_gid: string;
  dropship_order_id: DropshipOrderId;
  made_at: Time;
  /** When it had a tracking number or link; null: not yet. */
  tracked_at: TimeOrNull;
};
