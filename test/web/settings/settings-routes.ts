// The part of the page's server that keeps the settings: it compares versions as the app does.
import express from 'express';
import type {ApiError} from '#contract/error.ts';
import type {StandingAnswers} from '#contract/order-settings.ts';
import type {General} from '#contract/settings.ts';

export type SettingsAnswers = {
  settings: General;
  /** What the server refuses of the settings the page saves; left out or null: it takes them. */
  refuseSettings?: (settings: General) => ApiError | null;
  /** What is remembered for articles; left out: nothing. */
  standingAnswers?: StandingAnswers['answers'];
  /** What is remembered of what buyers enter; left out: nothing. */
  propertyAnswers?: StandingAnswers['properties'];
};

/** What the page sent. */
type Heard = {readonly saved: unknown[]};

export function settingsRoutes(answers: SettingsAnswers, {saved}: Heard): express.Router {
  const router = express.Router();
  router.get('/settings/general', (_request, response) => {
    response.json({...withVersion(answers.settings)});
  });
  router.put('/settings/general', ({body}, response) => {
    const {version, ...sent} = body;
    const {previewId: _previewId, ...settings} = sent;
    if (version !== withVersion(answers.settings).version) return void response.status(409).json(changedMeanwhile);
    saved.push(sent);
    const refusal = answers.refuseSettings?.(settings) ?? null;
    if (refusal !== null) return void response.status(422).json(refusal);
    answers.settings = settings;
    response.json(withVersion(settings));
  });
  router.get('/standing-answers', (_request, response) => {
    response.json(remembered(answers));
  });
  router.post('/standing-answers/forget', ({body}, response) => {
    answers.standingAnswers = (answers.standingAnswers ?? []).filter(({articleId}) => articleId !== body.articleId);
    response.json(remembered(answers));
  });
  router.post('/standing-answers/:change', ({body, params: {change}}, response) => {
    saved.push(body);
    const others = (answers.propertyAnswers ?? []).filter(({name}) => name !== body.name);
    answers.propertyAnswers = change === 'property' ? [body, ...others] : others;
    response.json(remembered(answers));
  });
  return router;
}

const remembered = ({standingAnswers = [], propertyAnswers = []}: SettingsAnswers): StandingAnswers => ({
  answers: standingAnswers,
  properties: propertyAnswers,
});

/** A change of what the settings hold changes their version. */
const withVersion = (settings: General) => ({...settings, version: JSON.stringify(settings)});

const changedMeanwhile: ApiError = {
  error: {code: 'changed_meanwhile', message: 'These settings were saved elsewhere.'},
};
