// Why a product stays off sale although the supplier offers the article: a code for filters and approvals, and a sentence for the
// merchant.

export const holdCodes = [
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
export type HoldCode = (typeof holdCodes)[number];

export type Hold = {readonly kind: 'hold'; readonly code: HoldCode; readonly reason: string};

export const toHold = (code: HoldCode, reason: string): Hold => ({kind: 'hold', code, reason});
