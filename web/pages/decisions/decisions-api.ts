// The server's API about what waits for a decision, as functions.
import type {Approvals, BrakeArticles, CostsApproved, FailedImages, Quarantine} from '#contract/approvals.ts';
import type {Articles, Asked} from '#contract/articles.ts';
import type {OverruledOptions, OverruledRemoved, RemoveOverruledInput} from '#contract/defined-options.ts';
import {callApi} from '../../shared/api/api.ts';

/** The path of one page of a list. @param cursor null: the first page. */
const withCursor = (path: string, cursor: string | null): string =>
  cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;

export const decisionsApi = {
  approvals: (cursor: string | null, signal: AbortSignal) =>
    callApi<Approvals>('GET', withCursor('/api/approvals', cursor), {signal}),
  brakeArticles: (id: string, cursor: string | null, signal: AbortSignal) =>
    callApi<BrakeArticles>('GET', withCursor(`/api/brakes/${encodeURIComponent(id)}/articles`, cursor), {signal}),
  approveCosts: (costs: readonly {readonly articleId: string; readonly cost: number}[]) =>
    callApi<CostsApproved>('POST', '/api/approvals/costs', {body: {costs}}),
  held: (code: string, cursor: string | null, signal: AbortSignal) =>
    callApi<Articles>('GET', withCursor(`/api/articles?state=held&held=${encodeURIComponent(code)}`, cursor), {signal}),
  quarantine: (cursor: string | null, signal: AbortSignal) =>
    callApi<Quarantine>('GET', withCursor('/api/quarantine', cursor), {signal}),
  retryArticles: (articleIds: readonly string[]) =>
    callApi<Asked>('POST', '/api/quarantine/retry', {body: {articleIds}}),
  overruled: (cursor: string | null, signal: AbortSignal) =>
    callApi<OverruledOptions>('GET', withCursor('/api/options/overruled', cursor), {signal}),
  removeOverruled: (articles: RemoveOverruledInput['articles']) =>
    callApi<OverruledRemoved>('POST', '/api/options/overruled/remove', {body: {articles}}),
  failedImages: (signal: AbortSignal) => callApi<FailedImages>('GET', '/api/images/failed', {signal}),
};
