// What a person may say about a dropship order that was not sent: overrule a reason, or supply what is missing.

/** Reasons a person may overrule. Everything else stands: no approval makes the supplier deliver to Norway. */
export const overrulable = [
  'already_fulfilled',
  'fulfilment_on_hold',
  'fulfilment_scheduled',
  'test_order',
  'before_install',
  'too_old',
  'not_paid',
  'risk',
  'risk_pending',
  'destination_held',
  'delayed',
  'price_rose',
  'margin_below_floor',
  'margin_unknown',
  'supplier_away',
] as const;
export type Overrulable = (typeof overrulable)[number];

export const isOverrulable = (code: string | null): code is Overrulable => overrulable.some((known) => known === code);

/** What the merchant typed in place of what the store order or the listing does not tell. */
export type TypedDetails = {
  readonly colour: string | null;
  readonly size: string | null;
  readonly name: string | null;
  readonly email: string | null;
};

export type MerchantOverrides = {
  readonly approved: readonly string[];
  /** Cents: `price_rose` is overruled up to this price of a piece; null where none was agreed to. */
  readonly approvedPrice: number | null;
  readonly details: TypedDetails;
};

export const noDetails: TypedDetails = {colour: null, size: null, name: null, email: null};
export const nothingSaid: MerchantOverrides = {approved: [], approvedPrice: null, details: noDetails};

/** Reasons that a change of the order settings may lift: open orders with one of them are looked at again. */
export const liftedBySettings = [
  'test_order',
  'too_old',
  'email_missing',
  'colour_missing',
  'size_missing',
  'sending_paused',
  'delayed',
  'price_rose',
  'margin_below_floor',
  'margin_unknown',
] as const;
