// The part of the page's server that keeps the articles.
import express from 'express';
import type {ArticleDetail} from '#contract/article.ts';
import type {ArticleRow, Articles, GivenBack} from '#contract/articles.ts';
import type {ApiError} from '#contract/error.ts';
import type {ArticleMargins} from '#contract/order-money.ts';
import {type UnansweredAnswers, unansweredRoutes} from './unanswered-routes.ts';

export type ProductAnswers = UnansweredAnswers & {
  /** Of the whole catalogue, in their order. */
  articles: readonly ArticleRow[];
  /** Of the page of one article, whichever it is. */
  article: ArticleDetail | null;
  articleMargins: ArticleMargins;
  /** What the supplier answers when an article is read at once. */
  readArticle: (id: string) => ArticleDetail | ApiError;
  /** The ids of articles whose product has something as an undo set it back. */
  setBack?: readonly string[];
  /** Why articles cannot be chosen by hand, deleted or given back now. */
  refusedProducts?: string;
  /** Why the options of an article cannot be saved now. */
  refusedOptions?: ApiError;
};

/** Small, so that a few rows make more than one page. */
const pageSize = 6;
/** How many products one request gives back. */
const givenBackAtOnce = 3;

export function productRoutes(
  answers: ProductAnswers & {decidedRun: unknown},
  clicked: {path: string; body: unknown}[],
): express.Router {
  const router = express.Router();
  router.get('/articles', ({query}, response) => {
    const found = answers.articles
      .filter((article) => isAskedFor(article, query))
      .filter(({id}) => query.setBack === undefined || answers.setBack?.includes(id));
    const from = Number(query.cursor ?? 0);
    const next = from + pageSize;
    response.json({
      articles: found.slice(from, next),
      nextCursor: found.length > next ? `${next}` : null,
      total: from === 0 ? found.length : null,
      shipping: 'not_permitted',
    } satisfies Articles);
  });
  router.get('/articles.csv', (_request, response) => {
    response.type('text/csv').send('"article"\r\n');
  });
  const refuses = (response: express.Response): boolean => {
    if (answers.refusedProducts === undefined) return false;
    response.status(409).json({error: {code: 'refused', message: answers.refusedProducts}});
    return true;
  };
  router.put('/articles/hand', ({path, body}, response) => {
    clicked.push({path, body});
    if (refuses(response)) return;
    const {articleIds, hand}: {articleIds: string[]; hand: ArticleRow['hand']} = body;
    answers.articles = answers.articles.map((one) => (articleIds.includes(one.id) ? {...one, hand} : one));
    response.json({changed: articleIds.length});
  });
  router.post('/articles/delete', ({path, body}, response) => {
    clicked.push({path, body});
    if (!refuses(response)) response.json({run: answers.decidedRun});
  });
  router.post('/articles/set-back/give-back', ({path, body}, response) => {
    clicked.push({path, body});
    if (refuses(response)) return;
    const {setBack = []} = answers;
    answers.setBack = setBack.slice(givenBackAtOnce);
    const products = setBack.length - answers.setBack.length;
    response.json({products, isAll: products < givenBackAtOnce} satisfies GivenBack);
  });
  router.use(oneArticleRoutes(answers, clicked), unansweredRoutes(answers, clicked));
  return router;
}

function oneArticleRoutes(
  answers: ProductAnswers & {decidedRun: unknown},
  clicked: {path: string; body: unknown}[],
): express.Router {
  const router = express.Router();
  router.get('/articles/:id', (_request, response) => {
    if (answers.article !== null) return void response.json(answers.article);
    response.status(404).json({error: {code: 'not_found', message: 'There is no such article.'}});
  });
  router.get('/articles/:id/margins', (_request, response) => void response.json(answers.articleMargins));
  router.post('/articles/:id/read', ({path, params: {id}}, response) => {
    clicked.push({path: decodeURIComponent(path), body: undefined});
    const read = answers.readArticle(id);
    if ('error' in read) return void response.status(503).json(read);
    answers.article = read;
    response.json(read);
  });
  router.put('/articles/:id/hand', ({path, body}, response) => {
    clicked.push({path: decodeURIComponent(path), body});
    if (answers.article !== null) answers.article = {...answers.article, hand: body.hand};
    response.json(answers.article);
  });
  router.put('/articles/:id/variants', ({path, body}, response) => {
    clicked.push({path: decodeURIComponent(path), body});
    response.json(answers.article);
  });
  router.put('/articles/:id/options', ({path, body}, response) => {
    clicked.push({path: decodeURIComponent(path), body});
    if (answers.refusedOptions !== undefined) return void response.status(422).json(answers.refusedOptions);
    const {colours, sizes} = body;
    const {article} = answers;
    if (article === null) return void response.status(404).end();
    const defined = {colours, sizes, version: JSON.stringify([colours, sizes])};
    answers.article = {...article, options: {...article.options, defined}};
    response.json(answers.article);
  });
  const asksForRun = ['/articles/:id/retry', '/articles/:id/images/retry'];
  router.post(asksForRun, ({path, body}, response) => {
    clicked.push({path: decodeURIComponent(path), body});
    response.json({run: answers.decidedRun});
  });
  router.put('/articles/:id/fields/:field', ({path, body}, response) => {
    clicked.push({path: decodeURIComponent(path), body});
    response.json({run: null});
  });
  return router;
}

function isAskedFor(article: ArticleRow, query: express.Request['query']): boolean {
  const {listed, chosen, state, hand, brand, category, name, quarantine, edited, proposal} = article;
  const fits = (wanted: unknown, value: string | boolean | null) => wanted === undefined || wanted === String(value);
  return (
    fits(query.listed, listed) &&
    fits(query.chosen, chosen) &&
    fits(query.state, state ?? 'none') &&
    fits(query.hand, hand) &&
    fits(query.brand, brand) &&
    fits(query.category, category) &&
    fits(query.edited, edited) &&
    fits(query.quarantined, quarantine !== null) &&
    (query.unanswered === undefined || proposal !== null) &&
    (typeof query.search !== 'string' || name.toLowerCase().includes(query.search.toLowerCase()))
  );
}
