import type {OrderSort} from '#domain/order-sorts.ts';

/** A sort order of the list: its name in the address and in the API, and its label. */
export type OrderSortOption = {readonly value: OrderSort; readonly label: string};

/** The sort orders of each column, the ascending one first. */
export const dateSorts: readonly OrderSortOption[] = [
  {value: 'oldest', label: 'Oldest order first'},
  {value: 'newest', label: 'Newest order first'},
];
export const ageSorts: readonly OrderSortOption[] = [
  {value: 'longest', label: 'Longest in its state first'},
  {value: 'shortest', label: 'Changed last first'},
];
export const amountSorts: readonly OrderSortOption[] = [
  {value: 'amount_low', label: 'Lowest cost first'},
  {value: 'amount_high', label: 'Highest cost first'},
];
export const marginSorts: readonly OrderSortOption[] = [
  {value: 'margin_low', label: 'Lowest margin first'},
  {value: 'margin_high', label: 'Highest margin first'},
];
export const orderSortOptions = [...dateSorts.toReversed(), ...ageSorts, ...amountSorts, ...marginSorts];
