// The part of the page's server that keeps what waits for a decision.
import express from 'express';
import type {Approvals, BrakeArticles, CostsApproved, FailedImages, Quarantine} from '#contract/approvals.ts';
import type {Articles} from '#contract/articles.ts';
import type {OverruledOptions, OverruledRemoved} from '#contract/defined-options.ts';
import type {Run} from '#contract/runs.ts';

export type DecisionAnswers = {
  approvals: Approvals;
  /** Of every brake. */
  brakeArticles: BrakeArticles['articles'];
  /** Of every reason. */
  draftArticles: Articles['articles'];
  quarantine: Quarantine['entries'];
  failedImages: FailedImages['images'];
  overruled: OverruledOptions['articles'];
  /** By article: why its options are not removed. */
  notRemoved?: Readonly<Record<string, string>>;
  /** By article: why its new cost is not used. */
  refusedCosts?: Readonly<Record<string, string>>;
  /** The run that carries out what is decided. */
  decidedRun: Run | null;
};

/** Small, so that a few rows make more than one page. */
const pageSize = 5;

export function decisionRoutes(answers: DecisionAnswers, clicked: {path: string; body: unknown}[]): express.Router {
  const router = express.Router();
  router.get('/approvals', (_request, response) => void response.json(answers.approvals));
  router.get('/brakes/:id/articles', ({query}, response) => {
    response.json({...toPage('articles', answers.brakeArticles, query.cursor), currency: 'EUR'});
  });
  router.get('/articles', ({query}, response, next) => {
    if (query.held === undefined) return next();
    response.json({...toPage('articles', answers.draftArticles, query.cursor), total: null});
  });
  router.get('/quarantine', ({query}, response) => {
    response.json({...toPage('entries', answers.quarantine, query.cursor), total: answers.quarantine.length});
  });
  router.get('/images/failed', (_request, response) => void response.json({images: answers.failedImages}));
  router.post('/approvals/costs', ({path, body}, response) => {
    clicked.push({path, body});
    const results = body.costs.map(({articleId}: {articleId: string}) => ({
      articleId,
      error: answers.refusedCosts?.[articleId] ?? null,
    }));
    response.json({results, run: answers.decidedRun} satisfies CostsApproved);
  });
  router.get('/options/overruled', ({query}, response) => {
    response.json(toPage('articles', answers.overruled, query.cursor));
  });
  router.post('/options/overruled/remove', ({path, body}, response) => {
    clicked.push({path, body});
    const results = body.articles.map(({articleId}: {articleId: string}) => ({
      articleId,
      error: answers.notRemoved?.[articleId] ?? null,
    }));
    response.json({results} satisfies OverruledRemoved);
  });
  router.post('/quarantine/retry', ({path, body}, response) => {
    clicked.push({path, body});
    response.json({run: answers.decidedRun});
  });
  return router;
}

/** The cursor is the number of rows before the page. */
function toPage<T>(name: string, all: readonly T[], cursor: unknown) {
  const from = Number(cursor ?? 0);
  const next = from + pageSize;
  return {[name]: all.slice(from, next), nextCursor: all.length > next ? `${next}` : null};
}
