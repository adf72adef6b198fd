// Converts database rows to answers of the contract.

import {toProgress} from '#domain/runs/run-progress.ts';
import type {StoredRunChange} from '../../db/runs/run-changes.ts';
import type {StoredRun} from '../../db/runs/runs.ts';
import type {SupplierApi} from '../../db/secrets/shop-keys.ts';
import type {Shop} from '../../db/shops/shops.ts';
import type {Connection} from '../contract/connection.ts';
import type {Change, Run} from '../contract/runs.ts';

/** The two supplier keys as the API shows them. @param unreadable the APIs whose stored key cannot be decrypted. */
export function toConnection(shop: Shop, unreadable: readonly SupplierApi[], supportEmail: string | null): Connection {
  const stateOf = (api: SupplierApi) => (unreadable.includes(api) ? 'unreadable' : shop[`${api}KeyState`]);
  return {
    catalogue: {
      state: stateOf('catalogue'),
      last4: shop.catalogueKeyLast4,
      answeredAt: shop.catalogueAnsweredAt?.toISOString() ?? null,
      partner: shop.cataloguePartner,
      notes: shop.catalogueNotes,
    },
    dropship: {
      state: stateOf('dropship'),
      last4: shop.dropshipKeyLast4,
      answeredAt: shop.dropshipAnsweredAt?.toISOString() ?? null,
    },
    supportEmail,
  };
}

/** Converts a stored run. @param undo the run's newest undo; null if there is none or the caller did not load it. */
export function toRun(row: StoredRun, undo: StoredRun | null = null): Run {
  return {
    id: row.id,
    kind: row.kind,
    trigger: row.trigger,
    state: row.state,
    reason: row.reason,
    counts: row.counts,
    wanted: row.wanted,
    step: row.step,
    named: row.article_ids?.length ?? null,
    progress: toProgress(row.counts, row.pace, row.heartbeat_at.getTime()),
    undoes: row.undoes,
    undo: undo && {id: undo.id, state: undo.state, startedAt: undo.started_at.toISOString()},
    setBack: null,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

export function toChange(row: StoredRunChange): Change {
  const {id, runId, articleId, kind, field, before, after, why, applied, at} = row;
  return {id, runId, articleId, kind, field, before, after, why, applied, at: at.toISOString()};
}
