// The part of the page's server that keeps the import rules: like the app, it refuses rules without the preview that showed them.
import express from 'express';
import type {ApiError} from '#contract/error.ts';
import type {RulesCount} from '#contract/preview.ts';
import type {Rules} from '#contract/settings.ts';

export type RulesAnswers = {
  rules: Rules;
  /** What rules choose. */
  countRules: (choice: Rules['choice']) => RulesCount | Promise<RulesCount>;
};

type Received = {readonly saved: unknown[]};

/** What a preview does is a matter of the routes of prices, which have the same address for it. */
export function rulesRoutes(answers: RulesAnswers, {saved}: Received): express.Router {
  const router = express.Router();
  router.get('/settings/rules', (_request, response) => {
    response.json({...withVersion(answers.rules)});
  });
  router.put('/settings/rules', ({body}, response) => {
    const {version, choice, previewId} = body;
    if (version !== withVersion(answers.rules).version) return void response.status(409).json(changedMeanwhile);
    const isNew = JSON.stringify(choice) !== JSON.stringify(answers.rules.choice);
    if (isNew && previewId === undefined) return void response.status(409).json(notSeen);
    saved.push({choice, previewId});
    answers.rules = {choice};
    response.json(withVersion(answers.rules));
  });
  router.post('/rules/count', async ({body}, response) => {
    response.json(await answers.countRules(body.choice));
  });
  return router;
}

/** A change of what is saved changes its version. */
const withVersion = (rules: Rules) => ({...rules, version: JSON.stringify(rules)});

const changedMeanwhile: ApiError = {
  error: {code: 'changed_meanwhile', message: 'These settings were saved elsewhere.'},
};
const notSeen: ApiError = {
  error: {code: 'preview_needed', message: 'These settings are saved once their effect was shown.'},
};
