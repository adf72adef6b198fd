// Converts dropship order rows to answers of the contract.
import type {RequestStatus} from '#domain/fulfilment-requests/request-status.ts';
import type {ArticleId} from '#domain/ids.ts';
import {dutyNote, parseZone, transitNote} from '#domain/margins/duty-note.ts';
import {findEnding} from '#domain/orders/attention/ending.ts';
import {flagText} from '#domain/orders/attention/flag-texts.ts';
import {isBeforePayment} from '#domain/orders/dropship-state.ts';
import {findSeenFlag, forbidsPaying, isFlaggedState} from '#domain/orders/flags.ts';
import {derivedWords} from '#domain/orders/order-words.ts';
import {nameOfUnit} from '#domain/words/units.ts';
import type {OrderedArticle} from '../../../db/catalogue/ordered-articles.ts';
import type {StoredRequest} from '../../../db/fulfilment-services/requests.ts';
import type {StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import type {PayableOrders as StoredToPay} from '../../../db/orders/flagged-orders.ts';
import {stateSince} from '../../../db/orders/order-ages.ts';
import type {StoredAttempt} from '../../../db/orders/order-history.ts';
import type {StoredAudit} from '../../../db/shops/audit.ts';
import type {AuditEntry, DropshipOrder, DropshipOrderDetail, ToPay} from '../../contract/dropship-orders.ts';
import type {OrderRequest} from '../../contract/shipping/in-store.ts';
import type {OrderMargins} from './order-margins.ts';

export function toDropshipOrder(
  row: StoredDropshipOrder,
  margins: OrderMargins,
  articles: ReadonlyMap<ArticleId, OrderedArticle>,
): DropshipOrder {
  const article = articles.get(row.article_id) ?? null;
  return {
    id: row.id,
    orderGid: row.order_gid,
    orderName: row.order_name,
    lineGid: row.line_gid,
    generation: row.generation,
    articleId: row.article_id,
    articleName: row.article_name,
    picture: article?.picture ?? null,
    colour: row.colour,
    size: row.size,
    taken: [...derivedWords(row.words)],
    quantity: row.quantity,
    unit: nameOfUnit(article?.unit ?? ''),
    country: row.country,
    zone: row.zone,
    ...toDeliveryNotes(row.zone, article),
    state: row.state,
    since: stateSince(row).toISOString(),
    reasonCode: row.reason_code,
    reason: row.reason,
    warning: isBeforePayment(row.state) ? row.warning : null,
    flags: isFlaggedState(row.state) ? toFlags(row) : [],
    doNotPay: row.state === 'awaiting_payment' && row.flags.some(({code}) => forbidsPaying(code)),
    refundOpen: row.refund_open,
    ending: findEnding(row),
    reference: row.reference,
    ref: row.ref,
    checkoutUrl: row.checkout_url,
    checkoutWithheld: row.checkout_withheld,
    price: row.price,
    fee: row.fee,
    storeOrder: margins.get(row.order_gid) ?? null,
    foundBy: row.found_by,
    orderedAt: row.ordered_at.toISOString(),
    placedAt: toIsoTime(row.placed_at),
  };
}

/** How long the delivery takes and which duties are due on it; null: the zone is not known. */
function toDeliveryNotes(zone: string | null, article: OrderedArticle | null): Pick<DropshipOrder, 'transit' | 'duty'> {
  const known = parseZone(zone);
  if (known === null) return {transit: null, duty: null};
  const {origin = null, shipping = null} = article ?? {};
  return {transit: transitNote(known, shipping?.[known]?.transit), duty: dutyNote(known, origin)};
}

function toFlags(row: StoredDropshipOrder): DropshipOrder['flags'] {
  return row.flags.map((flag) => ({
    code: flag.code,
    at: flag.at,
    text: flagText(flag, row),
    seenAt: findSeenFlag(flag, row.flags_seen)?.seenAt ?? null,
  }));
}

/** The time in the form of `toISOString`; null stays null. */
export const toIsoTime = (at: Date | null): string | null => at?.toISOString() ?? null;

export function toAttempt(row: StoredAttempt): DropshipOrderDetail['attempts'][number] {
  return {
    startedAt: row.started_at.toISOString(),
    finishedAt: toIsoTime(row.finished_at),
    phase: row.phase,
    httpStatus: row.http_status,
    verdict: row.verdict,
    detail: row.detail,
  };
}

export function toAuditEntry({id, at, actor, action, subject, detail, before, after}: StoredAudit): AuditEntry {
  return {id, at: at.toISOString(), actor, action, subject, detail, before, after};
}

/** The shipment stored with the order; null: the order was not marked as shipped. */
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

/** The states in which a request is over, but not by being rejected. */
const endedStatuses: readonly RequestStatus[] = ['cancelled', 'moved', 'closed'];

/** The requests that have the line, the newest first. */
export const toOrderRequests = (requests: readonly StoredRequest[], line: string): OrderRequest[] =>
  requests
    .filter(({lines}) => lines.some((gid) => gid === line))
    .toSorted((one, other) => other.asked_at.getTime() - one.asked_at.getTime())
    .map(({status, answer, refused, ...request}) => ({
      status,
      askedAt: request.asked_at.toISOString(),
      answeredAt: toIsoTime(request.answered_at),
      // Nothing is looked at after its end.
      endedAt: endedStatuses.includes(status) ? request.looked_at.toISOString() : null,
      cancelAskedAt: toIsoTime(request.cancel_asked_at),
      cancelAnsweredAt: toIsoTime(request.cancel_answered_at),
      answer,
      refused,
    }));

export const toToPay = ({oldestPlacedAt, ...toPay}: StoredToPay): ToPay => ({
  ...toPay,
  oldestPlacedAt: toIsoTime(oldestPlacedAt),
});
