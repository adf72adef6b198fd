// Refunds to the buyer: what Shopify suggests, and what an order's refunds are.

import {z} from 'zod';
import {CurrencyCode, type LineItemGid, type OrderGid, type ShopDomain} from '#domain/ids.ts';
import type {RefundsReading} from '#domain/orders/refunds/judge-refund.ts';
import type {SuggestedRefund} from '#domain/orders/refunds/plan-refund.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';
import {
  moneySelection,
  PresentmentMoney,
  Refund,
  refundPoints,
  refundSelection,
  toShownRefund,
} from './refund-answers.ts';

const RefundsAnswer = z.object({
  order: z
    .object({
      currencyCode: CurrencyCode,
      canNotifyCustomer: z.boolean(),
      totalRefundedSet: PresentmentMoney,
      refunds: z.array(Refund),
    })
    .nullable(),
  line: z.object({refundableQuantity: z.number().int()}).nullable(),
});
const Amount = z.object({amountSet: PresentmentMoney});
const Suggestion = Amount.extend({
  maximumRefundableSet: PresentmentMoney,
  shipping: z.object({amountSet: PresentmentMoney}),
  suggestedTransactions: z.array(
    z.object({
      gateway: z.string().nullable(),
      formattedGateway: z.string().nullable(),
      amountSet: PresentmentMoney,
      parentTransaction: z.object({id: z.string(), manualPaymentGateway: z.boolean()}).nullable(),
    }),
  ),
});
const SuggestionAnswer = z.object({
  order: z
    .object({
      presentmentCurrencyCode: CurrencyCode,
      line: Amount.nullable(),
      whole: Suggestion.nullable(),
      full: Amount.nullable(),
    })
    .nullable(),
});
/** Refunds that are read of an order. */
const mostRefunds = 20;

type OrderAndLine = {readonly id: OrderGid; readonly line: LineItemGid};

/** Reads an order's refunds with their payments, and how many pieces of a line can be refunded. */
export const orderRefunds: Operation<OrderAndLine, typeof RefundsAnswer> = {
  document: `query OrderRefunds($id: ID!, $line: ID!) {
    order(id: $id) {
      currencyCode canNotifyCustomer
      totalRefundedSet ${moneySelection}
      refunds(first: ${mostRefunds}) {
        ${refundSelection}
      }
    }
    line: node(id: $line) { ... on LineItem { refundableQuantity } }
  }`,
  cost: 6 + mostRefunds * refundPoints,
  answer: RefundsAnswer,
  isWrite: false,
};

type SuggestionVariables = {
  readonly id: OrderGid;
  readonly lines: readonly {lineItemId: LineItemGid; quantity: number; restockType: 'NO_RESTOCK'}[];
};

/**
 * What Shopify suggests for pieces of a line, without and with all shipping: the difference is the shipping with its tax. And for all that is
 * left of the order, so that the line's share of the shipping is measured by amounts of one kind, after discounts and with tax.
 */
export const refundSuggestion: Operation<SuggestionVariables, typeof SuggestionAnswer> = {
  document: `query RefundSuggestion($id: ID!, $lines: [RefundLineItemInput!]!) {
    order(id: $id) {
      presentmentCurrencyCode
      line: suggestedRefund(refundLineItems: $lines) { amountSet ${moneySelection} }
      whole: suggestedRefund(refundLineItems: $lines, refundShipping: true) {
        amountSet ${moneySelection}
        maximumRefundableSet ${moneySelection}
        shipping { amountSet ${moneySelection} }
        suggestedTransactions {
          gateway formattedGateway amountSet ${moneySelection} parentTransaction { id manualPaymentGateway }
        }
      }
      full: suggestedRefund(suggestFullRefund: true) { amountSet ${moneySelection} }
    }
  }`,
  cost: 64,
  answer: SuggestionAnswer,
  isWrite: false,
};

/** The refunds of an order, and what else of it a new refund needs. */
export type OrderRefunds = RefundsReading & {
  readonly storeCurrency: string;
  readonly canNotify: boolean;
  /** Pieces of the line that can be refunded. */
  readonly refundable: number;
};

/** Null: Shopify does not show the order to the app (any more). */
export async function fetchOrderRefunds(
  admin: Admin,
  shop: ShopDomain,
  id: OrderGid,
  line: LineItemGid,
): Promise<OrderRefunds | null> {
  const {order, line: found} = await admin.call(shop, orderRefunds, {id, line});
  if (order === null) return null;
  return {
    refunds: order.refunds.map(toShownRefund),
    total: order.totalRefundedSet,
    isWhole: order.refunds.length < mostRefunds,
    storeCurrency: order.currencyCode,
    canNotify: order.canNotifyCustomer,
    refundable: found?.refundableQuantity ?? 0,
  };
}

/** What Shopify suggests for the pieces; `nothing`: no refund. Null: Shopify does not show the order to the app (any more). */
export async function fetchSuggestedRefund(
  admin: Admin,
  shop: ShopDomain,
  {id, line}: OrderAndLine,
  pieces: number,
): Promise<SuggestedRefund | 'nothing' | null> {
  const lines = [{lineItemId: line, quantity: pieces, restockType: 'NO_RESTOCK' as const}];
  const {order} = await admin.call(shop, refundSuggestion, {id, lines});
  if (order === null) return null;
  const {line: goods, whole, full} = order;
  if (goods === null || whole === null || full === null) return 'nothing';
  const shipping = Math.max(0, whole.amountSet - goods.amountSet);
  return {
    currency: order.presentmentCurrencyCode,
    pieces,
    line: goods.amountSet,
    shipping,
    shippingInput: whole.shipping.amountSet,
    allGoods: full.amountSet - shipping,
    maximum: whole.maximumRefundableSet,
    ways: whole.suggestedTransactions.flatMap(({gateway, formattedGateway, amountSet, parentTransaction}) =>
      gateway === null
        ? []
        : [
            {
              parent: parentTransaction?.id ?? null,
              gateway,
              name: formattedGateway ?? gateway,
              byHand: parentTransaction?.manualPaymentGateway === true,
              amount: amountSet,
            },
          ],
    ),
  };
}
