// The trail of who did what is kept for years. What was done to one thing, and the rare kinds of actions, are found without reading all of
// it: `audit_by_shop` alone has the rest in its order.
import type {LargeIndex} from '../../schema-ledger.ts';

export const auditFilterIndexes: readonly LargeIndex[] = [
  {name: 'audit_by_subject', on: 'audit (shop, subject, id desc)'},
  {name: 'audit_by_action', on: 'audit (shop, action, id desc)'},
];
