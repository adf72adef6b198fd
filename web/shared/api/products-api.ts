// The requests of the list of articles: actions on several articles as functions, and the list as a query.
import type {
  Articles,
  Asked,
  GivenBack,
  ManualChoices,
  Published,
  SeveralGivenBack,
  SeveralOffSale,
} from '#contract/articles.ts';
import {type ArticleListFilter, toArticlesQuery} from '../list/shown-articles.ts';
import {callApi, downloadFile} from './api.ts';
import {idleMs} from './polling.ts';
import type {RemoteQuery} from './remote.ts';

/** The merchant's choice for an article by hand; null: the rules decide again. */
export type ManualChoice = 'picked' | 'left_out' | null;

export const productsApi = {
  choose: (articleIds: readonly string[], hand: ManualChoice) =>
    callApi<ManualChoices>('PUT', '/api/articles/hand', {body: {articleIds, hand}}),
  takeOffSale: (articleIds: readonly string[]) =>
    callApi<SeveralOffSale>('POST', '/api/articles/off-sale', {body: {articleIds}}),
  /** Gives back every field that the merchant edited on these products. */
  giveBack: (articleIds: readonly string[]) =>
    callApi<SeveralGivenBack>('POST', '/api/articles/give-back', {body: {articleIds}}),
  /** Publishes those of these products that Piecewise made drafts at first or by an undo. */
  publish: (articleIds: readonly string[] | 'all') =>
    callApi<Published>('POST', '/api/articles/publish', {body: {articleIds}}),
  /** Deletes the products of these articles; call it only after the merchant has typed the word to confirm. */
  deleteProducts: (articleIds: readonly string[]) =>
    callApi<Asked>('POST', '/api/articles/delete', {body: {articleIds, confirm: 'delete'}}),
  /** Gives back what undos set back, of the next products; to be repeated until `isAll`. */
  giveBackSetBack: () => callApi<GivenBack>('POST', '/api/articles/set-back/give-back'),
};

/** All articles of the list as it is filtered and sorted, as CSV. */
export const articlesFile = (shown: ArticleListFilter): Promise<Blob> =>
  downloadFile(`/api/articles.csv?${toArticlesQuery(shown).toString()}`);

/** Milliseconds between two loads of the article list while a run goes on. */
const pollMsDuringRun = 3_000;

/** A page of the article list. It is loaded more often while a run goes on, because the run changes states and prices. */
export const articlesQuery = (
  shown: ArticleListFilter,
  cursor: string | null,
  isRunning: boolean,
): RemoteQuery<Articles> => {
  const query = toArticlesQuery(shown);
  if (cursor !== null) query.set('cursor', cursor);
  const path = `/api/articles?${query.toString()}`;
  return {
    key: ['articles', path],
    load: (signal) => callApi<Articles>('GET', path, {signal}),
    waitMs: () => (isRunning ? pollMsDuringRun : idleMs),
    keepsPrevious: true,
  };
};
