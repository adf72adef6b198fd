// The requests of the page of one article: actions as functions, and what the page shows as queries.
import type {ArticleDetail, TakenOffSale} from '#contract/article.ts';
import type {Asked} from '#contract/articles.ts';
import type {ArticleMargins} from '#contract/order-money.ts';
import {callApi} from '../../shared/api/api.ts';
import {idleMs} from '../../shared/api/polling.ts';
import type {ManualChoice} from '../../shared/api/products-api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';

const articlePath = (id: string): string => `/api/articles/${encodeURIComponent(id)}`;

export const articleApi = {
  /** Makes the server ask the supplier for price, colours and sizes that no run has read. */
  read: (id: string) => callApi<ArticleDetail>('POST', `${articlePath(id)}/read`),
  choose: (id: string, hand: ManualChoice) => callApi<ArticleDetail>('PUT', `${articlePath(id)}/hand`, {body: {hand}}),
  takeOffSale: (id: string) => callApi<TakenOffSale>('POST', `${articlePath(id)}/off-sale`),
  setOwner: (id: string, field: string, owner: 'sync' | 'merchant') =>
    callApi<Asked>('PUT', `${articlePath(id)}/fields/${encodeURIComponent(field)}`, {body: {owner}}),
  setOffSale: (id: string, gid: string, offSale: boolean) =>
    callApi<ArticleDetail>('PUT', `${articlePath(id)}/variants`, {body: {gid, offSale}}),
  retry: (id: string) => callApi<Asked>('POST', `${articlePath(id)}/retry`),
  retryImages: (id: string) => callApi<Asked>('POST', `${articlePath(id)}/images/retry`),
};

/** Milliseconds between two loads of the article while a run goes on. */
const pollMsDuringRun = 3_000;

/** One article with its product. It is loaded more often while a run goes on, because the run may change the product. */
export const articleQuery = (id: string, isRunning: boolean): RemoteQuery<ArticleDetail> => ({
  key: ['article', id],
  load: (signal) => callApi<ArticleDetail>('GET', articlePath(id), {signal}),
  waitMs: () => (isRunning ? pollMsDuringRun : idleMs),
});

/** What is left of the article's prices in each zone. If the article has a product, the server asks Shopify for its prices each time. */
export const marginsQuery = (id: string): RemoteQuery<ArticleMargins> => ({
  key: ['article-margins', id],
  load: (signal) => callApi<ArticleMargins>('GET', `${articlePath(id)}/margins`, {signal}),
  waitMs: () => null,
});
