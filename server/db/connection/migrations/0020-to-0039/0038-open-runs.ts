// Every worker looks every few seconds for runs whose worker died. Open runs are few, and runs are kept for months.
import type {LargeIndex} from '../../schema-ledger.ts';

export const openRunsIndexes: readonly LargeIndex[] = [
  {name: 'runs_open', on: "runs (shop) where state in ('queued', 'running')"},
];
