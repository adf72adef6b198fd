// The part of the page's server that keeps the fulfilment service.
import express from 'express';
import type {ApiError} from '#contract/error.ts';
import type {FulfilmentService} from '#contract/shipping/fulfilment-service.ts';
import {answer} from '../orders/store-routes.ts';

export type ServiceAnswers = {
  service: FulfilmentService;
  /** What the service is once the merchant wants something else of it; left out: as it was. */
  switchService?: (want: FulfilmentService['want']) => FulfilmentService | ApiError;
};

type Clicked = {readonly path: string; readonly body: unknown}[];

export function serviceRoutes(answers: ServiceAnswers, clicked: Clicked): express.Router {
  const router = express.Router();
  router.get('/fulfilment-service', (_request, response) => void response.json(answers.service));
  router.put('/fulfilment-service', ({body, path}, response) => {
    const {wish, ...wanted} = body;
    if (wish !== answers.service.wish) return answer(response, changedElsewhere);
    clicked.push({path, body: wanted});
    const changed = answers.switchService?.(wanted.want) ?? answers.service;
    if (!('error' in changed)) answers.service = changed;
    answer(response, changed);
  });
  return router;
}

const changedElsewhere: ApiError = {
  error: {
    code: 'changed_elsewhere',
    message: 'This was changed in another tab. Look at it as it is now, then press again if you still want to.',
  },
};
