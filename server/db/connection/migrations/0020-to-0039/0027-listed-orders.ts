// The order of the list of dropship orders, so that its first page, also of a search that finds much, reads a few rows and sorts none.
import type {LargeIndex} from '../../schema-ledger.ts';

export const orderListIndexes: readonly LargeIndex[] = [
  {
    name: 'dropship_orders_listed',
    on: 'dropship_orders (shop, ordered_at desc, order_gid desc, length(line_gid), line_gid, generation desc)',
  },
];
