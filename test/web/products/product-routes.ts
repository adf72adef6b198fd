// The part of the page's server that keeps the articles.
import express from 'express';
import type {ArticleRow, Articles} from '#contract/articles.ts';

export type ProductAnswers = {
  /** Of the whole catalogue, in their order. */
  articles: readonly ArticleRow[];
  /** Why articles cannot be chosen by hand or deleted now. */
  refusedProducts?: string;
};

/** Small, so that a few rows make more than one page. */
const pageSize = 6;

export function productRoutes(
  answers: ProductAnswers & {decidedRun: unknown},
  clicked: {path: string; body: unknown}[],
): express.Router {
  const router = express.Router();
  router.get('/articles', ({query}, response) => {
    const found = answers.articles.filter((article) => isAskedFor(article, query));
    const from = Number(query.cursor ?? 0);
    const next = from + pageSize;
    response.json({
      articles: found.slice(from, next),
      nextCursor: found.length > next ? `${next}` : null,
      total: from === 0 ? found.length : null,
    } satisfies Articles);
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
  return router;
}

function isAskedFor(article: ArticleRow, query: express.Request['query']): boolean {
  const {listed, chosen, state, hand, brand, category, name, quarantine, edited} = article;
  const fits = (wanted: unknown, value: unknown) => wanted === undefined || String(wanted) === String(value);
  return (
    fits(query.listed, listed) &&
    fits(query.chosen, chosen) &&
    fits(query.state, state ?? 'none') &&
    fits(query.hand, hand) &&
    fits(query.brand, brand) &&
    fits(query.category, category) &&
    fits(query.edited, edited) &&
    fits(query.quarantined, quarantine !== null) &&
    name.toLowerCase().includes(String(query.search ?? '').toLowerCase())
  );
}
