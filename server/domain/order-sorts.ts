// The sort orders of the list of dropship orders. The page loads this file, so it imports no zod.

/** What an order of the list goes by. */
export type SortKey =
  | 'date' // when the shopper ordered
  | 'since' // since when the dropship order has been in its state
  | 'amount' // what the supplier asks for it, goods and fee
  | 'margin'; // the margin of the whole store order

export const orderSortNames = [
  'newest',
  'oldest',
  'longest',
  'shortest',
  'amount_low',
  'amount_high',
  'margin_low',
  'margin_high',
] as const;
export type OrderSort = (typeof orderSortNames)[number];

/** The sort orders by their name in the API. What is not known comes last in both directions. */
export const orderSorts: Readonly<Record<OrderSort, {readonly by: SortKey; readonly descending: boolean}>> = {
  newest: {by: 'date', descending: true},
  oldest: {by: 'date', descending: false},
  longest: {by: 'since', descending: false},
  shortest: {by: 'since', descending: true},
  amount_low: {by: 'amount', descending: false},
  amount_high: {by: 'amount', descending: true},
  margin_low: {by: 'margin', descending: false},
  margin_high: {by: 'margin', descending: true},
};

/** Whether the lines of one store order stand together: date and margin are the same for all of them. */
export const keepsOrdersTogether = (sort: OrderSort): boolean =>
  orderSorts[sort].by === 'date' || orderSorts[sort].by === 'margin';
