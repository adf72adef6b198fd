// Indexes. Webhook inbox: an order's deliveries only where they were read, since a privacy request may name more orders than an index row
// holds; and one index for pending deliveries instead of two. Runs: deleting a run finds its rows by run, since a cascade does not know
// the shop. Orders: the few flagged ones among all sent ones.
import type {LargeIndex} from '../../schema-ledger.ts';

export const indexReplacements: readonly string[] = [
  `drop index deliveries_by_resource`,
  `drop index deliveries_pending`,
  `drop index run_changes_by_run`,
  `create index brakes_by_run on brakes (run_id)`,
  `create index brakes_of_shop on brakes (shop)`,
];

export const newLargeIndexes: readonly LargeIndex[] = [
  {
    name: 'deliveries_read',
    on: "deliveries (shop, resource) where state = 'done' and reason is null and topic not like 'customers/%'",
  },
  {name: 'run_changes_by_run', on: 'run_changes (run_id, id)'},
  {name: 'dropship_orders_flagged', on: "dropship_orders (shop) where flags <> '[]'"},
];
