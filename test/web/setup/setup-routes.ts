// The part of the page's server that keeps set-up: the trial, how products arrive, and the standing answer for a colour.
import express from 'express';
import type {ApiError} from '#contract/error.ts';
import type {Run} from '#contract/runs.ts';
import type {Trial} from '#contract/set-up.ts';
import type {Importing, Template} from '#contract/settings.ts';

export type SetUpAnswers = {
  trial: Trial;
  startTrial: () => Run | ApiError;
  template: Template;
  importing: Importing;
};

/** @param clicked what was pressed; @param saved what was sent to be kept. */
export function setUpRoutes(
  answers: SetUpAnswers,
  {clicked, saved}: {readonly clicked: {path: string; body: unknown}[]; readonly saved: unknown[]},
): express.Router {
  const router = express.Router();
  router.get('/set-up/trial', (_request, response) => void response.json(answers.trial));
  router.post('/set-up/trial', (request, response) => {
    clicked.push({path: request.path, body: request.body});
    const run = answers.startTrial();
    response.status('error' in run ? 409 : 202).json(run);
  });
  router.post('/set-up/close', (request, response) => {
    clicked.push({path: request.path, body: request.body});
    response.json({closed: true});
  });
  for (const part of ['template', 'importing'] as const) {
    router.get(`/settings/${part}`, (_request, response) => {
      response.json({...answers[part], version: JSON.stringify(answers[part])});
    });
    router.put(`/settings/${part}`, ({body: {version, ...sent}}, response) => {
      if (version !== JSON.stringify(answers[part])) return void response.status(409).json(changedMeanwhile);
      saved.push({[part]: sent});
      const {previewId, ...given} = sent;
      const values = {...answers[part], ...given};
      const isAsSaved = part === 'template' || values.onRequest === answers.importing.onRequest;
      if (!isAsSaved && previewId === undefined) return void response.status(409).json(notSeen);
      Object.assign(answers, {[part]: values});
      response.json({...values, version: JSON.stringify(values)});
    });
  }
  return router;
}

const changedMeanwhile: ApiError = {
  error: {code: 'changed_meanwhile', message: 'These settings were saved elsewhere.'},
};
const notSeen: ApiError = {
  error: {code: 'preview_needed', message: 'These settings are saved once their effect was shown.'},
};
