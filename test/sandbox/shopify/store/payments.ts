// How a buyer paid for an order, in which currency, and what of each payment can still be given back.

import {z} from 'zod';
import {minorIn, toMoney} from './money.ts';
import type {PaymentRecord, Presentment, TransactionStatus} from './payment-records.ts';
import type {OrderRecord} from './records.ts';
import {type ShopStore, touchOrder} from './shop-store.ts';

export const PlacedPayments = z
  .array(
    z.strictObject({
      gateway: z.string(),
      name: z.string().optional(),
      manual: z.boolean().optional(),
      /** Minor units of the shop's currency; the last one takes the rest where left out. */
      share: z.number().int().positive().optional(),
      refunds: z.enum(['FAILURE', 'PENDING', 'SUCCESS']).optional(),
    }),
  )
  .min(1);

export const PlacedPresentment = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  rate: z.number().positive(),
});

const usual = [{gateway: 'shopify_payments', name: 'Shopify Payments'}];

export const toPayments = (
  store: Pick<ShopStore, 'newId'>,
  given: z.output<typeof PlacedPayments> = usual,
): PaymentRecord[] =>
  given.map(({gateway, name = gateway, manual = false, share = null, refunds = 'SUCCESS'}) => ({
    id: store.newId(),
    gateway,
    name,
    manual,
    share,
    refunds,
  }));

/** What was given back of an order, in minor units of the shop's currency. A refund whose payment is under way counts. */
export const givenBack = ({refunds}: Pick<OrderRecord, 'refunds'>): number =>
  refunds.reduce((sum, {amount}) => sum + amount, 0);

/** Each payment with what can still be given back of it. What was given back outside the API comes from the first ones. */
export function refundablePayments(order: OrderRecord): {readonly payment: PaymentRecord; readonly left: number}[] {
  let rest = order.received;
  let elsewhere = order.refunds
    .filter(({transactions}) => transactions === undefined)
    .reduce((sum, {amount}) => sum + amount, 0);
  return order.payments.map((payment) => {
    const paid = Math.min(payment.share ?? rest, rest);
    rest -= paid;
    const back = order.refunds
      .flatMap(({transactions = []}) => transactions)
      .filter((one) => one.payment === payment && one.status !== 'FAILURE')
      .reduce((sum, {amount}) => sum + amount, 0);
    const taken = Math.min(elsewhere, paid - back);
    elsewhere -= taken;
    return {payment, left: paid - back - taken};
  });
}

/** Ends the payments back to the buyer that are under way. */
export function finishRefunds(store: ShopStore, order: OrderRecord, status: TransactionStatus): void {
  for (const refund of order.refunds) {
    for (const transaction of refund.transactions ?? []) {
      if (transaction.status !== 'PENDING') continue;
      transaction.status = status;
      if (status === 'FAILURE') refund.amount -= transaction.amount;
    }
  }
  touchOrder(store, order);
}

/** The store as an order of another currency sees it: every amount of a view is in both. */
export const presentedStore = (store: ShopStore, {presentment}: OrderRecord): ShopStore =>
  presentment === null ? store : Object.assign(Object.create(store), {presentment});

/** An amount of the shop's currency in the buyer's, both in minor units. */
export const toShown = (
  {settings: {currency}}: ShopStore,
  {currency: shown, rate}: Presentment,
  minor: number,
): number => minorIn(shown, Number(toMoney(minor, currency)) * rate);

/** An amount of the buyer's currency in the shop's. */
export const fromShown = (
  {settings: {currency}}: ShopStore,
  {currency: shown, rate}: Presentment,
  minor: number,
): number => minorIn(currency, Number(toMoney(minor, shown)) / rate);
