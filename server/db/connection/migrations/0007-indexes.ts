// Indexes. The inbox: of an order's news only what was read, since a privacy request may name more orders than an index row
// holds; and one for what is pending, where two served the same questions. Runs: what goes with a run that is deleted is found
// by the run, since a cascade knows no shop. Orders: the few with flags among all that were ever sent.
import type {LargeIndex} from '../schema-ledger.ts';

export const indexes: readonly string[] = [
  `drop index deliveries_by_resource`,
  `drop index deliveries_pending`,
  `drop index run_changes_by_run`,
  `create index brakes_by_run on brakes (run_id)`,
  `create index brakes_of_shop on brakes (shop)`,
];

export const largeIndexes: readonly LargeIndex[] = [
  {
    name: 'deliveries_read',
    on: "deliveries (shop, resource) where state = 'done' and reason is null and topic not like 'customers/%'",
  },
  {name: 'run_changes_by_run', on: 'run_changes (run_id, id)'},
  {name: 'dropship_orders_flagged', on: "dropship_orders (shop) where flags <> '[]'"},
];
