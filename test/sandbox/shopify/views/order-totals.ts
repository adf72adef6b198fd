// What an order comes to: lines less their discounts, shipping, taxes inside the prices or on top as the shop has it.

import {type View, withArgs} from '../field.ts';
import {gid} from '../store/gid.ts';
import type {LineRecord, OrderRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {moneyBag} from './money-bag.ts';
import {shownTotal} from './refund.ts';

/** The part of an amount on all pieces that the pieces still ordered bear. */
const remaining = (line: LineRecord, amount: number): number =>
  line.quantity === 0 ? 0 : Math.round((amount * line.currentQuantity) / line.quantity);

const totalOf = (line: LineRecord): number => line.price * line.quantity - line.discount;

export function lineMoney(store: ShopStore, line: LineRecord): View {
  const unit = line.quantity === 0 ? 0 : Math.round(totalOf(line) / line.quantity);
  const inside = store.settings.taxesIncluded ? line.tax : 0;
  return {
    originalUnitPriceSet: moneyBag(store, line.price),
    discountedUnitPriceSet: moneyBag(store, unit),
    discountedUnitPriceAfterAllDiscountsSet: moneyBag(store, unit),
    originalTotalSet: moneyBag(store, line.price * line.quantity),
    discountedTotalSet: moneyBag(store, totalOf(line)),
    priceAfterAllDiscountsBeforeTaxesSet: moneyBag(store, remaining(line, totalOf(line) - inside)),
    taxLines: withArgs(['first'], () => taxLines(store, line.tax)),
  };
}

function taxLines(store: ShopStore, tax: number): readonly View[] {
  return tax === 0 ? [] : [{__typename: 'TaxLine', title: 'VAT', priceSet: moneyBag(store, tax)}];
}

export function shippingLineView(store: ShopStore, line: NonNullable<OrderRecord['shippingLine']>): View {
  return {
    id: gid('ShippingLine', line.id),
    title: line.title,
    code: line.code,
    originalPriceSet: moneyBag(store, line.price),
    discountedPriceSet: moneyBag(store, line.price),
    currentDiscountedPriceSet: moneyBag(store, line.price - line.refunded),
    taxLines: taxLines(store, line.tax),
  };
}

const onTop = (store: ShopStore, tax: number): number => (store.settings.taxesIncluded ? 0 : tax);

/** What the order comes to after edits and refunds, taxes included. */
export function currentTotal(store: ShopStore, {lines, shippingLine}: OrderRecord): number {
  const goods = lines.reduce((sum, line) => sum + remaining(line, totalOf(line) + onTop(store, line.tax)), 0);
  const shipping =
    shippingLine === null ? 0 : shippingLine.price - shippingLine.refunded + onTop(store, shippingLine.tax);
  return goods + shipping;
}

/** The tax left after edits and refunds. */
function currentTax({lines, shippingLine}: OrderRecord): number {
  const goods = lines.reduce((sum, line) => sum + remaining(line, line.tax), 0);
  if (shippingLine === null || shippingLine.price === 0) return goods;
  const {price, refunded, tax} = shippingLine;
  return goods + Math.round((tax * (price - refunded)) / price);
}

export function orderTotals(store: ShopStore, order: OrderRecord): View {
  const {shippingLine} = order;
  const shipping = shippingLine?.price ?? 0;
  const tax = order.lines.reduce((sum, line) => sum + line.tax, shippingLine?.tax ?? 0);
  const taxOnTop = onTop(store, tax);
  const subtotal = order.lines.reduce((sum, line) => sum + totalOf(line), 0);
  const currentSubtotal = order.lines.reduce((sum, line) => sum + remaining(line, totalOf(line)), 0);
  const refunded = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const suggested = order.refunds.reduce((sum, refund) => sum + refund.suggested, 0);
  return {
    currencyCode: store.settings.currency,
    presentmentCurrencyCode: order.presentment?.currency ?? store.settings.currency,
    taxesIncluded: store.settings.taxesIncluded,
    fullyPaid:
      order.financialStatus === 'PAID' ||
      order.financialStatus === 'PARTIALLY_REFUNDED' ||
      order.financialStatus === 'REFUNDED',
    unpaid: order.financialStatus === 'PENDING' || order.financialStatus === 'AUTHORIZED',
    subtotalPriceSet: moneyBag(store, subtotal),
    totalPriceSet: moneyBag(store, subtotal + shipping + taxOnTop),
    currentSubtotalPriceSet: moneyBag(store, currentSubtotal),
    totalTaxSet: moneyBag(store, tax),
    currentTotalTaxSet: moneyBag(store, currentTax(order)),
    currentTotalPriceSet: moneyBag(store, currentTotal(store, order)),
    totalShippingPriceSet: moneyBag(store, shipping),
    // Before refunds; an authorised amount is none that was received (schema description).
    totalReceivedSet: moneyBag(store, order.received),
    totalRefundedSet: moneyBag(
      store,
      refunded,
      order.refunds.reduce((sum, refund) => sum + shownTotal(store, order, refund), 0),
    ),
    netPaymentSet: moneyBag(store, order.received - refunded),
    // Negative in the customer's favour (schema description).
    refundDiscrepancySet: moneyBag(store, suggested - refunded),
    shippingLine: shippingLine === null ? null : shippingLineView(store, shippingLine),
  };
}
