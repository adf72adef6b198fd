// What the pages show of the past: sales, reports, activity and diagnostics, with answers that a test sets.
import express from 'express';
import type {Diagnostics} from '#contract/help/diagnostics.ts';
import type {Sales} from '#contract/order-money.ts';
import type {Report} from '#contract/reports/report.ts';
import {someDiagnostics} from '../help/diagnostics-answers.ts';
import {anActivity} from '../settings/activity-answers.ts';
import {reportHandler} from './report-answers.ts';

export type InsightAnswers = {
  sales: Sales;
  /** Left out: those of a store with some trouble. */
  diagnostics?: Diagnostics;
  report?: (query: URLSearchParams) => Report;
};

export function insightRoutes(answers: InsightAnswers): express.Router {
  const router = express.Router();
  router.get('/sales', (_request, response) => void response.json(answers.sales));
  router.get('/audit', (_request, response) => void response.json(anActivity));
  router.get('/reports', (request, response, next) => reportHandler(answers.report)(request, response, next));
  router.get('/reports.csv', (_request, response) => void response.type('text/csv').send('"from","to"'));
  router.get('/diagnostics', (_request, response) => void response.json(answers.diagnostics ?? someDiagnostics()));
  return router;
}
