// A report reads the store orders of some days, and of a line that was ordered again the last dropship order. Without the second index, all
// dropship orders would be read to find the few that were ordered again.
import type {LargeIndex} from '../../schema-ledger.ts';

export const reportIndexes: readonly LargeIndex[] = [
  {name: 'store_orders_by_time', on: 'store_orders (shop, ordered_at)'},
  {
    name: 'dropship_orders_repeated',
    on: 'dropship_orders (shop, order_gid, line_gid, generation) where generation > 1',
  },
];
