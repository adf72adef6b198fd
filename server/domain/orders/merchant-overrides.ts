// The merchant's decisions about a dropship order that was not sent: reasons overruled, and missing details typed in.
import {amountCodes, type OverrulableCode} from '#domain/orders/reasons.ts';

/** What the merchant typed because the store order or the listing lacks it; null: not typed. */
export type TypedDetails = {
  readonly colour: string | null;
  readonly size: string | null;
  readonly name: string | null;
  readonly email: string | null;
};

/** What the merchant decided about one order that was not sent yet. */
export type MerchantOverrides = {
  /** The reasons that the merchant overruled: they no longer prevent sending. */
  readonly approved: readonly OverrulableCode[];
  /** Euro cents: `price_rose` is overruled up to this price per piece; null if none was approved. */
  readonly approvedPrice: number | null;
  readonly details: TypedDetails;
};

/** The details if the merchant typed none. */
export const noDetails: TypedDetails = {colour: null, size: null, name: null, email: null};
/** The decisions if the merchant made none. */
export const noOverrides: MerchantOverrides = {approved: [], approvedPrice: null, details: noDetails};

/** The decisions without those about what an order costs: they were made for fewer pieces than the buyer wants now. */
export const forMorePieces = (overrides: MerchantOverrides): MerchantOverrides => ({
  ...overrides,
  approved: overrides.approved.filter((code) => !amountCodes.includes(code)),
});
