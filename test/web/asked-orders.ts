// Which orders a page of the list is asked for, as the API would choose among those that a test sets.
import type {Request} from 'express';
import type {DropshipOrder, ToPay} from '#contract/dropship-orders.ts';
import {statesNeedingMerchant} from '#domain/orders/attention/needs-merchant.ts';

export function isAskedFor(
  {state, since, flags, doNotPay, articleName, orderGid}: DropshipOrder,
  query: Request['query'],
): boolean {
  const states = [query.state ?? []].flat();
  return (
    (states.length === 0 || states.includes(state)) &&
    (query.toPay !== 'true' || (state === 'awaiting_payment' && !doNotPay)) &&
    (query.recentlyShipped !== 'true' ||
      (state === 'shipped' && Date.parse(since) > Date.now() - 30 * 24 * 3_600_000)) &&
    (query.needsYou !== 'true' || isNeedy({state, flags})) &&
    (query.flagged !== 'true' || flags.some(({seenAt}) => seenAt === null)) &&
    (typeof query.search !== 'string' || articleName.includes(query.search)) &&
    (query.store === undefined || orderGid === query.store)
  );
}

/** The orders in the sort order that the page asks for; those alike, and the newest first, as a test gives them. */
export function inAskedOrder(orders: readonly DropshipOrder[], {sort}: Request['query']): readonly DropshipOrder[] {
  if (typeof sort !== 'string') return orders;
  if (sort === 'oldest') return orders.toSorted((a, b) => Date.parse(a.orderedAt) - Date.parse(b.orderedAt));
  const key = ({price, quantity, fee, storeOrder}: DropshipOrder): number =>
    sort.startsWith('amount') ? (price ?? 0) * quantity + (fee ?? 0) : (storeOrder?.margin ?? 0);
  if (sort === 'amount_low' || sort === 'margin_low') return orders.toSorted((a, b) => key(a) - key(b));
  return sort === 'amount_high' || sort === 'margin_high' ? orders.toSorted((a, b) => key(b) - key(a)) : orders;
}

export const isNeedy = ({state, flags}: Pick<DropshipOrder, 'state' | 'flags'>): boolean =>
  statesNeedingMerchant.some((needy) => needy === state) || flags.some(({seenAt}) => seenAt === null);

/** What is to be paid of the orders, as the API would sum it. */
export function sumToPay(orders: readonly DropshipOrder[]): ToPay {
  const unpaid = orders.filter(({state, doNotPay}) => state === 'awaiting_payment' && !doNotPay);
  const costs = unpaid.map(({price, quantity, fee}) =>
    price === null || fee === null ? null : price * quantity + fee,
  );
  return {
    count: unpaid.length,
    cents: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    unpriced: costs.filter((cost) => cost === null).length,
    oldestPlacedAt: unpaid.map(({placedAt, orderedAt}) => placedAt ?? orderedAt).toSorted()[0] ?? null,
  };
}
