// The list of articles and what is done to several of them: the API as functions, and the list as a question.
import type {Articles, Asked, ManualChoices} from '#contract/articles.ts';
import {type ShownArticles, toArticlesQuery} from '../list/shown-articles.ts';
import {ask} from './api.ts';
import {idleMs} from './polling.ts';
import type {Question} from './remote.ts';

/** Null: the rules decide again. */
export type ManualChoice = 'picked' | 'left_out' | null;

export const productsApi = {
  choose: (articleIds: readonly string[], hand: ManualChoice) =>
    ask<ManualChoices>('PUT', '/api/articles/hand', {body: {articleIds, hand}}),
  /** The merchant has typed the word. */
  deleteProducts: (articleIds: readonly string[]) =>
    ask<Asked>('POST', '/api/articles/delete', {body: {articleIds, confirm: 'delete'}}),
};

const runningMs = 3_000;

/** @param isRunning whether a run is going on: it changes states and prices. */
export const articlesQuestion = (
  shown: ShownArticles,
  cursor: string | null,
  isRunning: boolean,
): Question<Articles> => {
  const query = toArticlesQuery(shown);
  if (cursor !== null) query.set('cursor', cursor);
  const path = `/api/articles?${query.toString()}`;
  return {
    key: ['articles', path],
    load: (signal) => ask<Articles>('GET', path, {signal}),
    waitMs: () => (isRunning ? runningMs : idleMs),
    keepsPrevious: true,
  };
};
