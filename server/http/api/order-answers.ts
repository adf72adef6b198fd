// Rows of dropship orders as answers of the contract.
import {findSeen, flagText, forbidsPaying, isFlaggedState} from '#domain/orders/flags.ts';
import type {StoredAudit} from '../../db/audit.ts';
import type {StoredDropshipOrder} from '../../db/dropship-orders.ts';
import {sinceOf} from '../../db/order-ages.ts';
import type {StoredAttempt} from '../../db/order-story.ts';
import type {AuditEntry, DropshipOrder, DropshipOrderDetail} from '../contract/dropship-orders.ts';

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
    since: sinceOf(row).toISOString(),
    reasonCode: row.reason_code,
    reason: row.reason,
    warning: row.warning,
    flags: isFlaggedState(row.state) ? toFlags(row) : [],
    doNotPay: row.state === 'awaiting_payment' && row.flags.some(({code}) => forbidsPaying(code)),
    reference: row.reference,
    ref: row.ref,
    checkoutUrl: row.checkout_url,
    checkoutWithheld: row.checkout_withheld,
    price: row.price,
    fee: row.fee,
    foundBy: row.found_by,
    orderedAt: row.ordered_at.toISOString(),
    placedAt: timeOf(row.placed_at),
  };
}

function toFlags(row: StoredDropshipOrder): DropshipOrder['flags'] {
  return row.flags.map((flag) => ({
    code: flag.code,
    at: flag.at,
    text: flagText(flag, row),
    seenAt: findSeen(flag, row.flags_seen)?.seenAt ?? null,
  }));
}

export const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export function toAttempt(row: StoredAttempt): DropshipOrderDetail['attempts'][number] {
  return {
    startedAt: row.started_at.toISOString(),
    finishedAt: timeOf(row.finished_at),
    phase: row.phase,
    httpStatus: row.http_status,
    verdict: row.verdict,
    detail: row.detail,
  };
}

export function toAuditEntry({id, at, actor, action, subject, detail}: StoredAudit): AuditEntry {
  return {id, at: at.toISOString(), actor, action, subject, detail};
}

export function toShipment(row: StoredDropshipOrder): DropshipOrderDetail['shipment'] {
  if (row.shipped_at === null) return null;
  return {
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    trackingUrl: row.tracking_url,
    notifyBuyer: row.notify_buyer,
    shippedAt: row.shipped_at.toISOString(),
  };
}
