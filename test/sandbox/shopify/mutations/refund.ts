// refundCreate. Each request needs the directive @idempotent (schema description of the mutation): the same key with the same variables has
// the same result, with others it is refused (in the words of the schema's error codes), and keys are forgotten after a day (invented).

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {changeRemaining} from '../store/fulfilment.ts';
import {gid, idOf} from '../store/gid.ts';
import {parseAmount} from '../store/money.ts';
import type {RefundTransactionRecord} from '../store/payment-records.ts';
import {fromShown, givenBack, presentedStore, refundablePayments, toShown} from '../store/payments.ts';
import type {OrderRecord, RefundRecord} from '../store/records.ts';
import {type ShopStore, touchOrder} from '../store/shop-store.ts';
import {orderView} from '../views/order.ts';
import {pieceMoney, RefundLines, refundView} from '../views/refund.ts';
import {asUserErrors, refuse, type UserError} from './user-error.ts';

const RefundInput = z.strictObject({
  orderId: z.string(),
  currency: z.string().nullish(),
  note: z.string().nullish(),
  notify: z.boolean().nullish(),
  refundLineItems: RefundLines.nullish(),
  shipping: z.strictObject({amount: z.union([z.string(), z.number()])}).nullish(),
  transactions: z
    .array(
      z.strictObject({
        orderId: z.string(),
        kind: z.literal('REFUND'),
        gateway: z.string(),
        parentId: z.string().nullish(),
        amount: z.union([z.string(), z.number()]),
      }),
    )
    .nullish(),
});
type RefundInput = z.output<typeof RefundInput>;

const keysLastMs = 86_400_000;

/** The user of an online token, or null for an offline one, which passes over what users may do. */
export type RefundCaller = {readonly userId: string | null; readonly key: string | null};

export function refundCreate(store: ShopStore, args: Readonly<Record<string, unknown>>, caller: RefundCaller): View {
  if (caller.key === null || caller.key.trim() === '') {
    // The words are invented; that it is an error at the root is documented.
    throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
      extensions: {code: 'BAD_REQUEST'},
    });
  }
  if (caller.userId !== null && store.mayNotRefund.has(caller.userId)) {
    const text = '`write_orders` access scope. Also: The user must have refund_orders permission.';
    throw new GraphQLError(`Access denied for refundCreate field. Required access: ${text}`, {
      extensions: {code: 'ACCESS_DENIED', requiredAccess: text},
    });
  }
  const {key} = caller;
  const input = parseInput('RefundInput', RefundInput, args['input']);
  const print = JSON.stringify(args['input']);
  const known = store.idempotent.get(caller.key);
  if (known !== undefined && store.now() - known.at < keysLastMs) return repeated(store, known, print);
  const order = store.orders.get(idOf('Order', input.orderId) ?? -1);
  const done = asUserErrors<{refund: RefundRecord} | {userErrors: readonly UserError[]}>(
    () => {
      if (order === undefined) throw refuse(null, ['orderId'], 'Order does not exist');
      return {refund: refund(store, order, {...input, key})};
    },
    (userErrors) => ({userErrors}),
  );
  const made = 'refund' in done ? done.refund : null;
  store.idempotent.set(caller.key, {print, at: store.now(), orderId: order?.id ?? -1, refundId: made?.id ?? null});
  return payload(store, order, made, 'refund' in done ? [] : done.userErrors);
}

function repeated(
  store: ShopStore,
  known: ShopStore['idempotent'] extends Map<string, infer V> ? V : never,
  print: string,
) {
  const order = store.orders.get(known.orderId);
  const said = (message: string) => payload(store, order, null, [{field: null, message}]);
  if (known.print !== print) {
    return said('The same idempotency key cannot be used with different operation parameters.');
  }
  const made = order?.refunds.find(({id}) => id === known.refundId);
  if (made === undefined) {
    return said('A previous request with this idempotency key failed. Retry with a new idempotency key.');
  }
  return payload(store, order, made, []);
}

