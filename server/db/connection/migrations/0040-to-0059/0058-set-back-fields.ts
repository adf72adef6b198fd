// The list of products that an undo set back looks up each product's undos among all of its changes.
import type {LargeIndex} from '../../schema-ledger.ts';

export const setBackFieldsIndexes: readonly LargeIndex[] = [
  {name: 'run_changes_set_back', on: "run_changes (shop, article_id) where kind = 'undo' and applied"},
];
