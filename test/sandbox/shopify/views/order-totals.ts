// What an order comes to. Taxes and discounts are not modelled: prices are what the buyer paid.

import type {View} from '../field.ts';
import {gid} from '../store/gid.ts';
import type {OrderRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {moneyBag} from './money-bag.ts';

export function orderTotals(store: ShopStore, order: OrderRecord): View {
  const {shippingLine} = order;
  const shipping = shippingLine?.price ?? 0;
  const subtotal = order.lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const currentSubtotal = order.lines.reduce((sum, line) => sum + line.price * line.currentQuantity, 0);
  const refunded = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  return {
    currencyCode: store.settings.currency,
    presentmentCurrencyCode: store.settings.currency,
    taxesIncluded: store.settings.taxesIncluded,
    fullyPaid:
      order.financialStatus === 'PAID' ||
      order.financialStatus === 'PARTIALLY_REFUNDED' ||
      order.financialStatus === 'REFUNDED',
    unpaid: order.financialStatus === 'PENDING' || order.financialStatus === 'AUTHORIZED',
    subtotalPriceSet: moneyBag(store, subtotal),
    totalPriceSet: moneyBag(store, subtotal + shipping),
    currentSubtotalPriceSet: moneyBag(store, currentSubtotal),
    currentTotalPriceSet: moneyBag(store, currentSubtotal + shipping),
    totalShippingPriceSet: moneyBag(store, shipping),
    totalRefundedSet: moneyBag(store, refunded),
    shippingLine:
      shippingLine === null
        ? null
        : {
            id: gid('ShippingLine', shippingLine.id),
            title: shippingLine.title,
            code: shippingLine.code,
            originalPriceSet: moneyBag(store, shippingLine.price),
            discountedPriceSet: moneyBag(store, shippingLine.price),
          },
  };
}
