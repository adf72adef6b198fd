// Rows of the database as answers of the contract.

import type {StoredDropshipOrder} from '../../db/dropship-orders.ts';
import type {StoredRunChange} from '../../db/run-changes.ts';
import type {StoredRun} from '../../db/runs.ts';
import type {Shop} from '../../db/shops.ts';
import type {Change, Connection, DropshipOrder, Run} from '../contract.ts';

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
    wanted: row.wanted,
    step: row.step,
    named: row.article_ids?.length ?? null,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

export function toChange(row: StoredRunChange): Change {
  const {id, runId, articleId, kind, field, before, after, why, applied, at} = row;
  return {id, runId, articleId, kind, field, before, after, why, applied, at: at.toISOString()};
}

export function toDropshipOrder(row: StoredDropshipOrder): DropshipOrder {
  return {
    id: row.id,
    orderGid: row.order_gid,
    orderName: row.order_name,
    generation: row.generation,
    articleId: row.article_id,
    articleName: row.article_name,
    colour: row.colour,
    size: row.size,
    quantity: row.quantity,
    country: row.country,
    zone: row.zone,
    state: row.state,
    reason: row.reason,
    warning: row.warning,
    reference: row.reference,
    ref: row.ref,
    checkoutUrl: row.checkout_url,
    checkoutWithheld: row.checkout_withheld,
    price: row.price,
    fee: row.fee,
    orderedAt: row.ordered_at.toISOString(),
    placedAt: row.placed_at?.toISOString() ?? null,
  };
}
