// Rows of the database as answers of the contract.

import type {StoredRun} from '../../db/runs.ts';
import type {Shop} from '../../db/shops.ts';
import type {Connection, Run} from '../contract.ts';

export function toConnection(shop: Shop, supportEmail: string | null): Connection {
  return {
    catalogue: {state: shop.catalogueKeyState, last4: shop.catalogueKeyLast4, partner: shop.cataloguePartner},
    dropship: {state: shop.dropshipKeyState, last4: shop.dropshipKeyLast4},
    supportEmail,
  };
}

export function toRun(row: StoredRun): Run {
  return {
    id: row.id,
    kind: row.kind,
    trigger: row.trigger,
    state: row.state,
    reason: row.reason,
    counts: row.counts,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
