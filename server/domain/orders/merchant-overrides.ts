// What a person may say about a dropship order that was not sent: overrule a reason, or supply what is missing.
import type {Overrulable} from '#domain/orders/reasons.ts';

/** What the merchant typed in place of what the store order or the listing does not tell. */
export type TypedDetails = {
  readonly colour: string | null;
  readonly size: string | null;
  readonly name: string | null;
  readonly email: string | null;
};

export type MerchantOverrides = {
  readonly approved: readonly Overrulable[];
  /** Cents: `price_rose` is overruled up to this price of a piece; null where none was agreed to. */
  readonly approvedPrice: number | null;
  readonly details: TypedDetails;
};

export const noDetails: TypedDetails = {colour: null, size: null, name: null, email: null};
export const noOverrides: MerchantOverrides = {approved: [], approvedPrice: null, details: noDetails};
