// The part of the page's server about leaving.
import express from 'express';
import type {Departure, DepartureInput} from '#contract/departure/departure.ts';
import type {ApiError} from '#contract/error.ts';
import {answer} from '../orders/store-routes.ts';

export type DepartureAnswers = {
  departure: Departure;
  /** What it is after a request: `begin` with what was sent, or the end of the path; left out: as it was. */
  changeDeparture?: (asked: string, input: DepartureInput) => Departure | ApiError;
};

type Clicked = {readonly path: string; readonly body: unknown}[];

export function leaveRoutes(answers: DepartureAnswers, clicked: Clicked): express.Router {
  const router = express.Router();
  router.get('/departure', (_request, response) => void response.json(answers.departure));
  router.get('/export/:file', ({path}, response) => {
    clicked.push({path, body: null});
    response.type('text/csv').send('"article"\r\n');
  });
  for (const asked of ['', '/again', '/stop', '/end']) {
    router.post(`/departure${asked}`, ({body, path}, response) => {
      clicked.push({path, body});
      const changed = answers.changeDeparture?.(asked, body) ?? answers.departure;
      if (!('error' in changed)) answers.departure = changed;
      answer(response, changed);
    });
  }
  return router;
}
