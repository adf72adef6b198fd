// Plans one line of an order that is usual in everything a test does not name.
import {noOverrides} from '#domain/orders/merchant-overrides.ts';
import {noTimes} from '#domain/orders/order-times.ts';
import {type ChosenArticle, type OrderRules, planLine} from '#domain/orders/plan-dropship.ts';
import type {StoreFulfilmentOrder, StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import {aLine, anOrder, blueShirt, lineGid, now, orderRules} from '../builders.ts';

export type Case = {
  order?: Partial<StoreOrder>;
  line?: Partial<StoreOrderLine>;
  rules?: Partial<OrderRules>;
  article?: ChosenArticle | null;
  installedAt?: Date | null;
  seenAt?: Date | null;
};

export const decide = (
  {order, line, rules, article = blueShirt, installedAt = null, seenAt = null}: Case,
  word = noOverrides,
) =>
  planLine(anOrder(order), aLine(line), article, {...orderRules, ...rules}, now, word, {
    ...noTimes,
    installedAt,
    seenAt,
  });

/** The usual line's one piece, at the merchant's own location. */
export const aFulfilmentOrder = (
  status: string,
  remaining = 1,
  deliveryMethod: string | null = 'SHIPPING',
): StoreFulfilmentOrder => ({
  gid: 'gid://shopify/FulfillmentOrder/3',
  status,
  requestStatus: 'UNSUBMITTED',
  deliveryMethod,
  location: {name: 'Warehouse'},
  lines: [{gid: 'gid://shopify/FulfillmentOrderLineItem/4', lineGid, remaining}],
});
