// What a merchant asked of a fulfilment service, what it answered, and how far it is.

/** The request to a fulfilment service and its answer; UNSUBMITTED without one. */
export type RequestStatus =
  | 'ACCEPTED'
  | 'CANCELLATION_ACCEPTED'
  | 'CANCELLATION_REJECTED'
  | 'CANCELLATION_REQUESTED'
  | 'CLOSED'
  | 'REJECTED'
  | 'SUBMITTED'
  | 'UNSUBMITTED';

export type MerchantRequest = {
  readonly id: number;
  readonly kind: 'CANCELLATION_REQUEST' | 'FULFILLMENT_REQUEST';
  readonly message: string | null;
  readonly notifyCustomer: boolean | null;
  readonly sentAt: number;
  isAnswered: boolean;
};

/** What the service said to a request, as the merchant reads it in the admin. */
export type ServiceAnswer = {
  readonly requestStatus: RequestStatus;
  readonly message: string | null;
  /** Of a rejected fulfilment request: https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderRejectionReason */
  readonly reason: string | null;
  /** How many requests had been made by then. */
  readonly after: number;
};
