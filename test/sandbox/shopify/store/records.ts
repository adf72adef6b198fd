// What a shop holds. Plain records, changed by the modules beside this one and by the mutations.

import type {Metafields} from './metafields.ts';
import type {PaymentRecord, Presentment, RefundTransactionRecord} from './payment-records.ts';
import type {MerchantRequest, RequestStatus, ServiceAnswer} from './request-records.ts';

export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';

export type ProductRecord = {
  readonly id: number;
  readonly createdAt: number;
  updatedAt: number;
  title: string;
  handle: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  status: ProductStatus;
  tags: string[];
  categoryId: string | null;
  seo: {title: string | null; description: string | null};
  templateSuffix: string | null;
  options: OptionRecord[];
  variants: VariantRecord[];
  media: MediaRecord[];
  readonly metafields: Metafields;
  /** Ids of the publications the product is published to, with the moment. */
  readonly publications: Map<number, number>;
};

export type OptionRecord = {readonly id: number; name: string; values: OptionValueRecord[]};
export type OptionValueRecord = {readonly id: number; name: string};

export type VariantRecord = {
  readonly id: number;
  readonly inventoryItemId: number;
  readonly createdAt: number;
  updatedAt: number;
  /** Ids of option values, one per option in the product's order. */
  valueIds: number[];
  sku: string;
  barcode: string | null;
  /** Minor units of the shop's currency, as are compareAt and cost. */
  price: number;
  compareAt: number | null;
  cost: number | null;
  tracked: boolean;
  requiresShipping: boolean;
  taxable: boolean;
  inventoryPolicy: 'CONTINUE' | 'DENY';
  weight: {value: number; unit: string} | null;
  countryOfOrigin: string | null;
  hsCode: string | null;
  readonly metafields: Metafields;
};

export type MediaRecord = {
  readonly id: number;
  readonly createdAt: number;
  readonly source: string;
  readonly refused: boolean;
  alt: string | null;
};

export type FinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

export type Address = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly zip: string | null;
  readonly countryCode: string;
  readonly provinceCode: string | null;
  readonly phone: string | null;
};

export type CustomerRecord = {
  readonly id: number;
  readonly createdAt: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
};

export type LineRecord = {
  readonly id: number;
  readonly productId: number | null;
  readonly variantId: number | null;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly sku: string | null;
  readonly vendor: string | null;
  readonly price: number;
  /** Off all pieces together, of line and order discounts. */
  readonly discount: number;
  /** On all pieces together. */
  readonly tax: number;
  readonly requiresShipping: boolean;
  readonly giftCard: boolean;
  readonly customAttributes: readonly Attribute[];
  readonly quantity: number;
  /** What is left after edits and refunds. */
  currentQuantity: number;
  fulfilled: number;
};

export type Attribute = {readonly key: string; readonly value: string | null};

export type LocationRecord = {
  readonly id: number;
  name: string;
  /** Who ships from it: the merchant, this app's fulfilment service or another app's. */
  manager: 'app' | 'merchant' | 'other app';
  isActive: boolean;
  /** Null: the shop's. */
  address: LocationAddress | null;
};

export type LocationAddress = Omit<Address, 'company' | 'firstName' | 'lastName'>;

export type FulfillmentOrderRecord = {
  readonly id: number;
  readonly createdAt: number;
  updatedAt: number;
  status: 'CANCELLED' | 'CLOSED' | 'INCOMPLETE' | 'IN_PROGRESS' | 'ON_HOLD' | 'OPEN' | 'SCHEDULED';
  /** Null: the order came without one, as draft orders and orders of other apps may. */
  readonly deliveryMethod: DeliveryMethodType | null;
  requestStatus: RequestStatus;
  /** The merchant's requests to a fulfilment service, the oldest first. */
  readonly requests: MerchantRequest[];
  /** The service's answers to them, the oldest first. */
  readonly answers: ServiceAnswer[];
  location: LocationRecord;
  lines: {readonly id: number; readonly lineId: number; total: number; remaining: number}[];
};

/** https://shopify.dev/docs/api/admin-graphql/2026-10/enums/DeliveryMethodType */
export type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';

export type TrackingRecord = {
  readonly company: string | null;
  readonly number: string | null;
  readonly url: string | null;
};

export type FulfillmentRecord = {
  readonly id: number;
  readonly createdAt: number;
  updatedAt: number;
  readonly name: string;
  status: 'CANCELLED' | 'SUCCESS';
  readonly totalQuantity: number;
  readonly lines: readonly {
    readonly id: number;
    /** Of the fulfilment order's line the pieces were taken from. */
    readonly from: number;
    readonly lineId: number;
    readonly quantity: number;
  }[];
  readonly fulfillmentOrderIds: readonly number[];
  tracking: TrackingRecord[];
  /** E-mails to the buyer about it, with the tracking each one named. */
  readonly notifications: {readonly at: number; readonly tracking: readonly TrackingRecord[]}[];
};

export type RefundRecord = {
  readonly id: number;
  readonly createdAt: number;
  readonly note: string | null;
  /** Without what failed. */
  amount: number;
  /** What the refunded lines and shipping account for. */
  readonly suggested: number;
  /** Of a refund made through the API. */
  readonly transactions?: readonly RefundTransactionRecord[];
  /** Whether Shopify wrote to the buyer. */
  readonly notified?: boolean;
  /** The idempotency key of its request. */
  readonly key?: string;
};

export type OrderRecord = {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly test: boolean;
  readonly createdAt: number;
  readonly processedAt: number;
  updatedAt: number;
  cancelledAt: number | null;
  cancelReason: string | null;
  /** Null where no payment was ever made or asked for, as for an order that an app placed without one. */
  financialStatus: FinancialStatus | null;
  /** What the buyer has paid, before refunds. */
  received: number;
  readonly payments: readonly PaymentRecord[];
  /** Null: the buyer paid in the shop's currency. */
  readonly presentment: Presentment | null;
  edited: boolean;
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  customAttributes: Attribute[];
  shippingAddress: Address | null;
  readonly billingAddress: Address | null;
  readonly customer: CustomerRecord | null;
  shippingLine: {
    readonly id: number;
    readonly title: string;
    readonly code: string | null;
    readonly price: number;
    readonly tax: number;
    refunded: number;
  } | null;
  readonly lines: LineRecord[];
  readonly fulfillmentOrders: FulfillmentOrderRecord[];
  /** Before that the API shows none of them: "a background worker performs the order routing" (schema description of FulfillmentOrder). */
  readonly routedAt: number;
  readonly fulfillments: FulfillmentRecord[];
  readonly refunds: RefundRecord[];
  /** Shopify's own assessment; before `assessedAt` there is none. */
  risk: {
    assessedAt: number;
    recommendation: 'ACCEPT' | 'CANCEL' | 'INVESTIGATE' | 'NONE';
    level: 'HIGH' | 'LOW' | 'MEDIUM' | 'NONE' | 'PENDING';
  };
  readonly metafields: Metafields;
};
