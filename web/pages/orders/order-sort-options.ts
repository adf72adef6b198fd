import type {OrderSort} from '#domain/order-sorts.ts';
import type {SortOption} from '../../shared/list/index-table.tsx';

/** A sort order of the list; its name in the address is that of the API. */
export type OrderSortOption = SortOption & {readonly value: OrderSort};

/** The sort orders of each column, the ascending one first. */
export const dateSorts: readonly OrderSortOption[] = [
  {value: 'oldest', label: 'Oldest order first'},
  {value: 'newest', label: 'Newest order first', isDescending: true},
];
export const ageSorts: readonly OrderSortOption[] = [
  {value: 'longest', label: 'Longest in its state first'},
  {value: 'shortest', label: 'Changed last first'},
];
export const amountSorts: readonly OrderSortOption[] = [
  {value: 'amount_low', label: 'Lowest cost first'},
  {value: 'amount_high', label: 'Highest cost first', isDescending: true},
];
export const marginSorts: readonly OrderSortOption[] = [
  {value: 'margin_low', label: 'Lowest margin first'},
  {value: 'margin_high', label: 'Highest margin first', isDescending: true},
];
export const orderSortOptions = [...dateSorts.toReversed(), ...ageSorts, ...amountSorts, ...marginSorts];
