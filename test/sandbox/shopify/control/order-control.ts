// What happens to an order outside the app: payment, cancellation, edit, refund, shipping. Each tells the topics Shopify tells.

import {fulfil} from '../mutations/fulfillment.ts';
import {changeRemaining, closeFulfillmentOrders} from '../store/fulfilment.ts';
import {isFulfillable} from '../store/fulfilment-actions.ts';
import {requestWhenPaid} from '../store/fulfilment-requests.ts';
import {idOf} from '../store/gid.ts';
import type {TransactionStatus} from '../store/payment-records.ts';
import {finishRefunds} from '../store/payments.ts';
import type {FinancialStatus, OrderRecord} from '../store/records.ts';
import {type ShopStore, touchOrder} from '../store/shop-store.ts';
import {createFulfilmentControl, type FulfilmentControl, lineOf} from './fulfilment-control.ts';
import {setPayment} from './payment.ts';
import {shopperIn} from './shopper.ts';

export type OrderControl = FulfilmentControl & {
  readonly pay: (id: string) => void;
  readonly setFinancialStatus: (id: string, status: FinancialStatus | null) => void;
  readonly cancel: (id: string, reason?: string) => void;
  /** Sets a line's quantity in an order edit; more or fewer pieces. */
  readonly edit: (id: string, lineId: string, quantity: number) => void;
  /** @param amount minor units given back; what the pieces cost where left out. */
  readonly refund: (id: string, lineId: string, quantity?: number, amount?: number) => void;
  /** Gives money back without naming a line, or of the shipping. */
  readonly refundMoney: (id: string, amount: number, of?: 'goodwill' | 'shipping') => void;
  /** What becomes of refunds of the order from now on. */
  readonly setRefunds: (id: string, status: TransactionStatus) => void;
  /** Payments back to the buyer that are under way come to an end. */
  readonly finishRefunds: (id: string, status: TransactionStatus) => void;
  /** @param pieces of each line, at most; all that are left where left out. */
  readonly fulfil: (id: string, tracking?: {company?: string; number?: string; url?: string}, pieces?: number) => void;
  /** The merchant deletes the order: the API does not show it any more. */
  readonly remove: (id: string) => void;
  /** A change that means nothing to the app, such as a note of the merchant. */
  readonly touch: (id: string) => void;
  /** A further assessment. Whether it changes the order's updatedAt is not documented, so it does not. */
  readonly setRisk: (id: string, risk: Partial<Omit<OrderRecord['risk'], 'assessedAt'>>) => void;
  readonly changeAddress: (id: string, country: string, province?: string | null, street?: string) => void;
  /** The recipient or the order's e-mail is corrected; what is left out stays. */
  readonly changeBuyer: (id: string, to: {readonly name?: string; readonly email?: string}) => void;
  /** The whole address becomes one of that country. */
  readonly moveBuyer: (id: string, country: string) => void;
};

export function createOrderControl(store: ShopStore): OrderControl {
  const find = (id: string): OrderRecord => {
    const order = store.orders.get(idOf('Order', id) ?? -1);
    if (order === undefined) throw new Error(`${store.domain} has no order ${id}.`);
    return order;
  };
  return {
    ...createFulfilmentControl(store, find),
    pay(id) {
      const order = find(id);
      setPayment(store, order, 'PAID');
      touchOrder(store, order, [{kind: 'orders/paid', order}]);
      requestWhenPaid(store, order);
    },
    setFinancialStatus(id, status) {
      const order = find(id);
      setPayment(store, order, status);
      touchOrder(store, order);
      requestWhenPaid(store, order);
    },
    cancel: (id, reason = 'CUSTOMER') => cancel(store, find(id), reason),
    edit: (id, lineId, quantity) => edit(store, find(id), lineId, quantity),
    refund: (id, lineId, quantity, amount) => refund(store, find(id), {lineId, quantity, amount}),
    setRefunds(id, status) {
      for (const payment of find(id).payments) payment.refunds = status;
    },
    finishRefunds: (id, status) => finishRefunds(store, find(id), status),
    refundMoney: (id, amount, of = 'goodwill') => refundMoney(store, find(id), amount, of),
    fulfil: (id, tracking, pieces) => fulfilByHand(store, find(id), tracking, pieces),
    remove(id) {
      const order = find(id);
      store.orders.delete(order.id);
      store.emit({kind: 'orders/delete', order});
    },
    touch: (id) => touchOrder(store, find(id)),
    setRisk(id, risk) {
      const order = find(id);
      order.risk = {...order.risk, ...risk, assessedAt: store.now()};
      store.emit({kind: 'orders/risk_assessment_changed', order, risk: order.risk});
    },
    changeAddress(id, country, province = null, street) {
      const order = find(id);
      if (order.shippingAddress === null) throw new Error(`${order.name} ships nowhere.`);
      const {address1} = order.shippingAddress;
      const moved = {countryCode: country, provinceCode: province, address1: street ?? address1};
      order.shippingAddress = {...order.shippingAddress, ...moved};
      touchOrder(store, order);
    },
    changeBuyer: (id, to) => changeBuyer(store, find(id), to),
    moveBuyer(id, country) {
      const order = find(id);
      if (order.shippingAddress === null) throw new Error(`${order.name} ships nowhere.`);
      const {street, city, zip} = shopperIn(country);
      const moved = {address1: street, city, zip, countryCode: country, provinceCode: null};
      order.shippingAddress = {...order.shippingAddress, ...moved};
      touchOrder(store, order);
    },
  };
}

