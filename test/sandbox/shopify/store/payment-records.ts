// What a shop holds of payments. Plain records.

export type TransactionStatus = 'FAILURE' | 'PENDING' | 'SUCCESS';

export type PaymentRecord = {
  readonly id: number;
  readonly gateway: string;
  /** As people read it. */
  readonly name: string;
  /** Cash, a bank transfer: money that Shopify only notes. */
  readonly manual: boolean;
  /** Minor units of the shop's currency; null: what the other payments leave. */
  readonly share: number | null;
  /** What becomes of a refund of it. */
  refunds: TransactionStatus;
};

/** A part of a refund; amounts in minor units of the shop's currency and of the buyer's. */
export type RefundTransactionRecord = {
  readonly id: number;
  readonly payment: PaymentRecord;
  readonly amount: number;
  readonly shown: number;
  status: TransactionStatus;
};

/** The currency the buyer paid in, and how much of it one unit of the shop's currency is. */
export type Presentment = {readonly currency: string; readonly rate: number};
