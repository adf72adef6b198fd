// The reasons why a product stays a draft although the supplier offers the article: a code for filters and approvals, and a sentence for
// the merchant.

/** The codes of the reasons, each with its meaning. */
export const draftCodes = [
  'price_invalid', // no usable price: not stated, too large, or not in euro
  'below_cost', // the price would not cover the cost
  'below_floor', // the margin would be below the merchant's floor
  'no_rate', // the exchange rate of the store's currency is not set
  'vat_missing', // the VAT contained in the store's prices is not set
  'cost_moved', // the cost moved by more than half, and the merchant has not approved it
  'on_request', // the price is only indicative, and the merchant does not import such articles
  'no_stock_answer', // the supplier answers nothing about price, colours and sizes
  'variants_gone', // no variant remains that may be sold
  'variants_impossible', // Shopify cannot take these colours and sizes
  'maybe_in_store', // a product of the store may be this article; the merchant says whether it is
] as const;
export type DraftCode = (typeof draftCodes)[number];

/** The decision that a product is to be a draft. `reason`: a sentence for the merchant. */
export type DraftDecision = {readonly kind: 'draft'; readonly code: DraftCode; readonly reason: string};

/** The decision to make a draft, for this reason. */
export const draftFor = (code: DraftCode, reason: string): DraftDecision => ({kind: 'draft', code, reason});