function changeBuyer(store: ShopStore, order: OrderRecord, {name, email}: Parameters<OrderControl['changeBuyer']>[1]) {
  if (order.shippingAddress === null) throw new Error(`${order.name} ships nowhere.`);
  const [firstName = null, ...rest] = name?.split(' ') ?? [];
  const named = {firstName, lastName: rest.length === 0 ? null : rest.join(' ')};
  if (name !== undefined) order.shippingAddress = {...order.shippingAddress, ...named};
  if (email !== undefined) order.email = email;
  touchOrder(store, order);
}

/** One fulfilment for each location, as the admin makes them. */
function fulfilByHand(
  store: ShopStore,
  order: OrderRecord,
  tracking: Parameters<OrderControl['fulfil']>[1],
  pieces = Number.POSITIVE_INFINITY,
): void {
  const open = order.fulfillmentOrders.filter(isFulfillable);
  const {company = null, number = null, url = null} = tracking ?? {};
  for (const location of new Set(open.map((fulfillmentOrder) => fulfillmentOrder.location))) {
    const chosen = open
      .filter((fulfillmentOrder) => fulfillmentOrder.location === location)
      .map((fulfillmentOrder) => ({
        fulfillmentOrder,
        parts: fulfillmentOrder.lines.map((line) => ({line, quantity: Math.min(line.remaining, pieces)})),
      }));
    fulfil(store, order, chosen, tracking === undefined ? [] : [{company, number, url}]);
  }
}

function cancel(store: ShopStore, order: OrderRecord, reason: string): void {
  order.cancelledAt = store.now();
  order.cancelReason = reason;
  // An unpaid order is voided; refunding a paid one is a second act of the merchant.
  if (order.financialStatus === 'PENDING' || order.financialStatus === 'AUTHORIZED') order.financialStatus = 'VOIDED';
  for (const line of order.lines) line.currentQuantity = line.fulfilled;
  closeFulfillmentOrders(store, order);
  touchOrder(store, order, [{kind: 'orders/cancelled', order}]);
}

function edit(store: ShopStore, order: OrderRecord, lineId: string, quantity: number): void {
  const line = lineOf(order, lineId);
  const delta = quantity - line.currentQuantity;
  line.currentQuantity = quantity;
  order.edited = true;
  changeRemaining(store, order, line.id, delta);
  const changed = [{lineId: line.id, delta}];
  touchOrder(store, order, [{kind: 'orders/edited', order, editId: store.newId(), changed}]);
}

/** What the buyer paid and did not get back. */
const keptOf = ({received, refunds}: OrderRecord): number =>
  received - refunds.reduce((sum, {amount}) => sum + amount, 0);

type Refunded = {
  readonly lineId: string;
  readonly quantity: number | undefined;
  readonly amount: number | undefined;
};

function refund(store: ShopStore, order: OrderRecord, given: Refunded): void {
  const line = lineOf(order, given.lineId);
  const quantity = given.quantity ?? line.currentQuantity;
  if (quantity > line.currentQuantity) throw new Error(`${order.name} has ${line.currentQuantity} left of that line.`);
  line.currentQuantity -= quantity;
  changeRemaining(store, order, line.id, -quantity);
  const onTop = store.settings.taxesIncluded ? 0 : line.tax;
  const paid = line.price * line.quantity - line.discount + onTop;
  const suggested = Math.round((paid * quantity) / line.quantity);
  // An unpaid order cannot be refunded; its status stays what it was.
  const kept = keptOf(order);
  const amount = given.amount ?? Math.min(suggested, kept);
  const made = {id: store.newId(), createdAt: store.now(), note: null, amount, suggested};
  order.refunds.push(made);
  const isAll = order.lines.every(({currentQuantity}) => currentQuantity === 0);
  if (kept > 0) order.financialStatus = isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  touchOrder(store, order, [{kind: 'refunds/create', order, refund: made}]);
}

function refundMoney(store: ShopStore, order: OrderRecord, amount: number, of: 'goodwill' | 'shipping'): void {
  if (of === 'shipping' && order.shippingLine !== null) order.shippingLine.refunded += amount;
  const suggested = of === 'shipping' ? amount : 0;
  const made = {id: store.newId(), createdAt: store.now(), note: null, amount, suggested};
  order.refunds.push(made);
  order.financialStatus = keptOf(order) > 0 ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
  touchOrder(store, order, [{kind: 'refunds/create', order, refund: made}]);
}
