// The server's API about what waits for a decision, as functions.
import type {Approvals, BrakeArticles, CostsApproved, FailedImages, Quarantine} from '#contract/approvals.ts';
import type {Articles, Asked} from '#contract/articles.ts';
import type {OverruledOptions, OverruledRemoved, RemoveOverruledInput} from '#contract/defined-options.ts';
import {ask} from '../../shared/api/api.ts';

const page = (path: string, cursor: string | null): string =>
  cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;

export const decisionsApi = {
  approvals: (cursor: string | null, signal: AbortSignal) =>
    ask<Approvals>('GET', page('/api/approvals', cursor), {signal}),
  brakeArticles: (id: string, cursor: string | null, signal: AbortSignal) =>
    ask<BrakeArticles>('GET', page(`/api/brakes/${encodeURIComponent(id)}/articles`, cursor), {signal}),
  approveCosts: (costs: readonly {readonly articleId: string; readonly cost: number}[]) =>
    ask<CostsApproved>('POST', '/api/approvals/costs', {body: {costs}}),
  held: (code: string, cursor: string | null, signal: AbortSignal) =>
    ask<Articles>('GET', page(`/api/articles?state=held&held=${encodeURIComponent(code)}`, cursor), {signal}),
  quarantine: (cursor: string | null, signal: AbortSignal) =>
    ask<Quarantine>('GET', page('/api/quarantine', cursor), {signal}),
  retryArticles: (articleIds: readonly string[]) => ask<Asked>('POST', '/api/quarantine/retry', {body: {articleIds}}),
  overruled: (cursor: string | null, signal: AbortSignal) =>
    ask<OverruledOptions>('GET', page('/api/options/overruled', cursor), {signal}),
  removeOverruled: (articles: RemoveOverruledInput['articles']) =>
    ask<OverruledRemoved>('POST', '/api/options/overruled/remove', {body: {articles}}),
  failedImages: (signal: AbortSignal) => ask<FailedImages>('GET', '/api/images/failed', {signal}),
};
