// The pages' queries to the server. Pages with the same query share the answer.

import type {ProductArticle} from '#contract/article.ts';
import type {Articles} from '#contract/articles.ts';
import type {Delivery} from '#contract/buyers/delivery.ts';
import type {DropshipOrder, DropshipOrderDetail, DropshipOrders, Entered} from '#contract/dropship-orders.ts';
import type {Sales, Shipping} from '#contract/order-money.ts';
import type {Overview} from '#contract/overview.ts';
import type {Run} from '#contract/runs.ts';
import type {Choices, General, Pricing, Saved} from '#contract/settings.ts';
import {minute} from '#domain/durations.ts';
import {api} from './api.ts';
import type {OrdersRequest} from './orders-query.ts';
import {isUnderWay, pollMs} from './polling.ts';
import {pricingApi} from './pricing-api.ts';
import type {RemoteQuery} from './remote.ts';

type LastRun = Overview['lastRun'];

/** When a run that is under way began; null: there is no run, or it has ended. */
export const runningSince = (run: Pick<Run, 'state' | 'startedAt'> | null): string | null =>
  run !== null && isUnderWay(run) ? run.startedAt : null;

/** The summary of the shop; loaded the more often, the younger the last run is that is under way. */
export const overviewQuery: RemoteQuery<Overview> = {
  key: ['overview'],
  load: api.overview,
  waitMs: (known) => pollMs(runningSince(known?.lastRun ?? null), new Date()),
};

/** Loaded every five minutes only, because adding up thirty days is more work than the other figures of Home, and they change slowly. */
export const salesQuery: RemoteQuery<Sales> = {key: ['sales'], load: api.sales, waitMs: () => 5 * minute};

export const settingsQuery: RemoteQuery<Saved<General>> = {
  key: ['settings'],
  load: api.settings,
  waitMs: () => null,
};

export const pricingQuery: RemoteQuery<Saved<Pricing>> = {key: ['pricing'], load: pricingApi.load, waitMs: () => null};

/** What the supplier and the store charge for shipping. The server asks Shopify each time. */
export const shippingQuery: RemoteQuery<Shipping> = {key: ['shipping'], load: pricingApi.shipping, waitMs: () => null};

/** The articles that match a search. @param search empty: nothing is loaded. */
export const articleSearchQuery = (search: string): RemoteQuery<Articles> => ({
  key: ['article-search', search],
  load: (signal) => pricingApi.searchArticles(search, signal),
  waitMs: () => null,
  isOff: search === '',
});

/** A key with the run's id and state, so that data that a run changes is loaded again when a run begins and when it ends. */
export const runQueryKey = (name: string, run: LastRun) => [name, run?.id, run?.state];

/**
 * Brands and categories to choose from. A run saves the catalogue page by page, so this query loads again while a run reads it, and while a
 * run goes on and none are found. When the reading ends, another key loads the names of the last page.
 */
export function choicesQuery(run: LastRun): RemoteQuery<Choices> {
  const isRead = isUnderWay(run) && mayReadCatalogue(run);
  return {
    key: [...runQueryKey('choices', run), isRead],
    load: api.choices,
    waitMs: (found) =>
      isRead || (isUnderWay(run) && (found === undefined || found.brands.length + found.categories.length === 0))
        ? Math.max(3_000, pollMs(runningSince(run), new Date()))
        : null,
    keepsPrevious: true,
  };
}

/** Whether the catalogue may be being read: the run reads it, or the run is queued and may wait for another run that does. */
const mayReadCatalogue = (run: LastRun): boolean => run?.state === 'queued' || run?.step === 'catalogue';

/** A page of the order list; loaded more often while one of its orders waits or is being sent. */
export const ordersQuery = (asked: OrdersRequest): RemoteQuery<DropshipOrders> => ({
  key: ['dropship-orders', asked.view.value, asked.search, asked.store, asked.sort ?? 'newest', asked.cursor],
  load: (signal) => api.dropshipOrders(asked, signal),
  waitMs: (page) => pollMsOfOrders(page?.orders ?? []),
  keepsPrevious: true,
});

/** One dropship order in detail; polled more often while its state is likely to change soon. */
export const orderQuery = (id: string): RemoteQuery<DropshipOrderDetail> => ({
  key: ['dropship-order', id],
  load: (signal) => api.dropshipOrder(id, signal),
  // Loads soon, because the merchant's answer about a property frees the order within seconds.
  waitMs: (order) =>
    order?.reasonCode === 'property_unread' ? 5_000 : pollMsOfOrders(order === undefined ? [] : [order]),
});

/** What the buyer entered with an order. The server reads it from Shopify each time. */
export const buyerEntriesQuery = (orderId: string): RemoteQuery<Entered> => ({
  key: ['entered', orderId],
  load: (signal) => api.entered(orderId, signal),
  waitMs: () => null,
});

/** The article of a product. @param gid Shopify's id of the product. */
export const productArticleQuery = (gid: string): RemoteQuery<ProductArticle> => ({
  key: ['product-article', gid],
  load: (signal) => api.productArticle(gid, signal),
  waitMs: () => null,
});

/** The delivery address. It is read once per showing, because the order's history records who read it. */
export const deliveryQuery = (orderId: string): RemoteQuery<Delivery> => ({
  key: ['delivery', orderId],
  load: (signal) => api.delivery(orderId, signal),
  waitMs: () => null,
  isReadOnce: true,
});

/** Milliseconds until the orders are loaded again: the younger the newest order that waits or is being sent, the sooner. */
function pollMsOfOrders(orders: readonly DropshipOrder[]): number {
  const moving = orders.filter(({state}) => state === 'waiting' || state === 'placing');
  return Math.max(3_000, pollMs(newestTimeOf(moving.map(({since}) => since)), new Date()));
}

/** The latest of the times; null: there are none. All times have the form of `toISOString`. */
const newestTimeOf = (times: readonly string[]): string | null =>
  times.reduce<string | null>((newest, time) => (newest === null || time > newest ? time : newest), null);
