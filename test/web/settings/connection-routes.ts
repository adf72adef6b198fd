// The routes of the supplier's keys, with answers that a test sets.
import express from 'express';
import type {Connection} from '#contract/connection.ts';
import type {ApiError} from '#contract/error.ts';
import {answer} from '../orders/store-routes.ts';

export type ConnectionAnswers = {
  /** What the server answers when a key is entered, or when the keys are checked: then `name` is `check`. */
  connectKey: (name: string, key: string) => Connection | ApiError;
};

export function connectionRoutes(answers: ConnectionAnswers): express.Router {
  const router = express.Router();
  router.put('/connection/:name', (request, response) => {
    answer(response, answers.connectKey(request.params.name, String(request.body.key)));
  });
  router.post('/connection/check', (_request, response) => answer(response, answers.connectKey('check', '')));
  return router;
}
