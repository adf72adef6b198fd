// What a buyer has paid, and what of it was given back, as an order's financial status says.

import type {FinancialStatus, OrderRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {currentTotal} from '../views/order-totals.ts';

/** @param deposit what was paid of a PARTIALLY_PAID order; half of it where left out. */
export function setPayment(
  store: ShopStore,
  order: OrderRecord,
  status: FinancialStatus | null,
  deposit?: number,
): void {
  order.financialStatus = status;
  const refunded = order.refunds.reduce((sum, {amount}) => sum + amount, 0);
  const total = currentTotal(store, order) + refunded;
  switch (status) {
    case 'PAID':
    case 'PARTIALLY_REFUNDED':
      order.received = total;
      return;
    case 'PARTIALLY_PAID':
      order.received = deposit ?? Math.round(total / 2);
      return;
    case 'REFUNDED': {
      order.received = total;
      const amount = total - refunded;
      if (amount <= 0) return;
      order.refunds.push({id: store.newId(), createdAt: store.now(), note: null, amount, suggested: amount});
      return;
    }
    case 'AUTHORIZED':
    case 'EXPIRED':
    case 'PENDING':
    case 'VOIDED':
    case null:
      order.received = 0;
  }
}
