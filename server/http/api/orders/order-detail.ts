// One dropship order in detail: attempts, history, allowed actions, and the store order's other dropship orders.
import type {ShopDomain} from '#domain/ids.ts';
import {planBuyerRefund} from '#domain/margins/buyer-refund.ts';
import {shippingShare} from '#domain/margins/margin.ts';
import {withDefinedOptions} from '#domain/options/defined-options.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
import {noDetails} from '#domain/orders/merchant-overrides.ts';
import {overruledAtOnce} from '#domain/orders/reasons.ts';
import {loadCatalogueEntry} from '../../../db/catalogue/catalogue-texts.ts';
import {loadOrderedArticles} from '../../../db/catalogue/ordered-articles.ts';
import {loadRequestsOfOrder} from '../../../db/fulfilment-services/requests.ts';
import {allowsAnotherRefund, loadLastRefund} from '../../../db/orders/buyer-refunds.ts';
import type {StoredDropshipOrder} from '../../../db/orders/dropship-orders.ts';
import {loadAllGenerations, loadAttempts} from '../../../db/orders/order-history.ts';
import {loadStoreOrder, type StoredStoreOrder} from '../../../db/orders/store-orders.ts';
import {openDetails} from '../../../db/secrets/details.ts';
import {loadAudit} from '../../../db/shops/audit.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import type {DropshipOrderDetail} from '../../contract/dropship-orders.ts';
import {allowedActions, mayBeAtSupplier} from './allowed-actions.ts';
import {loadOrderMargins} from './order-margins.ts';
import {toAttempt, toAuditEntry, toDropshipOrder, toIsoTime, toOrderRequests, toShipment} from './to-dropship-order.ts';

type OrderRow = StoredDropshipOrder;

/** The whole answer about one dropship order, from its stored row and what belongs to it. */
export async function loadOrderDetail(
  {db, sealer}: Pick<Deps, 'db' | 'sealer'>,
  shop: ShopDomain,
  order: OrderRow,
): Promise<DropshipOrderDetail> {
  const whole = await loadAllGenerations(db, shop, order.order_gid);
  const refund = await loadLastRefund(db, shop, order.id);
  const actions = allowedActions(order, isLatestGeneration(order, whole) && allowsAnotherRefund(refund));
  const stored = await loadStoredSettings(db, shop);
  const margins = await loadOrderMargins(db, shop, stored, [order.order_gid]);
  const articles = await loadOrderedArticles(
    db,
    shop,
    [order, ...whole].map(({article_id}) => article_id),
  );
  const typed = openDetails(sealer, order) ?? noDetails;
  const {stock, texts} = await loadCatalogueEntry(db, shop, order.article_id);
  const choices = withDefinedOptions({colours: stock?.colours ?? [], sizes: stock?.sizes ?? []}, texts.defined);
  return {
    ...toDropshipOrder(order, margins, articles),
    attempts: (await loadAttempts(db, shop, order.id)).map(toAttempt),
    history: (await loadAudit(db, shop, {subject: order.id})).map(toAuditEntry),
    actions,
    placeAgainAsksForReference: actions.includes('place-again') && mayBeAtSupplier(order),
    overrides: isOpenState(order.state) ? [...new Set(overruledAtOnce(order))] : [],
    approved: [...order.approved],
    typed: {colour: typed.colour, size: typed.size, name: typed.name !== null, email: typed.email !== null},
    stated: {colours: [...choices.colours], sizes: [...choices.sizes]},
    sizeText: texts.sizes || null,
    siblings: whole.filter(({id}) => id !== order.id).map((sibling) => toDropshipOrder(sibling, margins, articles)),
    shipment: toShipment(order),
    notifiesBuyer: stored.isReadable ? stored.settings.orders.notifyBuyer : null,
    settingsUnreadable: stored.isReadable ? null : 'settings',
    requests: toOrderRequests(await loadRequestsOfOrder(db, shop, order.order_gid), order.line_gid),
    fulfilment: order.fulfil === null ? null : {state: order.fulfil, reason: order.fulfil_reason},
    offSale: toOffSale(order),
    ...adviseBuyerRefund(order, whole, await loadStoreOrder(db, shop, order.order_gid)),
    refundAsked: refund !== null,
    sentAt: toIsoTime(order.sent_at),
    paidAt: toIsoTime(order.paid_at),
    closedAt: toIsoTime(order.closed_at),
  };
}

/** Whether no later dropship order was placed for the same line. @param whole all dropship orders of the store order. */
export const isLatestGeneration = ({line_gid, generation}: OrderRow, whole: readonly OrderRow[]): boolean =>
  !whole.some((other) => other.line_gid === line_gid && other.generation > generation);

/** The write that takes the variant off sale. A reason without a stored state means that it failed; null: it was not asked for. */
function toOffSale({off_sale, off_sale_reason}: OrderRow): DropshipOrderDetail['offSale'] {
  if (off_sale !== null) return {state: off_sale, reason: off_sale_reason};
  return off_sale_reason === null ? null : {state: 'failed', reason: off_sale_reason};
}

/** What to refund to the buyer, and a note about it; null amounts: not known, or nothing is to refund. */
function adviseBuyerRefund(
  {buyer_paid: line}: OrderRow,
  whole: readonly OrderRow[],
  money: StoredStoreOrder | null,
): Pick<DropshipOrderDetail, 'buyerRefund' | 'buyerRefundNote'> {
  if (line === null || money === null) return {buyerRefund: null, buyerRefundNote: null};
  const goods = whole
    .filter((row) => isLatestGeneration(row, whole))
    .reduce((sum, row) => sum + (row.buyer_paid ?? 0), 0);
  const shipping = shippingShare(line, goods, money.shipping_paid);
  const {amounts, note} = planBuyerRefund({line, shipping, received: money.received, refunded: money.refunded});
  return {buyerRefund: amounts && {currency: money.currency, ...amounts}, buyerRefundNote: note};
}
