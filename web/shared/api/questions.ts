// The pages' queries to the server. Pages with the same query share the answer.

import type {ProductArticle} from '#contract/article.ts';
import type {Articles} from '#contract/articles.ts';
import type {Delivery, DropshipOrder, DropshipOrderDetail, DropshipOrders, Entered} from '#contract/dropship-orders.ts';
import type {Sales, Shipping} from '#contract/order-money.ts';
import type {StandingAnswers} from '#contract/order-settings.ts';
import type {Overview} from '#contract/overview.ts';
import type {Run} from '#contract/runs.ts';
import type {Choices, StoredPricing, StoredSettingsForm} from '#contract/settings.ts';
import {minute} from '#domain/durations.ts';
import {isUnderWay} from '../../text/words.ts';
import {api, type OrdersAsked} from './api.ts';
import {pollMs} from './polling.ts';
import {pricingApi} from './pricing-api.ts';
import type {Question} from './remote.ts';

type LastRun = Overview['lastRun'];

/** When the run began; null: it is not going on. */
export const runningSince = (run: Pick<Run, 'state' | 'startedAt'> | null): string | null =>
  run !== null && isUnderWay(run) ? run.startedAt : null;

export const overviewQuestion: Question<Overview> = {
  key: ['overview'],
  load: api.overview,
  waitMs: (known) => pollMs(runningSince(known?.lastRun ?? null), new Date()),
};

/** Adding up thirty days is more work than the other figures of Home, and they change slowly. */
export const salesQuestion: Question<Sales> = {key: ['sales'], load: api.sales, waitMs: () => 5 * minute};

export const settingsQuestion: Question<StoredSettingsForm> = {
  key: ['settings'],
  load: api.settings,
  waitMs: () => null,
};

export const pricingQuestion: Question<StoredPricing> = {key: ['pricing'], load: pricingApi.load, waitMs: () => null};

/** What the supplier and the store charge for shipping; Shopify is asked each time. */
export const shippingQuestion: Question<Shipping> = {key: ['shipping'], load: pricingApi.shipping, waitMs: () => null};

/** @param search empty: nothing is looked for. */
export const articleSearchQuestion = (search: string): Question<Articles> => ({
  key: ['article-search', search],
  load: (signal) => pricingApi.searchArticles(search, signal),
  waitMs: () => null,
  isOff: search === '',
});

export const standingAnswersQuestion: Question<StandingAnswers> = {
  key: ['standing-answers'],
  load: api.standingAnswers,
  waitMs: () => null,
};

/** Data that a run changes is loaded again when a run begins and when it ends. */
export const ofRun = (name: string, run: LastRun) => [name, run?.id, run?.state];

/**
 * A run saves the catalogue page by page, so this query asks again while a run reads it, and while a run goes on and nothing is found.
 * When the reading ends, another key loads the names of the last page.
 */
export function choicesQuestion(run: LastRun): Question<Choices> {
  const isRead = isUnderWay(run) && readsCatalogue(run);
  return {
    key: [...ofRun('choices', run), isRead],
    load: api.choices,
    waitMs: (found) =>
      isRead || (isUnderWay(run) && (found === undefined || found.brands.length + found.categories.length === 0))
        ? Math.max(3_000, pollMs(runningSince(run), new Date()))
        : null,
    keepsPrevious: true,
  };
}

/** A queued run may wait for one that reads. */
const readsCatalogue = (run: LastRun): boolean => run?.state === 'queued' || run?.step === 'catalogue';

export const ordersQuestion = (asked: OrdersAsked): Question<DropshipOrders> => ({
  key: ['dropship-orders', asked.view.value, asked.search, asked.store, asked.cursor],
  load: (signal) => api.dropshipOrders(asked, signal),
  waitMs: (page) => untilMoved(page?.orders ?? []),
  keepsPrevious: true,
});

export const orderQuestion = (id: string): Question<DropshipOrderDetail> => ({
  key: ['dropship-order', id],
  load: (signal) => api.dropshipOrder(id, signal),
  // The merchant's answer about a property frees the order within seconds.
  waitMs: (order) => (order?.reasonCode === 'property_unread' ? 5_000 : untilMoved(order === undefined ? [] : [order])),
});

export const enteredQuestion = (orderId: string): Question<Entered> => ({
  key: ['entered', orderId],
  load: (signal) => api.entered(orderId, signal),
  waitMs: () => null,
});

export const productArticleQuestion = (gid: string): Question<ProductArticle> => ({
  key: ['product-article', gid],
  load: (signal) => api.productArticle(gid, signal),
  waitMs: () => null,
});

/** The history of the order records who read the address. */
export const deliveryQuestion = (orderId: string): Question<Delivery> => ({
  key: ['delivery', orderId],
  load: (signal) => api.delivery(orderId, signal),
  waitMs: () => null,
  isReadOnce: true,
});

/** The younger the newest order that waits or is being sent, the sooner the orders are loaded again. */
function untilMoved(orders: readonly DropshipOrder[]): number {
  const moving = orders.filter(({state}) => state === 'waiting' || state === 'placing');
  return Math.max(3_000, pollMs(newestOf(moving.map(({since}) => since)), new Date()));
}

const newestOf = (times: readonly string[]): string | null =>
  times.reduce<string | null>((newest, time) => (newest === null || time > newest ? time : newest), null);
