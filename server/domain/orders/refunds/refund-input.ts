// Shopify's input of a refund: https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/RefundInput
// It never allows to refund more than was paid, and puts nothing back into stock.
import type {LineItemGid, OrderGid} from '#domain/ids.ts';
import {toDecimal} from '#domain/money.ts';
import type {RefundPlan, SuggestedRefund} from '#domain/orders/refunds/plan-refund.ts';

export type RefundInput = {
  readonly orderId: OrderGid;
  /** Only where the buyer paid in another currency than the store's: all amounts are in it. */
  readonly currency?: string;
  readonly note: string;
  readonly notify: boolean;
  readonly refundLineItems: readonly {
    readonly lineItemId: LineItemGid;
    readonly quantity: number;
    readonly restockType: 'NO_RESTOCK';
  }[];
  readonly shipping?: {readonly amount: string};
  readonly transactions: readonly {
    readonly orderId: OrderGid;
    readonly kind: 'REFUND';
    readonly gateway: string;
    readonly parentId?: string;
    readonly amount: string;
  }[];
};

type RefundFacts = {
  readonly order: OrderGid;
  readonly line: LineItemGid;
  readonly storeCurrency: string;
  readonly note: string;
  readonly notify: boolean;
};

/** The input for a plan, with every payment it takes from. */
export function toRefundInput(
  {order, line, storeCurrency, note, notify}: RefundFacts,
  {currency, pieces}: Pick<SuggestedRefund, 'currency' | 'pieces'>,
  {parts, shippingInput}: RefundPlan,
): RefundInput {
  const write = (minor: number) => toDecimal({minor, currency});
  return {
    orderId: order,
    ...(currency === storeCurrency ? {} : {currency}),
    note,
    notify,
    refundLineItems: [{lineItemId: line, quantity: pieces, restockType: 'NO_RESTOCK'}],
    ...(shippingInput > 0 ? {shipping: {amount: write(shippingInput)}} : {}),
    transactions: parts.map(({parent, gateway, amount}) => ({
      orderId: order,
      kind: 'REFUND',
      gateway,
      ...(parent === null ? {} : {parentId: parent}),
      amount: write(amount),
    })),
  };
}
