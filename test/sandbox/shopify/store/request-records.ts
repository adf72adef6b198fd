// What a merchant asked of a fulfilment service, and how far it is.

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