function payload(
  store: ShopStore,
  order: OrderRecord | undefined,
  made: RefundRecord | null,
  userErrors: readonly UserError[],
): View {
  const view = made === null || order === undefined ? null : refundView(presentedStore(store, order), order, made);
  return {refund: view, order: order === undefined ? null : orderView(store, order), userErrors};
}

/** Does all of it or, by a refusal, nothing. */
function refund(store: ShopStore, order: OrderRecord, input: RefundInput & {key: string}): RefundRecord {
  const currency = order.presentment?.currency ?? store.settings.currency;
  if ((input.currency ?? store.settings.currency) !== currency) {
    throw refuse(null, ['currency'], 'Currency must be the presentment currency of the order');
  }
  const lines = (input.refundLineItems ?? []).map(({lineItemId, quantity}, at) => {
    const line = order.lines.find(({id}) => id === idOf('LineItem', lineItemId));
    if (line === undefined)
      throw refuse(null, ['refundLineItems', String(at), 'lineItemId'], 'Line item does not exist');
    if (quantity > line.currentQuantity || quantity < 1) {
      const message = 'Quantity cannot refund more items than were purchased';
      throw refuse(null, ['refundLineItems', String(at), 'quantity'], message);
    }
    return {line, quantity};
  });
  const inShop = (shown: number) => (order.presentment === null ? shown : fromShown(store, order.presentment, shown));
  const shipping = inShop(parseAmount(input.shipping?.amount ?? 0, currency) ?? 0);
  const transactions = toTransactions(store, order, input, currency);
  for (const {line, quantity} of lines) {
    line.currentQuantity -= quantity;
    changeRemaining(store, order, line.id, -quantity);
  }
  if (order.shippingLine !== null) order.shippingLine.refunded += shipping;
  const made: RefundRecord = {
    id: store.newId(),
    createdAt: store.now(),
    note: input.note ?? null,
    amount: sumOf(transactions.filter(({status}) => status !== 'FAILURE')),
    suggested: shipping + lines.reduce((sum, {line, quantity}) => sum + pieceMoney(store, line, quantity).total, 0),
    transactions,
    notified: input.notify === true,
    key: input.key,
  };
  order.refunds.push(made);
  const isAll = order.received - givenBack(order) <= 0;
  if (made.amount > 0) order.financialStatus = isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  touchOrder(store, order, [{kind: 'refunds/create', order, refund: made}]);
  return made;
}

const sumOf = (parts: readonly {readonly amount: number}[]): number => parts.reduce((sum, {amount}) => sum + amount, 0);

/** Never more than was paid, of the order and of each payment: `allowOverRefunding` is not modelled. */
function toTransactions(
  store: ShopStore,
  order: OrderRecord,
  {transactions}: RefundInput,
  currency: string,
): RefundTransactionRecord[] {
  const shownOf = (minor: number) => (order.presentment === null ? minor : toShown(store, order.presentment, minor));
  const payments = refundablePayments(order);
  const asked = (transactions ?? []).map(({amount}) => parseAmount(amount, currency) ?? 0);
  const total = asked.reduce((sum, amount) => sum + amount, 0);
  const net = shownOf(order.received - givenBack(order));
  if (total > net) {
    const message = `Refund amount ${inWords(total, currency)} is greater than net payment received ${inWords(net, currency)}`;
    throw refuse(null, null, message);
  }
  return (transactions ?? []).map(({gateway, parentId}, at) => {
    const found = payments.find(({payment}) => gid('OrderTransaction', payment.id) === parentId);
    const shown = asked[at] ?? 0;
    // Invented words for both.
    if (found === undefined || found.payment.gateway !== gateway) {
      throw refuse(null, ['transactions', String(at), 'parentId'], 'Parent transaction does not exist');
    }
    if (shown > shownOf(found.left)) {
      throw refuse(
        null,
        ['transactions', String(at), 'amount'],
        'Amount is greater than what was paid with this payment',
      );
    }
    const {payment, left} = found;
    const exact = order.presentment === null ? shown : fromShown(store, order.presentment, shown);
    return {id: store.newId(), payment, amount: Math.min(left, exact), shown, status: payment.refunds};
  });
}

const inWords = (minor: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', {style: 'currency', currency, currencyDisplay: 'narrowSymbol'});
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};
