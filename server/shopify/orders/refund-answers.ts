// How Shopify answers a refund to the buyer, with its payments.
import {z} from 'zod';
import {parseMinor} from '#domain/money.ts';
import type {ShownRefund} from '#domain/orders/refunds/judge-refund.ts';
import {connectionPoints} from '../client/cost-bucket.ts';

export const toShownRefund = ({id, note, transactions}: z.infer<typeof Refund>): ShownRefund => ({
  gid: id,
  note,
  transactions: transactions.nodes.map(({kind, status, manualPaymentGateway, amountSet}) => ({
    kind,
    status,
    amount: amountSet,
    byHand: manualPaymentGateway,
  })),
});

/** An amount in the currency that the buyer paid in, in minor units. */
export const PresentmentMoney = z
  .object({presentmentMoney: z.object({amount: z.string(), currencyCode: z.string()})})
  .transform(({presentmentMoney: {amount, currencyCode}}, context) => {
    const minor = parseMinor(amount, currencyCode);
    if (minor !== null) return minor;
    context.addIssue({code: 'custom', message: 'is no amount of money'});
    return z.NEVER;
  });
export const Refund = z.object({
  id: z.string(),
  note: z.string().nullable(),
  transactions: z.object({
    nodes: z.array(
      z.object({kind: z.string(), status: z.string(), manualPaymentGateway: z.boolean(), amountSet: PresentmentMoney}),
    ),
  }),
});

export const moneySelection = '{ presentmentMoney { amount currencyCode } }';
/** Payments back to the buyer that are read of a refund. */
const mostTransactions = 20;
export const refundSelection = `id note
        transactions(first: ${mostTransactions}) { nodes { kind status manualPaymentGateway amountSet ${moneySelection} } }`;
/** What one refund costs in a query. */
export const refundPoints = 1 + connectionPoints(mostTransactions, 3);
