// The API of the page of one article as functions, and what the page shows as questions.
import type {ArticleDetail} from '#contract/article.ts';
import type {Asked} from '#contract/articles.ts';
import type {ArticleMargins} from '#contract/order-money.ts';
import {ask} from '../../shared/api/api.ts';
import {idleMs} from '../../shared/api/polling.ts';
import type {ManualChoice} from '../../shared/api/products-api.ts';
import type {Question} from '../../shared/api/remote.ts';

const pathOf = (id: string): string => `/api/articles/${encodeURIComponent(id)}`;

export const articleApi = {
  /** Has the server ask the supplier for price, colours and sizes that no run has read. */
  read: (id: string) => ask<ArticleDetail>('POST', `${pathOf(id)}/read`),
  choose: (id: string, hand: ManualChoice) => ask<ArticleDetail>('PUT', `${pathOf(id)}/hand`, {body: {hand}}),
  setOwner: (id: string, field: string, owner: 'sync' | 'merchant') =>
    ask<Asked>('PUT', `${pathOf(id)}/fields/${encodeURIComponent(field)}`, {body: {owner}}),
  setOffSale: (id: string, gid: string, offSale: boolean) =>
    ask<ArticleDetail>('PUT', `${pathOf(id)}/variants`, {body: {gid, offSale}}),
  retry: (id: string) => ask<Asked>('POST', `${pathOf(id)}/retry`),
  retryImages: (id: string) => ask<Asked>('POST', `${pathOf(id)}/images/retry`),
};

const runningMs = 3_000;

/** @param isRunning whether a run is going on: it may change the article's product. */
export const articleQuestion = (id: string, isRunning: boolean): Question<ArticleDetail> => ({
  key: ['article', id],
  load: (signal) => ask<ArticleDetail>('GET', pathOf(id), {signal}),
  waitMs: () => (isRunning ? runningMs : idleMs),
});

/** If the article has a product, the server asks Shopify for its prices each time. */
export const marginsQuestion = (id: string): Question<ArticleMargins> => ({
  key: ['article-margins', id],
  load: (signal) => ask<ArticleMargins>('GET', `${pathOf(id)}/margins`, {signal}),
  waitMs: () => null,
});
