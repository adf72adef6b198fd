// Why a product stays off sale although the supplier offers the article: a code for filters and approvals, and a sentence for the
// merchant.

export const draftCodes = [
  'price_invalid',
  'below_cost',
  'below_floor',
  'no_rate',
  'vat_missing',
  'cost_moved',
  'on_request',
  'no_stock_answer',
  'variants_gone',
  'variants_impossible',
  'maybe_in_store',
] as const;
export type DraftCode = (typeof draftCodes)[number];

export type Drafted = {readonly kind: 'draft'; readonly code: DraftCode; readonly reason: string};

export const drafted = (code: DraftCode, reason: string): Drafted => ({kind: 'draft', code, reason});
