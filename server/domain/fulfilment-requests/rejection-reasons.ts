// Which of Shopify's reasons a fulfilment request is rejected with, by our reason for not sending the line.
// https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentOrderRejectionReason
import type {ReasonCode} from '#domain/orders/reasons.ts';

export const rejectionReasons = [
  'INCORRECT_ADDRESS',
  'INCORRECT_PRODUCT_INFO',
  'INELIGIBLE_PRODUCT',
  'INVALID_CONTACT_INFORMATION',
  'INVENTORY_OUT_OF_STOCK',
  'ORDER_TOO_LARGE',
  'OTHER',
  'UNDELIVERABLE_DESTINATION',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** `isFinal`: only a changed order or another request helps, so the request is rejected without waiting for its time limit. */
export type Rejection = {readonly reason: RejectionReason; readonly isFinal: boolean};

/** What the merchant or time may still settle is rejected at the limit; so are all codes that are not named here, as `OTHER`. */
const rejectionByCode: Readonly<Partial<Record<ReasonCode, Rejection>>> = {
  destination_blocked: {reason: 'UNDELIVERABLE_DESTINATION', isFinal: true},
  destination_held: {reason: 'UNDELIVERABLE_DESTINATION', isFinal: false},
  no_country: {reason: 'INCORRECT_ADDRESS', isFinal: true},
  address_withheld: {reason: 'INCORRECT_ADDRESS', isFinal: false},
  name_missing: {reason: 'INVALID_CONTACT_INFORMATION', isFinal: true},
  email_missing: {reason: 'INVALID_CONTACT_INFORMATION', isFinal: true},
  variant_unknown: {reason: 'INELIGIBLE_PRODUCT', isFinal: true},
  nothing_to_ship: {reason: 'INELIGIBLE_PRODUCT', isFinal: true},
  known_by_sku: {reason: 'INELIGIBLE_PRODUCT', isFinal: false},
  not_listed: {reason: 'INVENTORY_OUT_OF_STOCK', isFinal: true},
  colour_gone: {reason: 'INVENTORY_OUT_OF_STOCK', isFinal: true},
  size_gone: {reason: 'INVENTORY_OUT_OF_STOCK', isFinal: true},
  list_doubtful: {reason: 'INVENTORY_OUT_OF_STOCK', isFinal: false},
  colour_missing: {reason: 'INCORRECT_PRODUCT_INFO', isFinal: false},
  size_missing: {reason: 'INCORRECT_PRODUCT_INFO', isFinal: false},
  many_pieces: {reason: 'ORDER_TOO_LARGE', isFinal: false},
};

/** The rejection for a line that is not sent for this reason; null: the reason is not known. */
export const toRejection = (code: ReasonCode | null): Rejection =>
  (code === null ? undefined : rejectionByCode[code]) ?? {reason: 'OTHER', isFinal: false};
