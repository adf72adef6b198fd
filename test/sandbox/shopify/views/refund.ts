// Refunds of an order, and what the API suggests to refund. https://shopify.dev/docs/api/admin-graphql/2026-10/objects/SuggestedRefund

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import {connection, pageArgs} from '../connection.ts';
import {parseInput, type View, withArgs} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {gid, idOf} from '../store/gid.ts';
import type {RefundTransactionRecord} from '../store/payment-records.ts';
import {givenBack, refundablePayments, toShown} from '../store/payments.ts';
import type {LineRecord, OrderRecord, RefundRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime} from './date-time.ts';
import {moneyBag} from './money-bag.ts';

export function refundView(store: ShopStore, order: OrderRecord, refund: RefundRecord): View {
  return {
    __typename: 'Refund',
    id: gid('Refund', refund.id),
    legacyResourceId: String(refund.id),
    note: refund.note,
    createdAt: toDateTime(refund.createdAt),
    totalRefundedSet: moneyBag(store, refund.amount, shownTotal(store, order, refund)),
    transactions: withArgs(pageArgs, (args) =>
      connection(
        {
          items: refund.transactions ?? madeElsewhere(store, order, refund),
          position: ({id}) => [id, id],
          view: ({id, payment, amount, shown, status}) => ({
            __typename: 'OrderTransaction',
            id: gid('OrderTransaction', id),
            kind: 'REFUND',
            status,
            gateway: payment.gateway,
            formattedGateway: payment.name,
            manualPaymentGateway: payment.manual,
            amountSet: moneyBag(store, amount, shown),
            parentTransaction: {id: gid('OrderTransaction', payment.id)},
          }),
        },
        args,
      ),
    ),
  };
}

/** A refund made in the admin: one payment of all of it. */
function madeElsewhere(store: ShopStore, order: OrderRecord, refund: RefundRecord): readonly RefundTransactionRecord[] {
  const [payment] = order.payments;
  const {id, amount} = refund;
  const made = {id, amount, shown: shownTotal(store, order, refund), status: 'SUCCESS' as const};
  return payment === undefined ? [] : [{...made, payment}];
}

/** What a refund came to in the buyer's currency. */
export function shownTotal(store: ShopStore, {presentment}: OrderRecord, {amount, transactions}: RefundRecord): number {
  if (transactions === undefined) return presentment === null ? amount : toShown(store, presentment, amount);
  return transactions.filter(({status}) => status !== 'FAILURE').reduce((sum, {shown}) => sum + shown, 0);
}

export const RefundLines = z.array(
  z.strictObject({
    lineItemId: z.string(),
    quantity: z.number().int(),
    restockType: z.enum(['CANCEL', 'NO_RESTOCK', 'RETURN']).nullish(),
  }),
);

/** What pieces of a line cost the buyer, with the tax that comes on top of prices without tax. */
export function pieceMoney({settings}: ShopStore, line: LineRecord, quantity: number) {
  const share = (amount: number) => Math.round((amount * quantity) / line.quantity);
  const subtotal = share(line.price * line.quantity - line.discount);
  return {subtotal, total: subtotal + (settings.taxesIncluded ? 0 : share(line.tax))};
}

/** What is left of the shipping: as it is stated, and with the tax that comes on top. */
function shippingLeft({settings}: ShopStore, {shippingLine}: OrderRecord) {
  if (shippingLine === null || shippingLine.price === 0) return {stated: 0, total: 0};
  const {price, refunded, tax} = shippingLine;
  const stated = Math.max(0, price - refunded);
  return {stated, total: stated + (settings.taxesIncluded ? 0 : Math.round((tax * stated) / price))};
}

/** The payments are taken one after the other (invented). */
export function suggestedRefund(store: ShopStore, order: OrderRecord): unknown {
  return withArgs(['refundLineItems', 'refundShipping', 'suggestFullRefund'], (args) => {
    const {refundLineItems, refundShipping, suggestFullRefund: isFull} = args;
    const named = parseInput('RefundLineItemInput', RefundLines, refundLineItems ?? []).map(
      ({lineItemId, quantity}) => {
        const line = order.lines.find(({id}) => id === idOf('LineItem', lineItemId));
        if (line === undefined) throw notImplemented('a suggested refund of a line of another order');
        // Shopify does not say what it suggests for more pieces than there are. An error is the harder reading; its words are invented.
        if (quantity > line.currentQuantity) {
          throw new GraphQLError('Quantity cannot refund more items than were purchased', {
            extensions: {code: 'INVALID_INPUT'},
          });
        }
        return pieceMoney(store, line, quantity);
      },
    );
    const lines = isFull === true ? order.lines.map((line) => pieceMoney(store, line, line.currentQuantity)) : named;
    const shipping = refundShipping === true || isFull === true ? shippingLeft(store, order) : {stated: 0, total: 0};
    const subtotal = lines.reduce((sum, line) => sum + line.subtotal, 0);
    const amount = lines.reduce((sum, {total}) => sum + total, 0) + shipping.total;
    let due = amount;
    const parts = refundablePayments(order).flatMap(({payment, left}) => {
      const part = Math.min(left, due);
      due -= part;
      return part > 0 ? [{payment, left, part}] : [];
    });
    return {
      __typename: 'SuggestedRefund',
      amountSet: moneyBag(store, amount),
      subtotalSet: moneyBag(store, subtotal),
      discountedSubtotalSet: moneyBag(store, subtotal),
      maximumRefundableSet: moneyBag(store, Math.max(0, order.received - givenBack(order))),
      shipping: {amountSet: moneyBag(store, shipping.stated), maximumRefundableSet: moneyBag(store, shipping.stated)},
      suggestedTransactions: parts.map(({payment, left, part}) => ({
        __typename: 'SuggestedOrderTransaction',
        kind: 'SUGGESTED_REFUND',
        gateway: payment.gateway,
        formattedGateway: payment.name,
        amountSet: moneyBag(store, part),
        maximumRefundableSet: moneyBag(store, left),
        parentTransaction: {id: gid('OrderTransaction', payment.id), manualPaymentGateway: payment.manual},
      })),
    };
  });
}
