// What a merchant may decide about a dropship order that was not sent: overrule a reason, or supply missing details.
import type {Overrulable} from '#domain/orders/reasons.ts';

/** Typed by the merchant because the store order or the listing lacks it. */
export type TypedDetails = {
  readonly colour: string | null;
  readonly size: string | null;
  readonly name: string | null;
  readonly email: string | null;
};

export type MerchantOverrides = {
  readonly approved: readonly Overrulable[];
  /** Cents: `price_rose` is overruled up to this price per piece; null if none was approved. */
  readonly approvedPrice: number | null;
  readonly details: TypedDetails;
};

export const noDetails: TypedDetails = {colour: null, size: null, name: null, email: null};
export const noOverrides: MerchantOverrides = {approved: [], approvedPrice: null, details: noDetails};
